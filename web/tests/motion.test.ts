/** What moves on Orchestra's board, Social Media one by one, and the final scoring part by part. */
import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Final from '$lib/games/orchestra/board/Final.svelte'
import { fresh, lights, pageOf, scenes, totals } from '$lib/games/orchestra/board/final'
import { flights, MOST, type Flight } from '$lib/games/orchestra/motion'
import { remember, travel } from '$lib/games/orchestra/board/moving'
import { reveals } from '$lib/games/orchestra/board/social'
import SocialMedia from '$lib/games/orchestra/board/SocialMedia.svelte'
import type { Event, View } from '$lib/generated/games/orchestra'
import { prefs } from '$lib/state/prefs.svelte'
import { all, BOXES, expectAccessible, find, speakerOf } from './kit'

const box = BOXES.orchestra
const later = find('orchestra', 'resolve')
const over = all('orchestra').filter(({ step }) => step === 'over')
const areas = find('orchestra', 'choose_area')

beforeEach(() => {
  vi.useFakeTimers()
  Element.prototype.animate ??= () => ({}) as Animation
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  prefs.motion = true
})

describe('what moves', () => {
  const said = (flight: Flight): string =>
    flight.what === 'musician'
      ? `${flight.text} ${flight.from} → ${flight.to}`
      : flight.what === 'marker'
        ? `${flight.marker}: ${flight.way.join(', ')}`
        : flight.what === 'card'
          ? `${flight.from} → ${flight.to}`
          : flight.what === 'piece'
            ? `piece ${flight.at}`
            : `coins ${flight.player} ${flight.money} ${flight.prestige}`
  const plan = (news: readonly Event[], before: View = later.view, after: View = later.view): string[] =>
    flights(news, before, after).map(said)

  test('markers go over every space, forward and back', () => {
    expect(plan([{ event: 'column_moved', player: 1, from: 3, to: 6 }])).toEqual([
      'marker 1: column 3, column 4, column 5, column 6',
    ])
    expect(plan([{ event: 'column_moved', player: 0, from: 6, to: 4 }])).toEqual([
      'marker 0: column 6, column 5, column 4',
    ])
    expect(
      plan([
        { event: 'stepped', player: 0, side: 'left', to: 1 },
        { event: 'stepped', player: 0, side: 'left', to: 2 },
        { event: 'stepped_back', player: 1, side: 'right', to: 0 },
      ]),
    ).toEqual(['baton 0 left: step left 0, step left 1, step left 2', 'baton 1 right: step right 1, step right 0'])
  })

  test('Musicians go from the reserve to work, into the orchestra, and home again', () => {
    expect(
      plan([
        { event: 'space_used', player: 0, space: 'X', musician: 'inv-p' },
        { event: 'spot_taken', player: 1, spot: 'ST1', who: 'V4' },
        { event: 'spot_taken', player: 1, spot: 'ST2', who: 'V1' },
      ]),
    ).toEqual(['P reserve 0 → space 0 X', 'V reserve 1 → spot ST1', 'V player 1 → spot ST2'])
    const before = structuredClone(later.view)
    before.academies[0]!.spaces = { ...before.academies[0]!.spaces, C: 'b', M: 'inv-b' }
    before.academies[0]!.slots[2] = ['p', 'b']
    const after = structuredClone(before)
    after.academies[0]!.spaces = structuredClone(later.view.academies[0]!.spaces)
    delete after.academies[0]!.spaces.C
    delete after.academies[0]!.spaces.M
    after.academies[0]!.slots[2] = []
    after.academies[0]!.money += 2
    after.academies[1]!.prestige -= 3
    expect(plan([{ event: 'passed', player: 0 }], before, after)).toEqual([
      'B space 0 C → reserve 0',
      'P slot 0 3 → reserve 0',
      'B slot 0 3 → reserve 0',
      'coins 0 2 0',
      'coins 1 0 -3',
    ])
    expect(plan([], before, after), 'nothing happened: a position is loaded, a move taken back').toEqual([])
  })

  test('cards go to the academy and come from their deck; pieces drop', () => {
    const place = later.view.rows.I.findIndex(Boolean)
    const card = later.view.rows.I[place]!.card
    expect(
      plan([
        { event: 'fulfilled', player: 1, card, name: '' },
        { event: 'fulfilled', player: 0, card: 'III99', name: '' },
        { event: 'card_shown', player: null, card: 'II07', name: '', place: 'II.2' },
        { event: 'piece_placed', player: 0, piece: 'H2', at: 'c05', area: 'A' },
      ]),
    ).toEqual([`card I.${place + 1} → player 1`, 'deck III → player 0', 'deck II → card II.2', 'piece c05'])
  })

  test('whatever a real match tells has a plan, and no more than can be followed', () => {
    for (const moment of all('orchestra')) {
      const found = flights(moment.events, moment.view, moment.view)
      expect(found.length).toBeLessThanOrEqual(MOST)
      if (
        moment.events.some(({ event }) =>
          ['space_used', 'column_moved', 'stepped', 'piece_placed', 'fulfilled'].includes(event),
        )
      )
        expect(found.length).toBeGreaterThan(0)
    }
  })

  test('is drawn from the old place to the new one', () => {
    const board = document.createElement('div')
    board.innerHTML =
      '<section data-place="player 0"><i class="reserve"></i><b class="coins"></b><u data-place="space 0 X"><em data-fly="space 0 X"></em></u></section><p data-place="column 1"></p><p data-place="column 2"><s data-fly="marker 0"></s></p>'
    document.body.append(board)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
      left: 5,
      top: 5,
      right: 15,
      bottom: 15,
      width: 10,
      height: 10,
    } as DOMRect)
    const went: string[] = []
    Element.prototype.animate = function (this: Element) {
      went.push(this.className || this.tagName)
      return {} as Animation
    }
    const after = structuredClone(later.view)
    after.academies[0]!.money += 1
    const memory = remember(
      board,
      [
        { event: 'space_used', player: 0, space: 'X', musician: 'b' },
        { event: 'column_moved', player: 0, from: 1, to: 2 },
      ],
      later.view,
      after,
    )
    travel(board, memory)
    expect(went).toEqual(['flying', 'EM', 'flying', 'S', 'flying'])
    board.remove()
  })
})

