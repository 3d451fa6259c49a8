import { describe, expect, test } from 'vitest'
import cases from '../fixtures/sentences.json'
import { keyOf, namesIn, render, type Fields, type Json } from '$lib/words/template'
import { pieces, plain } from '$lib/words/small'
import { Speaker } from '$lib/words/speaker'
import { library, MOMENTS, speakerOf, titled } from './kit'

describe('the template language says what Python says', () => {
  const kinds = cases.kinds as Record<string, string>
  const look = (kind: string, value: Json): string =>
    kind === 'json' ? new Speaker({}, 'x').look('json', value) : (kinds[`${kind}.${keyOf(value)}`] ?? keyOf(value))
  test.each(cases.templates)('$lang $template $args to $you', ({ template, args, lang, you, text }) => {
    expect(render(template, args as Fields, look, lang, you)).toBe(text)
  })
  test.each(cases.sentences)('$lang $game $code to $you', ({ game, code, args, lang, you, small, text }) => {
    expect(new Speaker(library, game, cases.names, lang, you, small).say(code, args as unknown as Fields)).toBe(text)
  })
  test.each(cases.actions)('$lang $game $action', ({ game, action, lang, text }) => {
    expect(new Speaker(library, game, cases.names, lang).action(action)).toBe(text)
  })
})

describe('a value of a view is called as Python calls it', () => {
  test.each(cases.views)('$lang $key $value', ({ key, value, lang, text }) => {
    const speaker = new Speaker(library, 'etude', cases.names, lang, 0)
    expect(`${speaker.label(key)}: ${speaker.shown(key, value as Json)}`).toBe(text)
  })
})

describe.each(Object.keys(library))('%s: no brace survives', (lang) => {
  const files = Object.keys(library[lang]!).filter((file) => !['terminal', 'engine', 'arena', 'hint'].includes(file))
  // A value that fits every piece: the name of a player, a number, a key of other words.
  const given = (template: string): Fields => Object.fromEntries([...namesIn(template)].map((name) => [name, 1]))
  test.each(files.flatMap((file) => [null, 0, 1].map((you) => ({ file, you }))))('$file to $you', ({ file, you }) => {
    const speaker = new Speaker(library, file, ['Ada', 'Bo'], lang, you)
    for (const [code, template] of Object.entries(library[lang]![file]!)) {
      expect([code, speaker.say(code, given(template))]).toEqual([code, expect.not.stringMatching(/[{}]/)])
    }
  })
})

describe.each(Object.keys(library))('%s: everything that a match says has words', (lang) => {
  test.each(MOMENTS.map((moment) => ({ title: titled(moment), moment })))('$title', ({ moment }) => {
    const speaker = speakerOf(moment, lang, moment.seat)
    const said = [
      ...moment.events.map((event) => speaker.event(event)),
      ...moment.legal.map((action) => speaker.action(action)),
    ]
    if (moment.prompt) said.push(speaker.prompt(moment.prompt))
    for (const text of said) expect(text).not.toMatch(/[{}]|undefined|^(event|prompt|action)\./)
  })
})

test('small print is found in its order, and nobody writes it by their name', () => {
  expect(pieces('a ⟨b⟩c⟨d⟩')).toEqual([
    { text: 'a', small: false },
    { text: 'b', small: true },
    { text: 'c', small: false },
    { text: 'd', small: true },
  ])
  expect(plain('on the Violin ⟨A1⟩.')).toBe('on the Violin.')
  expect(new Speaker({}, 'x', ['⟨Ada⟩']).fine().look('player', 0)).toBe('‹Ada›')
})

test('a language that lacks a word borrows it from English', () => {
  const poor = {
    en: { kernel: { player: 'player {number}' }, game: { title: 'The Game', a: 'one' } },
    fr: { game: { title: 'Le Jeu' } },
  }
  const speaker = new Speaker(poor, 'game', null, 'fr')
  expect([speaker.title, speaker.say('a'), speaker.look('player', 3)]).toEqual(['Le Jeu', 'one', 'player 3'])
})
