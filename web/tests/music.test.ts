/** The score of Symphony: where things lie, what can be chosen on it, what is told beside it. */
import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Event, View } from '$lib/generated/games/symphony'
import type { MajorityInfo, StandingInfo } from '$lib/generated/socket'
import { glance } from '$lib/games/symphony/board/music/glance'
import { crowded, layOut, type Spot } from '$lib/games/symphony/board/music/layout'
import { remember, travel } from '$lib/games/symphony/motion'
import Music from '$lib/games/symphony/board/music/Music.svelte'
import { heard, over } from '$lib/games/symphony/board/music/order'
import Order from '$lib/games/symphony/board/music/Order.svelte'
import { neighbour } from '$lib/games/symphony/board/music/roving'
import { lights, scenes } from '$lib/games/symphony/board/music/scoring'
import Scoring from '$lib/games/symphony/board/music/Scoring.svelte'
import type { Preview } from '$lib/state/previews.svelte'
import { prefs } from '$lib/state/prefs.svelte'
import { all, BOXES, expectAccessible, find, speakerOf } from './kit'

afterEach(cleanup)
const box = BOXES.symphony
const place = find('symphony', 'place', 4)
const score = (moment = place, more: object = {}) => ({
  view: moment.view,
  box,
  legal: moment.legal,
  speaker: speakerOf(moment),
  act: () => {},
  asked: moment.prompt !== null,
  ...more,
})

describe('where things lie', () => {
  const views = all('symphony').map(({ view }) => view)

  test.each([
    [1120, 430],
    [1400, 300],
    [820, 380],
    [360, 420],
  ])('all of it inside %i × %i, notes from left to right', (width, height) => {
    for (const view of views) {
      const { spots, staves } = layOut(view.score, {
        width,
        height,
        area: view.movement,
        clefs: view.clef_cards !== null,
      })
      expect(spots).toHaveLength(view.score.length)
      for (const { x, y, stem } of spots) {
        for (const [at, most] of [
          [x, width],
          [y, height],
          [stem?.y2 ?? y, height],
        ] as const)
          expect(at > 0 && at < most).toBe(true)
      }
      for (const { voice } of staves) {
        const own = spots.filter((one) => one.voice === voice).map(({ x }) => x)
        expect(own).toEqual(own.toSorted((one, other) => one - other))
      }
    }
  })

  test('the notes that are played on can be hit: at least 24 apart', () => {
    for (const view of views.filter(({ movement }) => movement)) {
      const { first, last } = view.movement!
      const { spots } = layOut(view.score, {
        width: 1120,
        height: 430,
        area: view.movement,
        clefs: view.clef_cards !== null,
      })
      expect(crowded(spots.filter(({ bar }) => bar >= first && bar <= last))).toBe(false)
    }
  })

  test('a single bar on a telephone leaves 40 for each note', () => {
    for (const view of views) {
      for (let bar = 1; bar <= 9; bar++) {
        const { spots } = layOut(view.score, {
          width: 360,
          height: 400,
          bars: { first: bar, last: bar },
          clefs: view.clef_cards !== null,
        })
        for (const { room } of spots) expect(room).toBeGreaterThan(40)
      }
    }
  })

  test('a Zone is one shape through all its notes', () => {
    const { zones } = layOut(place.view.score, { width: 1120, height: 430 })
    expect(zones).toHaveLength(9)
    expect(new Set(zones.map(({ sheet, zone }) => `${sheet} ${zone}`)).size).toBe(9)
    for (const { zone, sheet, notes, path } of zones) {
      expect(notes).toEqual(
        place.view.score
          .filter((one) => one.zone === zone && Math.ceil(Number(one.at.split('.')[1]) / 3) === sheet)
          .map(({ at }) => at),
      )
      expect(path.split('L').length).toBe(Math.max(2, notes.length))
    }
  })

  test('notes of a tuplet share a beam', () => {
    const { beams, spots } = layOut(place.view.score, { width: 1120, height: 430 })
    expect(beams.reduce((sum, { count }) => sum + count, 0)).toBe(spots.filter(({ note }) => note.tuplet).length)
    for (const { note, flag } of spots) if (note.tuplet) expect(flag).toBeNull()
  })
})