describe('Social Media', () => {
  const shown: Event[] = [
    { event: 'revealed', player: 0, social: 'SM16', gain: ['eye'] },
    { event: 'social_shuffled', player: null },
    { event: 'revealed', player: 0, social: 'SM02', gain: ['m3'] },
    { event: 'eyes_closed', player: 0, eyes: 1, failed: true, ignored: 0 },
  ]
  const open = (news: readonly Event[], lang = 'en') =>
    render(SocialMedia, { view: later.view, news, speaker: speakerOf(later, lang) }).container

  test('is taken apart by who turned up what', () => {
    expect(
      reveals(
        [
          ...shown,
          { event: 'money_gained', player: 0, money: 1 },
          { event: 'revealed', player: 1, social: 'SM02', gain: ['m3'] },
        ],
        later.view,
      ).map(({ player, cards, eyes, ignored, failed }) => [player, cards.map(({ eye }) => eye), eyes, ignored, failed]),
    ).toEqual([
      [0, [true, false], 1, 0, true],
      [1, [false], 0, later.view.academies[1]!.eyes_ignored, false],
    ])
    // of every real one, each eye is counted once
    const told = all('orchestra').flatMap(({ events, view }) => reveals(events, view))
    expect(told.length).toBeGreaterThan(0)
    for (const one of told) if (one.eyes) expect(one.cards.filter(({ eye }) => eye).length).toBe(one.eyes)
  })

  test('turns up one by one, counts, says what it means, and goes away', async () => {
    const container = open(shown)
    await tick()
    const up = (): number => container.querySelectorAll('.up').length
    expect([up(), container.textContent]).toEqual([0, expect.stringContaining('0 closed eyes, 0 ignored')])
    await vi.advanceTimersByTimeAsync(560)
    expect([up(), container.textContent]).toEqual([1, expect.stringContaining('1 closed eye, 0 ignored')])
    expect(container.querySelector('.verdict')!.textContent).toBe('')
    await vi.advanceTimersByTimeAsync(560)
    expect(container.querySelector('.verdict')!.textContent).toContain('no card counts')
    vi.useRealTimers()
    await expectAccessible(container)
    vi.useFakeTimers()
    cleanup()
    const again = open(shown)
    await vi.advanceTimersByTimeAsync(4000)
    expect(again.querySelector('.social-media')).toBeNull()
  })

  test.each([
    ['a key', () => fireEvent.keyDown(window, { key: 'a' })],
    ['a click', () => fireEvent.pointerDown(window)],
  ])('%s ends it', async (_, end) => {
    const container = open(shown)
    await tick()
    await end()
    expect(container.querySelector('.social-media')).toBeNull()
  })

  test('stands there whole where nothing may move', async () => {
    prefs.motion = false
    const container = open([
      ...shown,
      { event: 'passed', player: 0 },
      { event: 'revealed', player: 1, social: 'SM02', gain: ['m3'] },
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(container.querySelectorAll('.up').length).toBe(3)
    expect([...container.querySelectorAll('.verdict')].map((one) => one.textContent)).toEqual([
      expect.stringContaining('Too many'),
      expect.stringContaining('every card counts'),
    ])
    await fireEvent.keyDown(window, { key: 'a' })
    expect(container.querySelector('.social-media')).toBeNull()
  })
})

describe('the final scoring', () => {
  const whole = over.find(({ players }) => players === 2)!
  const given = (moment: typeof whole, news: readonly Event[], lang = 'en', before?: View) => {
    const board = document.createElement('div')
    document.body.append(board)
    const props = {
      view: before ?? moment.view,
      news: [] as readonly Event[],
      box,
      speaker: speakerOf(moment, lang),
      board,
    }
    const drawn = render(Final, props)
    return { ...drawn, show: () => drawn.rerender({ ...props, view: moment.view, news }) }
  }
  /** The same table before anything was counted. */
  const unscored = (view: View): View => {
    const { reckoning: _, ...rest } = view
    return { ...rest, active: [0] }
  }

  test('has a scene for each section, area and Theater Card, and one for coins', () => {
    for (const { view, players } of over) {
      const found = scenes(view.reckoning)
      const counted = (kind: string): number => found.filter((one) => one.kind === kind).length
      expect([counted('area'), counted('theater'), counted('coins')]).toEqual([players, players, 1])
      expect(counted('section')).toBeGreaterThan(0)
      expect(totals(view.reckoning!, found), 'they come to the points of everybody').toEqual(
        view.academies.map(({ points }) => points),
      )
      for (const one of found) expect(lights(one, view, box).length, one.id).toBeGreaterThan(0)
    }
    expect([...new Set(scenes(whole.view.reckoning).map(pageOf))]).toEqual(['tracks', 'hall', 'academy'])
  })

  test('shows what was counted since, once', () => {
    expect(fresh(undefined, areas.view.reckoning).every(({ kind }) => kind === 'section')).toBe(true)
    expect(fresh(areas.view.reckoning, areas.view.reckoning)).toEqual([])
    const { areas: chosen, theaters: _, coins: __, ...rest } = whole.view.reckoning!
    expect(fresh({ ...rest, areas: chosen.slice(0, 1) }, whole.view.reckoning).map(({ id }) => id)).toEqual([
      `area ${chosen[1]!.player}`,
      'theater 0',
      'theater 1',
      'coins',
    ])
  })

  test('lights the chairs that count, and those of a Theater Card that do not', () => {
    const { view } = whole
    const card = scenes(view.reckoning).find(({ id }) => id === 'theater 0')!
    const lit = lights(card, view, box)
    expect(lit.filter(({ counts }) => counts).length).toBe(card.gains[0]!.count)
    const area = scenes(view.reckoning).find(({ kind }) => kind === 'area')!
    if (area.kind !== 'area') throw new Error('no area')
    expect(lights(area, view, box)[0]).toEqual({ place: `area ${area.area}`, counts: true })
  })

  test.each(['en', 'fr', 'de'])('goes on by itself, says why, and comes to its end (%s)', async (lang) => {
    const { container, show } = given(whole, whole.events, lang, unscored(whole.view))
    await tick()
    expect(container.querySelector('.final, .again')).toBeNull()
    await show()
    const all = scenes(whole.view.reckoning).length
    for (let at = 0; at < all; at++) {
      const said = container.querySelector('.final')!.textContent
      expect(said).toMatch(/\p{L}{4}/u)
      expect(said, 'every word is known').not.toMatch(/web\.|majority\.|undefined|NaN/)
      expect(container.querySelector('[data-show]')).not.toBeNull()
      await vi.advanceTimersByTimeAsync(2200)
    }
    expect(container.querySelector('.final')).toBeNull()
  })

  test('is left with Escape or Skip, and stepped through by hand', async () => {
    const { container, show, getByRole } = given(whole, whole.events, 'en', unscored(whole.view))
    await show()
    vi.useRealTimers()
    await expectAccessible(container)
    await fireEvent.click(getByRole('button', { name: 'Next' }))
    expect(container.querySelector('[data-show]'), 'the result waits').not.toBeNull()
    expect(container.textContent).toContain('2 of')
    await fireEvent.click(getByRole('button', { name: 'Back' }))
    expect(container.textContent).toContain('1 of')
    await fireEvent.keyDown(window, { key: 'Escape' })
    expect(container.querySelector('.final')).toBeNull()
    await fireEvent.click(getByRole('button', { name: 'Final scoring, step by step' }))
    expect(container.querySelector('[data-show]')).toBeNull()
    expect(container.textContent).toContain(`1 of ${scenes(whole.view.reckoning).length}`)
    await fireEvent.click(getByRole('button', { name: 'Skip' }))
    expect(container.querySelector('.final')).toBeNull()
  })

  test('waits to be asked for where nothing may move, and on a page that is opened later', async () => {
    prefs.motion = false
    const { container, show } = given(whole, whole.events, 'en', unscored(whole.view))
    await show()
    expect([container.querySelector('.final'), container.querySelector('.again')]).toEqual([null, expect.anything()])
    cleanup()
    prefs.motion = true
    const opened = given(whole, []).container
    await tick()
    expect([opened.querySelector('.final'), opened.querySelector('.again')]).toEqual([null, expect.anything()])
  })
})
