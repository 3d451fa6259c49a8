/** A table whose server is the test. */
import { cleanup, render, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { speak } from '$lib/i18n'
import type { SeatInfo, TableInfo } from '$lib/net/api'
import Table from '../src/pages/Table.svelte'
import { notes } from '$lib/state/notes.svelte'
import { Fake, find, library, meanings, packOf } from './kit'

export const MOMENT = find('symphonimo', 'turn', 3)
export const seat = (kind: SeatInfo['kind'], name: string, more: object = {}): SeatInfo => ({
  kind,
  name,
  bot: kind === 'bot' ? 'greedy' : '',
  standin: false,
  resigned: false,
  online: kind === 'person',
  mine: false,
  ...more,
})
export const ME = seat('person', 'Ada', { mine: true })
export const BO = seat('person', 'Bo')
export const BOT = seat('bot', 'greedy')

export function tableOf(seats: SeatInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 'abc',
    game: 'symphonimo',
    players: seats.length,
    options: {},
    state: 'running',
    public: false,
    spectators: true,
    undo: 'ask',
    hints: true,
    clock: { kind: 'none' },
    seats,
    active: [0],
    hands: [],
    offer: null,
    offers: [],
    watchers: 0,
    host: true,
    turn: true,
    created: 0,
    updated: 0,
    started: 0,
    ended: null,
    ending: null,
    commitment: '',
    seed: null,
    next: null,
    broken: false,
    pack_hash: 'sha256:0',
    ...more,
  }
}

let info: TableInfo
/** What the server says of the table when it is asked. */
export const lays = (table: TableInfo): void => void (info = table)
export const packs: Record<string, unknown> = {
  'sha256:0': packOf('symphonimo'),
  'sha256:0/actions': meanings('symphonimo'),
}
let n = 1
export const line = (): Fake => Fake.all.at(-1)!
export const says = (message: Record<string, unknown>): Promise<void> => (line().says({ n: ++n, ...message }), tick())
export const tells = (more: Partial<TableInfo>): Promise<void> =>
  says({ type: 'table', table: (info = { ...info, ...more }) })
export const shows = (more: object = {}): Promise<void> =>
  says({
    type: 'view',
    keep: 0,
    events: [],
    view: { ...MOMENT.view, active: [0] },
    prompt: null,
    legal: [],
    undo: null,
    ahead: [],
    auto: false,
    question: 1,
    ...more,
  })
let lines = 0
export const hears = (more: object): Promise<void> =>
  says({ type: 'talk', lines: [{ no: ++lines, at: 0, seat: -1, name: '', text: '', code: '', args: {}, ...more }] })
export const question = (): string =>
  document.getElementById('question')?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
export const said = (): string[] => notes.map((one) => one.text)
/** What media queries answer: whether the screen is small, and whether nothing may move. */
export function screenIs(small: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('62rem') && small,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** view: what the first one holds. */
export async function sit(seats: SeatInfo[], more: Partial<TableInfo> = {}, view: object = {}): Promise<void> {
  lays(tableOf(seats, more))
  render(Table, { parts: ['abc'], query: new URLSearchParams() })
  await waitFor(() => expect(Fake.all.length).toBe(1), { timeout: 30_000 })
  n = 0
  await says({ type: 'welcome', now: Date.now(), seat: 0, protocol: 1 })
  await tells({})
  await hears({ code: 'joined', args: { name: 'Bo' } })
  await shows(view)
}

/** For every test of a file. */
export function furnish(): void {
  beforeEach(() => {
    Fake.all = []
    notes.splice(0)
    vi.stubGlobal('WebSocket', Fake)
    vi.stubGlobal('fetch', (path: string) => {
      const [, lang = '', about = ''] = /words\/(\w+)\/(\w+)/.exec(path) ?? []
      const answer = about
        ? library[lang]?.[about]
        : /words\b/.test(path)
          ? Object.keys(library)
          : /tables\/abc/.test(path)
            ? info
            : /packs\//.test(path)
              ? packs[decodeURIComponent(path.split('packs/').at(-1)!)]
              : null
      return Promise.resolve(new Response(JSON.stringify(answer), { status: answer ? 200 : 404 }))
    })
    screenIs(false)
  })
  afterEach(async () => {
    cleanup()
    localStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
    await speak('en')
  })
}