test('arrow keys go along a staff and to the nearest note of the next', () => {
  const spot = (at: string, x: number): Spot => ({ note: { at, note: 'c4' }, voice: Number(at[0]), x }) as Spot
  const [a, b, c, d] = [spot('1.1.1', 10), spot('1.1.2', 40), spot('2.1.1', 35), spot('3.1.1', 90)] as const
  const list = [a, b, c, d]
  const go = (from: Spot, key: string) => neighbour(list, from, key)?.note.at ?? null
  expect([go(a, 'ArrowRight'), go(b, 'ArrowRight'), go(b, 'ArrowLeft'), go(b, 'Home')]).toEqual([
    '1.1.2',
    null,
    '1.1.1',
    '1.1.1',
  ])
  expect([
    go(a, 'ArrowDown'),
    go(c, 'ArrowDown'),
    go(d, 'ArrowUp'),
    go(c, 'ArrowUp'),
    go(a, 'ArrowUp'),
    go(a, 'x'),
  ]).toEqual(['2.1.1', '3.1.1', '2.1.1', '1.1.2', null, null])
})

describe('the score', () => {
  test('lights what is legal, with the price of a clash, and asks for the reason elsewhere', async () => {
    const act = vi.fn()
    const { container } = render(Music, score(place, { act }))
    const lit = [...container.querySelectorAll('.may .hit')].map((one) => one.getAttribute('data-move'))
    expect(lit.toSorted()).toEqual(place.legal.toSorted())
    for (const one of container.querySelectorAll('.may'))
      expect(one.querySelector('.price')?.textContent ?? '').toBe(one.classList.contains('clash') ? '−2' : '')
    await fireEvent.click(container.querySelector(`[data-move="${place.legal[0]}"]`)!)
    const closed = place.view.score.find(
      ({ at }) => at.split('.')[1] === '1' && !place.legal.some((one) => one.endsWith(at)),
    )!.at
    await fireEvent.click(container.querySelector(`[data-place="note ${closed}"] .hit`)!)
    await fireEvent.click(container.querySelector('[data-place="note 3.9.1"] .hit')!)
    expect(act.mock.calls.flat()).toEqual([place.legal[0], `note ${closed}`, 'note 3.9.1'])
    expect(container.querySelector('[data-place="note 3.9.1"] button')).toBeNull()
  })

  test('one note is reached by Tab, the others by arrow keys', async () => {
    const { container } = render(Music, score())
    expect(container.querySelectorAll('.hit[tabindex="0"]')).toHaveLength(1)
    const first = container.querySelector<HTMLElement>('.hit[tabindex="0"]')!
    first.focus()
    await fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).not.toBe(first)
    expect(place.legal).toContain((document.activeElement as HTMLElement).dataset['move'])
    await tick()
    expect(container.querySelector('.hit[tabindex="0"]')).toBe(document.activeElement)
  })

  test.each(
    [find('symphony', 'place', 6), ...(process.env['TUTTI_SOAK'] ? [place, find('symphony', 'over', 2)] : [])].map(
      (moment) => [`${moment.players} ${moment.step}`, moment] as const,
    ),
  )('can be heard: %s', async (_, moment) => {
    const { container } = render(Music, score(moment))
    expect(container.querySelectorAll('[data-place^="note "]')).toHaveLength(moment.view.score.length)
    await expectAccessible(container)
  })

  test('is quiet when it is small', () => {
    const { container } = render(Music, score(place, { calm: true }))
    expect(container.querySelectorAll('button, .chip')).toHaveLength(0)
  })

  test('offers bars first where fingers would miss, and notes once they are near', async () => {
    const moment = find('symphony', 'place', 6)
    const { first, last } = moment.view.movement!
    const zoom = vi.fn()
    const widths = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320)
    const { container, rerender } = render(Music, score(moment, { zoom, bars: { first, last } }))
    await tick()
    expect(container.querySelectorAll('.hit[data-move]')).toHaveLength(0)
    await fireEvent.click(container.querySelectorAll('.zoom')[1]!)
    expect(zoom).toHaveBeenCalledWith(first + 1)
    await rerender(score(moment, { zoom, bars: { first: first + 1, last: first + 1 } }))
    expect(container.querySelectorAll('.zoom')).toHaveLength(0)
    expect(container.querySelectorAll('.may').length).toBe(
      moment.legal.filter((one) => one.split('.')[1] === String(first + 1)).length,
    )
    widths.mockRestore()
  })

  test('says who leads by colour, letter and number', () => {
    const majority = (name: string, args: MajorityInfo['args'], counts: number[], leaders: number[]): MajorityInfo => ({
      name,
      args,
      counts,
      leaders,
      margin: 1,
      exclusive: false,
      pays: [0, 0, 0, 0],
    })
    const standing: StandingInfo = {
      points: [],
      scored: [],
      open: [],
      sources: [],
      majorities: [
        majority('zone', { zone: 'green', sheet: 1 }, [0, 2, 1, 0], [1]),
        majority('sheet', { sheet: 2 }, [3, 3, 0, 0], [0, 1]),
        majority('voice', { voice: 3 }, [0, 0, 0, 0], []),
      ],
    }
    const { container } = render(Music, score(place, { standing }))
    const lead = (name: string) => container.querySelector(`[data-place="${name}"] .lead`)!
    expect(lead('zone 1 green').querySelector('.shown')!.textContent).toBe('B2–1')
    expect(lead('zone 1 green').getAttribute('title')).toBe(
      'Green Zone of Sheet 1: Björn leads by 1 (Ada 0, Björn 2, Chloé 1, Dmitri 0)',
    )
    expect(lead('sheet 2').querySelector('.shown')!.textContent).toBe('AB3–3')
    expect(lead('voice 3').querySelector('.shown')!.textContent).toBe('–')
  })

  test('draws what the move looked at would leave', () => {
    const action = place.legal.find((one) => one.startsWith('note '))!
    const at = action.slice(5)
    const ghost: View = {
      ...place.view,
      score: place.view.score.map((one) => (one.at === at ? { ...one, discs: [place.seat] } : one)),
    }
    const { container } = render(
      Music,
      score(place, { ghost, foreseen: { action, by: 'hover', at: document.body, preview: preview([0, 3, 0, 0]) } }),
    )
    expect(container.querySelectorAll('.ghost')).toHaveLength(1)
    expect(container.querySelector(`[data-place="note ${at}"] .ghost .disc`)).not.toBeNull()
    expect(container.querySelector('.glance')!.textContent).toContain('+3')
  })
})

