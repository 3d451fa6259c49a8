import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import { speak } from '$lib/i18n'
import type { Ending as EndingInfo, SeatInfo, TableInfo } from '$lib/net/api'
import Table from '../src/pages/Table.svelte'
import { notes } from '$lib/state/notes.svelte'
import { learn } from '$lib/state/words.svelte'
import { Fake, packOf } from './kit'
import {
  BO,
  BOT,
  ME,
  MOMENT,
  furnish,
  hears,
  lays,
  line,
  packs,
  question,
  said,
  says,
  screenIs,
  seat,
  shows,
  sit,
  tableOf,
  tells,
} from './room'

furnish()

describe('talk', () => {
  const unread = (): string => document.querySelector('.unread')?.textContent ?? ''

  test('on a small screen is read only while its sheet is open', async () => {
    screenIs(true)
    await sit([ME, BO])
    await fireEvent.click(screen.getByRole('tab', { name: 'Talk' }))
    await hears({ text: 'Hello', seat: 1, name: 'Bo' })
    expect(unread()).toBe('')
    await fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
    await hears({ text: 'Anybody there?', seat: 1, name: 'Bo' })
    expect(unread()).toBe('1')
    await fireEvent.click(screen.getByRole('tab', { name: 'Talk 1' }))
    expect(unread()).toBe('')
  })

  test('before the match counts on a small screen, too', async () => {
    screenIs(true)
    await sit([ME, BO], { state: 'waiting', pack_hash: '' })
    await hears({ text: 'Shall we?', seat: 1, name: 'Bo' })
    expect(unread()).toBe('1')
  })

  test('beside the table is read where it is open', async () => {
    await sit([ME, BO])
    await hears({ text: 'One', seat: 1, name: 'Bo' })
    expect(unread()).toBe('1')
    await fireEvent.click(screen.getByRole('tab', { name: 'Talk 1' }))
    await hears({ text: 'Two', seat: 1, name: 'Bo' })
    expect(unread()).toBe('')
  })
})

test('nobody is thanked for a report, or told of silence, that the server refused', async () => {
  await sit([ME, BO])
  await fireEvent.click(screen.getByRole('tab', { name: 'Talk' }))
  await hears({ text: 'unkind', seat: 1, name: 'Bo' })
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"code":"error.slow_down","game":"server"}', { status: 429 })),
  )
  await fireEvent.click(screen.getByRole('button', { name: /Report/ }))
  await waitFor(() => expect(said()).toHaveLength(1))
  notes.splice(0)
  await fireEvent.click(screen.getByRole('tab', { name: 'Players' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(said()).toHaveLength(1))
  expect(said()).toEqual(['Not so fast, please. Try again in a moment.'])
  expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy()
})

describe('a double click', () => {
  const click = async (which: string, at: number, detail = 1, x = 100): Promise<void> => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: 100 })
    Object.defineProperty(event, 'timeStamp', { value: at })
    document.querySelector(which)!.dispatchEvent(event)
    await tick()
  }
  const plays = (): unknown[] =>
    line()
      .sent.filter((one) => one['type'] === 'play')
      .flatMap((one) => one['actions'])
  const asks = (question: number, action: string): Promise<void> =>
    shows({ prompt: MOMENT.prompt, legal: [action], question, undo: { free: true, ask: false } })
  /** A move, and at the same place the next question offers another. */
  const move = async (): Promise<void> => {
    await sit([ME, BO], { previews: false })
    await asks(1, 'draw')
    await click('[data-action="draw"]', 1000)
    await says({ type: 'done', key: line().sent.at(-1)!['key'] })
    await asks(2, 'take 1')
    expect(plays()).toEqual(['draw'])
  }

  test('does not answer the next question as well', async () => {
    await move()
    await click('[data-action="take 1"]', 1200, 2)
    await click('[data-action="take 1"]', 1400, 3)
    expect(plays()).toEqual(['draw'])
    await click('[data-action="take 1"]', 1600)
    expect(plays()).toEqual(['draw', 'take 1'])
  })

  test('of a finger is not counted by every browser', async () => {
    await move()
    await fireEvent(
      document.querySelector('[data-action="take 1"]')!,
      new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }),
    )
    await click('[data-action="take 1"]', 1200)
    expect(plays()).toEqual(['draw'])
    await click('[data-action="take 1"]', 1600)
    expect(plays()).toEqual(['draw', 'take 1'])
  })

  test('is none elsewhere', async () => {
    await move()
    await click('[data-action="take 1"]', 1200, 2, 300)
    expect(plays()).toEqual(['draw', 'take 1'])
  })

  test('is none to a mouse that clicks once', async () => {
    await move()
    await click('[data-action="take 1"]', 1200)
    expect(plays()).toEqual(['draw', 'take 1'])
  })

  test('is none for keys, which have no place', async () => {
    await move()
    document
      .querySelector<HTMLElement>('[data-action="take 1"]')!
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))
    expect(plays()).toEqual(['draw', 'take 1'])
  })

  test('takes back twice', async () => {
    const back = '.tools .btn:last-child'
    const undone = (): number => line().sent.filter((one) => one['type'] === 'undo').length
    await sit([ME, BO])
    await asks(3, 'draw')
    await click(back, 1000)
    await asks(2, 'draw')
    await click(back, 1200, 2)
    expect(undone()).toBe(2)
  })
})

