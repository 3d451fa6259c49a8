import { afterEach, expect, test, vi } from 'vitest'
import { notes, refuse } from '$lib/state/notes.svelte'
import { quote } from '$lib/state/rules.svelte'

const GUIDE = [
  {
    anchor: 'turn',
    title: 'Your turn',
    chapter: 'The game',
    rules: ['SO-010', 'SO-011'],
    blocks: [
      {
        kind: 'text',
        example: false,
        head: [],
        lines: [
          { cells: [[{ text: 'Either draw, ' }, { text: 'or take', mark: 'bold' }, { text: '.' }]], rules: ['SO-010'] },
          { cells: [[{ text: 'Put the card under a Conductor.' }]], rules: ['SO-011'] },
        ],
      },
    ],
  },
]

function serve(answer: unknown, status = 200): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer), { status }))),
  )
}
afterEach(() => {
  vi.unstubAllGlobals()
  notes.splice(0)
})

test('a rule is quoted from the guide of its language', async () => {
  serve(GUIDE)
  expect(await quote('one', 'SO-010', 'en')).toBe('Either draw, or take.')
  expect(await quote('one', 'SO-099', 'en')).toBe('')
  serve({ code: 'error.no_such_guide' }, 404)
  expect(await quote('two', 'SO-010', 'en')).toBe('')
})

test('a refusal names its rule at once and quotes it when it is there', async () => {
  serve(GUIDE)
  refuse({ code: 'refusal.something', game: 'three', rule: 'SO-011', text: 'No.', args: {} })
  expect(notes.map(({ text, rule, kind }) => [text, rule, kind])).toEqual([['No.', 'SO-011', 'refusal']])
  await vi.waitFor(() => expect(notes[0]?.quote).toBe('Put the card under a Conductor.'))
})