const preview = (after: number[], more: Partial<Preview> = {}): Preview => ({
  actions: [],
  changes: null,
  events: [],
  merits: [],
  warnings: [],
  majorities: [],
  sources: {},
  stop: 'turn',
  numbers: { points: [[0, 0, 0, 0], after] } as unknown as Preview['numbers'],
  ...more,
})

test('a preview in a few words: points, what is taken, what changes where', () => {
  const row = (counts: number[]): MajorityInfo => ({
    name: 'zone',
    args: { zone: 'blue', sheet: 1 },
    counts,
    leaders: [1],
    margin: 1,
    exclusive: false,
    pays: [],
  })
  const sheet = (counts: number[]): MajorityInfo => ({ ...row(counts), name: 'sheet', args: { sheet: 2 } })
  const told = glance(
    preview([0, 4, 0, 0], {
      events: [{ event: 'token_found', player: 1, token: 'chaining', note: '1.1.1' }],
      majorities: [
        [row([1, 1, 0, 0]), row([1, 2, 0, 0])],
        [sheet([1, 0, 0, 0]), sheet([1, 0, 0, 0])],
      ],
    }),
    speakerOf(place),
    1,
  )
  expect(told.map(({ text, value }) => [text, value].filter(Boolean).join(' '))).toEqual([
    '+4',
    'Chaining',
    'Blue Zone 2–1',
  ])
})