describe('a move', () => {
  const asks = { prompt: MOMENT.prompt, legal: ['draw'] }
  const offered = (): boolean => document.querySelector<HTMLButtonElement>('[data-action="draw"]')?.disabled === false
  const done = (): Promise<void> => says({ type: 'done', key: line().sent.at(-1)!['key'] })
  const move = async (): Promise<void> => {
    await sit([ME, BO])
    await shows(asks)
    await fireEvent.click(document.querySelector('[data-action="draw"]')!)
    expect(line().sent.at(-1)).toMatchObject({ type: 'play', question: 1, actions: ['draw'] })
  }

  test('that is done is not offered again until its view is there', async () => {
    await move()
    expect(offered()).toBe(false)
    await done()
    expect(offered()).toBe(false)
    await shows({ ...asks, question: 2 })
    expect(offered()).toBe(true)
  })

  test('that leaves the question open, as a sealed one does, is over with view and word of it in any order', async () => {
    await move()
    await shows(asks)
    expect(offered()).toBe(false)
    await done()
    expect(offered()).toBe(true)
  })

  test('that was refused can be made again', async () => {
    await move()
    await says({ type: 'refused', key: line().sent.at(-1)!['key'], fault: { code: 'error.not_saved', game: 'server' } })
    expect(offered()).toBe(true)
  })
})

test("a plan is sent whole: that it is too long is the server's to say", async () => {
  await sit([ME, BO])
  await shows({ ahead: ['draw'] })
  await fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
  await fireEvent.input(screen.getByLabelText('Moves in advance'), {
    target: { value: Array(20).fill('take 1').join(', ') },
  })
  await fireEvent.click(screen.getByRole('button', { name: 'Plan' }))
  expect(line().sent.at(-1)).toMatchObject({ type: 'ahead', actions: ['draw', ...Array<string>(20).fill('take 1')] })
  await learn('server')
  await says({
    type: 'refused',
    key: line().sent.at(-1)!['key'],
    fault: { code: 'error.plan_too_long', game: 'server', args: { most: 20, found: 21 } },
  })
  expect(said()).toEqual(['A plan has at most 20 moves; these are 21.'])
})

