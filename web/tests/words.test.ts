import { describe, expect, test } from 'vitest'
import cases from '../fixtures/sentences.json'
import { keyOf, render, type Fields, type Json } from '$lib/words/template'
import { Speaker } from '$lib/words/speaker'
import { library, MOMENTS, speakerOf, titled } from './kit'

describe('the template language says what Python says', () => {
  const kinds = cases.kinds as Record<string, string>
  const look = (kind: string, value: Json): string => (kind === 'json' ? new Speaker({}, 'x').look('json', value) : (kinds[`${kind}.${keyOf(value)}`] ?? keyOf(value)))
  test.each(cases.templates)('$lang $template $args', ({ template, args, lang, text }) => {
    expect(render(template, args as Fields, look, lang)).toBe(text)
  })
  test.each(cases.sentences)('$game $code', ({ game, code, args, text }) => {
    expect(new Speaker(library, game, cases.names).say(code, args as unknown as Fields)).toBe(text)
  })
})

describe('everything that a match says has words', () => {
  test.each(MOMENTS.map((moment) => ({ title: titled(moment), moment })))('$title', ({ moment }) => {
    const speaker = speakerOf(moment)
    const said = [...moment.events.map((event) => speaker.event(event)), ...moment.legal.map((action) => speaker.action(action))]
    if (moment.prompt) said.push(speaker.prompt(moment.prompt))
    for (const text of said) expect(text).not.toMatch(/[{}]|undefined|^(event|prompt|action)\./)
  })
})

test('a language that lacks a word borrows it from English', () => {
  const poor = { en: { kernel: { player: 'player {number}' }, game: { title: 'The Game', a: 'one' } }, fr: { game: { title: 'Le Jeu' } } }
  const speaker = new Speaker(poor, 'game', null, 'fr')
  expect([speaker.title, speaker.say('a'), speaker.look('player', 3)]).toEqual(['Le Jeu', 'one', 'player 3'])
})