describe('the order of play', () => {
  const told = (list: Event[]) => heard([], list).map(({ instrument, player }) => `${instrument}${player}`)
  const disc = (instrument: string, player: number): Event => ({
    event: 'placed',
    card: '22',
    instrument,
    player,
    note: '1.1.1',
    disc: player,
    overwrites: false,
    points: 0,
    virtuosity: 0,
  })

  test('remembers who played: a chain is one play, a Movement begins anew', () => {
    expect(told([disc('A1', 0), disc('A1', 0), disc('A2', 1)])).toEqual(['A10', 'A21'])
    expect(told([disc('A1', 0), { event: 'movement', column: 'B' }, disc('B1', 2)])).toEqual(['B12'])
    const turn = { instrument: 'A2', player: 1, stage: 'body', discs: 1 } as const
    expect(over(heard([], [disc('A1', 0), disc('A2', 1)]), turn)).toHaveLength(1)
  })

  test('shows who plays and who will, with names for those who listen', async () => {
    const { container, rerender } = render(Order, {
      view: place.view,
      box,
      speaker: speakerOf(place),
      news: [] as Event[],
    })
    const turns = place.view.order!
    expect(turns.length).toBeGreaterThan(3)
    expect(container.querySelectorAll('.turn')).toHaveLength(turns.length)
    expect(container.querySelector('[aria-current="step"] .hidden-visually')!.textContent).toMatch(
      /^Now: Björn plays Euphonium at A1, with \d discs? left\./,
    )
    expect(
      [...container.querySelectorAll('.stage .hidden-visually')].map((one) => one.textContent.split(':')[0]),
    ).toEqual(
      ['Attack', 'The Concertmaster closes the Attack with one play.', 'Body'].slice(
        0,
        container.querySelectorAll('.stage').length,
      ),
    )
    await expectAccessible(container)
    await rerender({ news: [disc('A3', 2)] })
    expect(container.querySelector('.past')!.getAttribute('title')).toMatch(/^Chloé has played/)
  })

  test('is silent outside of Movements', () => {
    const moment = find('symphony', 'card')
    expect(moment.view.order).toBeNull()
    expect(
      render(Order, { view: moment.view, box, speaker: speakerOf(moment) }).container.querySelector('.order'),
    ).toBeNull()
  })
})

describe('a scoring', () => {
  const news: Event[] = [
    { event: 'advanced', player: 0, track: 'flat', steps: 1 },
    { event: 'advanced', player: 1, track: 'sharp', steps: 1 },
    { event: 'advanced', player: 0, track: 'flat', steps: 2 },
    { event: 'advanced', player: 0, track: 'green', steps: 1 },
    { event: 'advanced', player: 1, track: 'green', steps: 1 },
    { event: 'advanced', player: 1, track: 'blue', steps: 2 },
    { event: 'sheet', player: 1, sheet: 1, points: 6 },
    { event: 'movement', column: 'C' },
  ]
  beforeEach(() => {
    vi.useFakeTimers()
    Element.prototype.animate ??= () => ({}) as Animation
  })
  afterEach(() => {
    vi.useRealTimers()
    prefs.motion = true
  })

  test('goes track by track, Zone by Zone, sheet', () => {
    expect(
      scenes(news).map(
        (one) =>
          `${one.kind} ${one.track ?? one.sheet} ${one.gains.map(({ player, step, points }) => `${player}:${step ?? points}`).join()}`,
      ),
    ).toEqual(['track flat 0:2', 'track sharp 1:1', 'zone green 0:1,1:1', 'zone blue 1:2', 'sheet 1 1:6'])
    expect(scenes(news).map(lights)).toEqual(['', '', '1 green', '1 blue', '1'])
    expect(scenes([{ event: 'movement', column: 'A' }])).toEqual([])
  })

  test('is shown by itself, ends by itself, and a key or a click ends it', async () => {
    const shown = () => render(Scoring, { news, speaker: speakerOf(place) }).container
    const container = shown()
    await tick()
    expect(container.textContent).toContain('The Flat track')
    expect(container.querySelector('[data-show]'), 'the result waits').not.toBeNull()
    await vi.advanceTimersByTimeAsync(2 * 1100 + 10)
    expect(container.textContent).toContain('Green Zone of Sheet 1')
    await vi.advanceTimersByTimeAsync(5 * 1100)
    expect(container.querySelector('.scoring')).toBeNull()
    for (const end of [() => fireEvent.keyDown(window, { key: 'Escape' }), () => fireEvent.pointerDown(window)]) {
      cleanup()
      const again = shown()
      await tick()
      expect(again.querySelector('.scoring')).not.toBeNull()
      await end()
      expect(again.querySelector('.scoring')).toBeNull()
    }
  })

  test('is left out where motion is off', async () => {
    prefs.motion = false
    const { container } = render(Scoring, { news, speaker: speakerOf(place) })
    await tick()
    expect(container.querySelector('.scoring')).toBeNull()
  })
})