describe('a request', () => {
  const undo = { free: false, ask: true, code: 'undo_chance', args: {} }
  const offer = (what: 'undo' | 'end', by = 0) => ({ offers: [{ id: 1, what, seat: by, agreed: [] }] })

  test('to bots is granted at once: nobody is said to be asked', async () => {
    await sit([ME, BOT, BOT])
    await shows({ undo, question: 2 })
    await fireEvent.click(screen.getByRole('button', { name: 'Take back' }))
    expect(line().sent.at(-1)).toMatchObject({ type: 'undo', question: 2 })
    expect(said()).toEqual([])
    await hears({ code: 'undone', args: { player: 0 } })
    await shows({ question: 1 })
    expect(said()).toEqual([])
  })

  test('that is open says so to whoever asked, and can be withdrawn', async () => {
    await sit([ME, BO])
    await shows({ undo, question: 2 })
    expect(screen.getByRole('button', { name: 'Ask to take back' })).toHaveProperty('disabled', false)
    await tells(offer('undo'))
    expect(screen.getByRole('alert').textContent).toContain('You ask to take back a move.')
    expect(screen.getByRole('button', { name: 'Ask to take back' })).toHaveProperty('disabled', true)
    await fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(line().sent.at(-1)).toMatchObject({ type: 'answer', offer: 1, agree: false })
    await tells({ offers: [] })
    await hears({ code: 'undo_withdrawn', args: { player: 0 } })
    await shows({ undo, question: 2 })
    expect(said()).toEqual([])
  })

  test.each([
    ['undo', 'Bo does not agree to taking back.'],
    ['end', 'Bo wants to play on.'],
  ] as const)('to %s that is declined is answered at the table, and the answer stays', async (what, text) => {
    await sit([ME, BO])
    await tells(offer(what))
    await tells({ offers: [] })
    await hears({ code: `${what}_declined`, args: { player: 1 } })
    expect(said()).toEqual([text])
    await shows({ question: 3, keep: 0, events: [{ event: 'drawn', player: 1, card: 3 }] })
    expect(said()).toEqual([text])
  })

  test('of somebody else is not my answer', async () => {
    await sit([ME, BO])
    await tells(offer('undo', 1))
    await tells({ offers: [] })
    await hears({ code: 'undo_declined', args: { player: 0 } })
    expect(said()).toEqual([])
  })

  test('stands beside another, each with its own answers', async () => {
    await sit([ME, BO])
    await tells({
      offers: [
        { id: 1, what: 'end', seat: 1, agreed: [] },
        { id: 2, what: 'undo', seat: 0, agreed: [] },
      ],
    })
    // One box holds them: in a cell of the grid of their own each would lie upon the other.
    expect([...document.querySelectorAll('.offers > .offer')].length).toBe(2)
    await fireEvent.click(screen.getByRole('button', { name: 'Agree' }))
    expect(line().sent.at(-1)).toMatchObject({ type: 'answer', offer: 1, agree: true })
    await fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(line().sent.at(-1)).toMatchObject({ type: 'answer', offer: 2, agree: false })
  })

  test('of mine at a shared screen is not mine to agree to through the other seat', async () => {
    await sit([
      seat('person', 'Ada', { mine: true, online: true }),
      seat('local', 'Cy', { mine: true, online: true }),
      BO,
    ])
    await tells(offer('undo', 1))
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
  })

  test("that another's take-back ended says so", async () => {
    await sit([ME, BO])
    await tells(offer('undo'))
    await tells({ offers: [] })
    await hears({ code: 'undone', args: { player: 1 } })
    await shows({ question: 3 })
    expect(said()).toEqual(['Bo took back a move.', 'The match has gone on: your request to take back is off.'])
  })

  test('that was overtaken by a move says that it is off', async () => {
    await sit([ME, BO])
    await tells(offer('undo'))
    await tells({ offers: [] })
    await shows({ question: 3 })
    expect(said()).toEqual(['The match has gone on: your request to take back is off.'])
  })

  test('that was agreed to needs no words; what another took back is said', async () => {
    await sit([ME, BO])
    await tells(offer('undo'))
    await tells({ offers: [] })
    await hears({ code: 'undone', args: { player: 0 } })
    await shows({ question: 1 })
    expect(said()).toEqual([])
    await hears({ code: 'undone', args: { player: 1 } })
    expect(said()).toEqual(['Bo took back a move.'])
  })
})

describe('somebody who is not here', () => {
  const waits = { view: { ...MOMENT.view, active: [1] } }

  test('is not said to be deciding', async () => {
    await sit([ME, BO])
    await shows(waits)
    expect(question()).toBe('Bo is deciding …')
    cleanup()
    Fake.all = []
    await sit([ME, { ...BO, online: false }])
    await shows(waits)
    expect(question()).toBe('It is up to Bo, who is not here.')
  })

  test('is away after a while, and since when is said; a page that is loaded again is nobody away', async () => {
    await sit([ME, BO])
    await shows(waits)
    vi.useFakeTimers({ now: new Date(2026, 0, 5, 20, 15) })
    await tells({ seats: [ME, { ...BO, online: false }] })
    expect(question()).toBe('Bo is deciding …')
    await tells({ seats: [ME, BO] })
    vi.advanceTimersByTime(60_000)
    await tick()
    expect(question()).toBe('Bo is deciding …')
    await tells({ seats: [ME, { ...BO, online: false }] })
    vi.advanceTimersByTime(10_000)
    await tick()
    expect(question()).toMatch(/^It is up to Bo, who has not been here since 8:16\sPM\.$/)
    await speak('de')
    await learn('symphonimo')
    await tick()
    expect(question()).toBe('Bo ist an der Reihe, aber seit 20:16 nicht da.')
  })

  test('is nobody whose screen is there, and no bot; others are, whoever shares a screen', async () => {
    await sit([ME, { ...BO, online: false }, seat('local', 'Cy', { online: true }), BOT])
    await shows({ view: { ...MOMENT.view, active: [1, 2, 3] } })
    expect(question()).toBe('Cy, Hector are deciding … It is up to Bo, who is not here.')
  })

  test('is on holiday until a moment, if they said so', async () => {
    vi.useFakeTimers({ now: new Date(2026, 0, 5, 20, 15), toFake: ['setInterval', 'clearInterval', 'Date'] })
    const holidays: [number, number][] = [[new Date(2026, 0, 4).getTime(), new Date(2026, 0, 5, 21).getTime()]]
    await sit([ME, { ...BO, online: false, holidays }])
    await shows(waits)
    expect(question()).toMatch(/^Waiting for Bo, who is on holiday until 9:00\sPM\.$/)
    vi.advanceTimersByTime(46 * 60_000)
    await tick()
    expect(question()).toBe('It is up to Bo, who is not here.')
  })

  test('is replaced by a bot only from the moment the server names', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] })
    const gone = (replaceable_at: number | null) => ({
      seats: [ME, { ...BO, online: false, replaceable_at }] as SeatInfo[],
    })
    await sit([ME, { ...BO, online: false }])
    await fireEvent.click(screen.getByRole('tab', { name: 'Players' }))
    const offered = (): boolean => screen.queryByRole('button', { name: 'Let a bot play on' }) !== null
    expect(offered()).toBe(false)
    await tells(gone(null))
    expect(offered()).toBe(false)
    await tells(gone(1_060_000))
    expect(offered()).toBe(false)
    expect(document.body.textContent).toContain('A bot may play on from')
    vi.advanceTimersByTime(61_000)
    await tick()
    expect(offered()).toBe(true)
    await fireEvent.click(screen.getByRole('button', { name: 'Let a bot play on' }))
    expect(line().sent.at(-1)).toMatchObject({ type: 'replace', seat: 1 })
  })
})

