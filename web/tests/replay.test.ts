/** What cannot be fetched is said, with a way to try again: nobody waits for ever. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Board from '$lib/games/Board.svelte'
import { Game } from '$lib/games/game'
import Replay from '../src/pages/Replay.svelte'
import { find, library, packOf, props } from './kit'

const MOMENT = find('symphonimo', 'turn', 3)
const INFO = {
  token: 'abc',
  game: 'symphonimo',
  players: 3,
  names: MOMENT.names,
  length: 4,
  result: null,
  pack_hash: 'sha256:0',
}
const UNREACHABLE = 'The server cannot be reached. Is it running?'
/** A part of the page that is no longer there, as after an upgrade of the server. */
const missing = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  vi.stubGlobal('fetch', (path: string) => {
    const [, lang = '', about = ''] = /words\/(\w+)\/(\w+)/.exec(path) ?? []
    // A proxy's own page instead of the frames.
    if (/frames/.test(path)) return Promise.resolve(new Response('<p>Please log in</p>'))
    const answer = about
      ? library[lang]?.[about]
      : /words\b/.test(path)
        ? Object.keys(library)
        : /packs\//.test(path)
          ? packOf('symphonimo')
          : INFO
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function expectAgain(): Promise<void> {
  expect(await screen.findByText(UNREACHABLE, {}, { timeout: 30_000 })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
}

test('a replay whose game cannot be loaded', async () => {
  vi.spyOn(Game, 'open').mockImplementation(missing)
  render(Replay, { parts: ['abc'], query: new URLSearchParams() })
  await expectAgain()
})

test('a replay whose moments cannot be read', async () => {
  render(Replay, { parts: ['abc'], query: new URLSearchParams() })
  await expectAgain()
})

test('a board that cannot be loaded', async () => {
  const game = new Game('symphonimo', { board: missing, text: missing }, {}, null)
  const { box: _, ...rest } = props(MOMENT, null as never)
  render(Board, { ...rest, game, text: false } as never)
  await expectAgain()
})