test('what travels is remembered by its place, and what is overwritten sinks', () => {
  const board = document.createElement('div')
  board.innerHTML =
    '<i data-place="seat A1"><b class="disc"></b></i><ul><li data-place="note 1.1.1"><span class="top"></span><span data-anchor="token 1.1.1"><b class="token"></b></span></li></ul><p data-place="player 1"></p>'
  document.body.append(board)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    left: 5,
    top: 5,
    right: 15,
    bottom: 15,
    width: 10,
    height: 10,
  } as DOMRect)
  const went: Element[] = []
  Element.prototype.animate = function (this: Element) {
    went.push(this)
    return {} as Animation
  }
  const memory = remember(board, [
    {
      event: 'placed',
      card: '22',
      instrument: 'A1',
      player: 1,
      note: '1.1.1',
      disc: 1,
      overwrites: true,
      points: 1,
      virtuosity: 0,
    },
    { event: 'token_found', player: 1, note: '1.1.1', token: 'clef' },
    {
      event: 'placed',
      card: '22',
      instrument: 'B1',
      player: 1,
      note: '1.1.9',
      disc: 1,
      overwrites: false,
      points: 1,
      virtuosity: 0,
    },
  ])
  expect([memory.placed.map(({ note }) => note), memory.gone.map(({ to }) => to)]).toEqual([['1.1.1'], [null, 1]])
  travel(board, memory)
  expect(went.map((one) => one.className)).toEqual(['top', 'top', 'token'])
  vi.restoreAllMocks()
  board.remove()
})

test('cards, tokens and markers travel, too: from hand, player and pool to where they lie now', () => {
  const board = document.createElement('div')
  const token = (anchor: string, kind: string): string =>
    `<span data-anchor="${anchor}"><b class="token" data-token="${kind}"></b></span>`
  board.innerHTML = `<i data-place="seat A1"></i><i data-place="seat 00"><b class="disc"></b></i><p data-place="player 1"><b class="letter"></b>${token('tokens 1', 'clef')}<u data-anchor="baton"></u></p><p data-place="player 0"></p>${token('column B', 'chaining')}${token('unused', 'eclectic')}<s data-track="flat 1" data-step="1"></s><li data-card="22"></li><li data-place="note 1.1.1"><span class="top"></span></li>`
  document.body.append(board)
  let left = 0
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ left: ++left, top: left, right: left + 9, bottom: left + 9, width: 9, height: 9 }) as DOMRect,
  )
  const went: string[] = []
  Element.prototype.animate = function (this: Element) {
    went.push(`${this.localName} ${this.className}`.trim())
    return {} as Animation
  }
  const memory = remember(board, [
    { event: 'seated', card: '22', player: 1, seat: 'A1' },
    { event: 'controlled', card: '22', instrument: 'A1', part: null, player: 1 },
    { event: 'column_won', column: 'B', player: 1, token: 'chaining' },
    { event: 'token_taken', player: 1, token: 'eclectic' },
    { event: 'gave', player: 1, to: 0, token: 'clef' },
    { event: 'token_played', card: '22', instrument: 'A1', player: 1, token: 'clef' },
    { event: 'conducted', card: '22', instrument: 'A1', player: 1, slot: 0, way: '1' },
    {
      event: 'placed',
      card: '22',
      instrument: 'A1',
      player: 1,
      note: '1.1.1',
      disc: 1,
      overwrites: false,
      points: 1,
      virtuosity: 0,
    },
  ])
  expect(memory.gone.map(({ to }) => to)).toEqual([1, 1, 0])
  expect(memory.coming.map(({ what }) => what)).toEqual([
    '[data-place="seat A1"]',
    '[data-place="seat A1"] .disc:not(.empty)',
    '[data-place="seat A1"] .token',
  ])
  board.querySelector('[data-place="seat A1"]')!.innerHTML = '<b class="disc"></b><b class="token"></b>'
  board.querySelector<HTMLElement>('[data-track]')!.dataset['step'] = '2'
  travel(board, memory)
  expect(went).toEqual(['span top', 'i', 'b disc', 'b token', 'b token', 'b token', 'b token', 's', 'u'])
  vi.restoreAllMocks()
  board.remove()
})