describe('the result', () => {
  const ending = (more: Partial<EndingInfo>): Partial<TableInfo> => ({
    state: 'over',
    active: [],
    ending: {
      reason: 'deck_empty',
      winners: [0],
      places: [1, 2, 3],
      points: [6, 5, 4],
      sources: [{}, {}, {}],
      tiebreak: null,
      early: false,
      ...more,
    },
  })
  const over = { view: { ...MOMENT.view, active: [] }, question: 9 }
  const shown = (): string => document.querySelector('.ending')?.textContent?.replace(/\s+/g, ' ') ?? ''

  test('waits for the last view and until nothing flies any more', async () => {
    let flying = true
    const flight = { playState: 'running', effect: { getComputedTiming: () => ({ endTime: 420 }) } }
    const breath = { playState: 'running', effect: { getComputedTiming: () => ({ endTime: Infinity }) } }
    vi.spyOn(document, 'getAnimations').mockImplementation(
      () => [breath, ...(flying ? [flight] : [])] as unknown as Animation[],
    )
    await sit([ME, BOT, BOT])
    vi.useFakeTimers()
    await tells(ending({}))
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown()).toBe('')
    await shows(over)
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown()).toBe('')
    flying = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(shown()).toContain('You win!')
  })

  test.each([
    ['a clear victory', {}, 'You win!', ''],
    [
      'a tie that quartets decide',
      { points: [6, 6, 4], tiebreak: 'quartets' },
      'You win!',
      'Equal points: more quartets decide.',
    ],
    [
      'a shared victory',
      { winners: [0, 1], places: [1, 1, 3], points: [6, 6, 4], tiebreak: 'shared' },
      'You share the victory with Felix!',
      'Equal points and equally many quartets: the victory is shared.',
    ],
    [
      'one that others share',
      { winners: [1, 2], places: [3, 1, 1], points: [4, 6, 6], tiebreak: 'shared' },
      'Felix and Fanny share the victory!',
      'the victory is shared.',
    ],
    [
      'a tie behind the winner',
      { points: [6, 4, 4] },
      'You win!',
      'Equal points: more quartets come first; equal in both, the place is shared.',
    ],
  ])('of %s', async (_, more, title, text) => {
    await sit([ME, BOT, BOT])
    await shows(over)
    await tells(ending(more))
    await waitFor(() => expect(shown()).toContain(title), { timeout: 30_000 })
    if (text) expect(shown()).toContain(text)
    else expect(document.querySelector('.tie')).toBe(null)
  })
})

