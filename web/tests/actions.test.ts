/** Actions by verb and arguments, and that no board takes a text apart. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Actions, Legal } from '$lib/games/actions'
import type { Verbs as Orchestra } from '$lib/generated/games/orchestra'
import type { Verbs as Symphony } from '$lib/generated/games/symphony'
import { meanings, MOMENTS } from './kit'

const orchestra = new Actions<Orchestra>(meanings('orchestra'))
const symphony = new Actions<Symphony>(meanings('symphony'))

describe('actions', () => {
  test('are found by what they mean, and say what it is', () => {
    expect(symphony.of('control_part', 'B3', 2).text).toBe('control B3.2')
    expect(orchestra.read('evolve e1')).toEqual({ text: 'evolve e1', verb: 'evolve', args: ['E1', 'b'] })
    expect(() => orchestra.of('evolve', 'E1', 'p')).toThrow('no action')
  })

  test('have a meaning wherever they were legal in a recorded match', () => {
    for (const { game, legal } of MOMENTS) {
      const all = new Set(
        Object.values(meanings(game as 'symphony'))
          .flat()
          .map(([text]) => text),
      )
      expect(legal.filter((text) => !all.has(text))).toEqual([])
    }
  })

  test('without a meaning are verbs of their own', () => {
    expect(new Actions({}).read('take 2')).toEqual({ text: 'take 2', verb: 'take 2', args: [] })
  })
})

describe('what is legal', () => {
  const legal = new Legal(orchestra, ['pass', 'evolve e1', 'x b', 'x p'], { 'x b': [['with b', 'with p']] })

  test('is asked for by verb and arguments', () => {
    expect([legal.may('pass'), legal.may('skip'), legal.may('use', 'X', 'b'), legal.may('use', 'C', 'b')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(legal.find('evolve', 'E1', 'b')?.text).toBe('evolve e1')
    expect(legal.find('evolve', 'E2', 'p')).toBeNull()
    expect(legal.each('use').map(({ args: [, kind] }) => kind)).toEqual(['b', 'p'])
    expect([legal.has(legal.of('skip')), legal.has(null)]).toEqual([false, false])
  })

  test('tells what can follow', () => {
    expect(legal.following(legal.of('use', 'X', 'b')).map((row) => row.map(({ text }) => text))).toEqual([
      ['with b', 'with p'],
    ])
    expect(legal.following(legal.of('pass'))).toEqual([])
  })
})

/** Games whose boards ask by verbs and arguments. */
const CONVERTED = ['symphonimo'] as const
const FOLDER = join(import.meta.dirname, '..', 'src', 'games')

/** What a source does with the texts of actions; `verbs`: the words with which they begin. */
function takenApart(source: string, verbs: readonly string[]): string[] {
  const refused = [
    /\blegal\s*\.\s*(includes|filter|some|find\(\(|texts)/g,
    /\b(action|choice|move|one|text|picked)[?!]?\.(split|slice|startsWith|endsWith|match|replace|replaceAll|at)\(/g,
    /\/\w*\.test\(\s*(action|choice|move|one|picked)\b/g,
    new RegExp(`[\`'"](${verbs.join('|')}) \\$\\{`, 'g'),
  ]
  return refused.flatMap((pattern) => [...source.matchAll(pattern)].map(([found]) => found))
}

describe('no action is taken apart', () => {
  const wordsOf = (game: (typeof CONVERTED)[number]): string[] => [
    ...new Set(
      Object.values(meanings(game))
        .flat()
        .flatMap(([text, ...args]) => (args.length ? [text.split(' ')[0]!] : [])),
    ),
  ]

  test.each(CONVERTED)('in %s', (game) => {
    const files = readdirSync(join(FOLDER, game), { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => /\.(ts|svelte)$/.test(name))
    expect(sources).toContain('words.ts')
    for (const name of sources)
      expect(takenApart(readFileSync(join(FOLDER, game, name), 'utf8'), wordsOf(game)), name).toEqual([])
  })

  test.each([
    "legal.includes('draw')",
    'legal.find((one) => one)',
    "action.split(' ')",
    "picked?.startsWith('take')",
    '/^take/.test(action)',
    '`take ${number}`',
  ])('%s is refused', (source) => {
    expect(takenApart(source, wordsOf('symphonimo'))).not.toEqual([])
  })
})