describe('resigning', () => {
  const GONE = { ...BO, resigned: true, standin: true, bot: 'greedy' }
  test.each([
    ['against one other ends the match', [ME, BO], 'The match ends at once'],
    ['against bots alone ends the match', [ME, BOT, BOT], 'The match ends at once'],
    ['as the last but one ends the match', [ME, GONE, BOT], 'The match ends at once'],
    ['beside other people leaves the seat to a bot', [ME, BO, BOT], 'a bot plays on'],
  ])('%s, and says so first', async (_, seats, text) => {
    await sit(seats)
    await shows()
    await fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Resign' }))
    expect(document.querySelector('dialog')?.textContent).toContain(text)
    expect(line().sent.some((one) => one['type'] === 'resign')).toBe(false)
  })

  test('is the last line of the log', async () => {
    const ending = {
      reason: 'resigned',
      winners: [0],
      places: [1, 2],
      points: [6, 5],
      sources: [],
      tiebreak: null,
      early: true,
    }
    const log = (): string[] => [...document.querySelectorAll('.log li')].map((one) => one.textContent.trim())
    await sit([ME, BO])
    await shows({ events: [{ event: 'drawn', player: 1, card: 3 }] })
    expect(log()).toHaveLength(1)
    await tells({ state: 'over', active: [], seats: [ME, GONE], ending })
    expect(log().slice(1)).toEqual(['Bo resigned.', 'The match is over: ended by resignation.'])
    await fireEvent.input(screen.getByLabelText('Find in the log'), { target: { value: 'resigned' } })
    expect(log()).toEqual(['Bo resigned.'])
  })
})

describe('a table where nobody plays', () => {
  test.each([
    ['was closed', { state: 'closed' }, 'This table was closed'],
    [
      'cannot be continued',
      { broken: true, pack_hash: 'sha256:2' },
      'this match was played under rules that this server no longer knows',
    ],
  ] as const)('%s', async (_, more, text) => {
    lays(tableOf([ME, BO], more))
    render(Table, { parts: ['abc'], query: new URLSearchParams() })
    await waitFor(() => expect(document.body.textContent?.toLowerCase()).toContain(text.toLowerCase()))
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('#/')
  })

  test.each([
    [4404, 'no_such_table', 'Nobody here', false],
    [4403, 'no_spectators', 'This table is not for you', false],
    [1008, 'strikes', 'No connection', true],
  ])('closed with %i %s', async (code, reason, title, again) => {
    await sit([ME, BO])
    line().breaks(code, reason)
    await tick()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    expect(document.body.textContent).not.toContain('error.')
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(again)
  })
})

describe('a table that waits', () => {
  const WAITING: Partial<TableInfo> = { state: 'waiting', pack_hash: '', active: [] }
  const lobby = (): boolean => document.querySelector('.lobby') !== null

  test('has a lobby, and is drawn with the pack of the match once it begins', async () => {
    await sit([ME, BO, BOT], WAITING)
    expect(screen.queryByRole('heading', { name: 'No connection' })).toBeNull()
    expect(lobby()).toBe(true)
    await tells({ state: 'running', pack_hash: 'sha256:0', active: [0] })
    await shows()
    expect(lobby()).toBe(false)
    await waitFor(() => expect(document.querySelectorAll('.podium').length).toBe(MOMENT.view.conductors.length), {
      timeout: 30_000,
    })
  })

  test('is not drawn with other components if those of the match cannot be had', async () => {
    await sit([ME, BO], WAITING)
    await tells({ state: 'running', pack_hash: 'sha256:2', active: [0] })
    expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(line().readyState).toBe(3)
  })
})

describe('a match with another pack', () => {
  test('is drawn with its own values', async () => {
    const { components, ...pack } = packOf('symphonimo')
    packs['sha256:1'] = {
      ...pack,
      components: { ...components, scoring: { soloist: { cards: 1, points: 3 }, quartet: { cards: 2, points: 9 } } },
    }
    packs['sha256:1/actions'] = packs['sha256:0/actions']
    const view = { ...MOMENT.view, active: [0], collections: [{ '3': 1, '5': 2, '6': 4 }, {}, {}] }
    const worth = (): string[] =>
      [...document.querySelectorAll('[data-player="0"] .worth')].map((one) => one.textContent)
    await sit([ME, BO, BOT], { pack_hash: 'sha256:1' })
    await shows({ view })
    await waitFor(() => expect(worth()).toEqual(['+3', '+9', '0']), { timeout: 30_000 })
    cleanup()
    Fake.all = []
    await sit([ME, BO, BOT])
    await shows({ view })
    await waitFor(() => expect(worth()).toEqual(['+1', '0', '+5']), { timeout: 30_000 })
  })

  test('that the server does not know is not drawn with others', async () => {
    lays(tableOf([ME, BO], { pack_hash: 'sha256:2' }))
    render(Table, { parts: ['abc'], query: new URLSearchParams() })
    expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeTruthy()
    expect(Fake.all).toEqual([])
  })
})
