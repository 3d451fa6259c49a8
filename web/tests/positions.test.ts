import { bounded, placeOf, unsure, type CoursePoint } from '$lib/replay/analysis'
import * as orchestra from '$lib/games/orchestra/editor/position'
import { PLAIN, read, written } from '$lib/games/symphonimo/editor/position'
import type { View } from '$lib/generated/games/orchestra'
import * as symphony from '$lib/games/symphony/editor/position'
import type { Fields } from '$lib/words/template'
import { expect, test } from 'vitest'

const GIVEN: Fields = {
  game: 'symphonimo',
  players: 2,
  options: { grand_maestro: ['limit_two'], false_note: true, first_player: null },
  step: 'turn',
  player: 1,
  round: 4,
  deck: 20,
  drawn: null,
  chosen: null,
  conductors: [
    { power: 'limit_two', cards: [5, 7], taken_by: null },
    { power: PLAIN, cards: [], taken_by: 0 },
  ],
  collections: [{ '5': 1 }, { '9': 2, '10': 3 }],
  discards: { '3': 1 },
  ended: [],
}

test('a position of Symphonimo is read and written as it was, but for what follows from the rest', () => {
  const { step: _step, deck: _deck, chosen: _chosen, ended: _ended, ...rest } = GIVEN
  expect(written(read(GIVEN, 4))).toEqual({ ...rest, options: { grand_maestro: ['limit_two'], false_note: true } })
})

test('the question of a power stays as it was brought', () => {
  const asked = {
    ...GIVEN,
    conductors: [{ power: 'pass_left', cards: [5, 7], taken_by: null }],
    step: 'pass_left',
    chosen: 1,
  }
  expect(written(read(asked, 4))).toMatchObject({ step: 'pass_left', chosen: 1 })
})

test('another number of players keeps those who stay, and what cannot be read is empty', () => {
  const more = read(GIVEN, 4, 3)
  expect(more.conductors.map((one) => one.power)).toEqual(['limit_two', PLAIN, PLAIN])
  expect(more.collections).toEqual([{ '5': 1 }, { '9': 2, '10': 3 }, {}])
  const odd = read(
    { players: 2, conductors: 'none', collections: [[3], { '3': 'many' }], player: 'Ada', drawn: '?' },
    4,
  )
  expect(odd).toMatchObject({
    player: 0,
    drawn: null,
    collections: [{}, {}],
    conductors: [{ cards: [] }, { cards: [] }],
  })
})

const SHEETS = ['1W', '2W', '3W']
const BROUGHT: Fields = {
  game: 'symphony',
  players: 2,
  options: { preset: true, sheets: null },
  first: 1,
  sheets: ['3W', '1B', '2W'],
  stack: [{ step: 'programme', at: 4 }, { step: 'spread' }],
  column: 0,
  play: { inst_now: -1 },
  bag: ['02a'],
  hands: [[], []],
  orchestra: {
    A1: {
      card: '41',
      owners: [1, 0, null],
      well_placed: true,
      token: null,
      stack: 0,
      discs: [null, null, null, 1, 0, null, null, null, null],
    },
    '01': { card: '01', owners: [1] },
  },
  score: { '1.2.3': { discs: ['cover', 0], token: null } },
  tokens: { held: [['clef'], []], unused: ['eclectic'], pentagon: [], columns: [null, 'clef', null, null, null] },
  points: [{ discs: 7, sheets: 0 }, {}],
  winners: [[], [], []],
}

test('a position of Symphony that was brought is written as it was, but for what the server fills in', () => {
  const found = symphony.written(symphony.read(BROUGHT, 3, SHEETS))
  const { tokens: _tokens, orchestra: _orchestra, points: _points, ...rest } = BROUGHT
  expect(found).toMatchObject(rest)
  expect(found['tokens']).toEqual({ held: [['clef'], []], pentagon: [], columns: [null, 'clef', null, null, null] })
  expect(found['points']).toEqual([{ discs: 7 }, {}])
  expect(found['orchestra']).toEqual({
    A1: { card: '41', owners: [1, 0], well_placed: true, discs: [null, null, null, 1, 0, null, null, null, null] },
    '01': { card: '01', owners: [1] },
  })
})

test('another card forgets what was laid there and the hidden cards, another moment what was asked', () => {
  const table = symphony.read(BROUGHT, 3, SHEETS)
  symphony.seat(table, 'A1', '05', [0])
  expect(symphony.written(table)).not.toHaveProperty('bag')
  expect(symphony.written(table)).toMatchObject({
    orchestra: { A1: { card: '05', owners: [0] } },
    stack: BROUGHT['stack'],
  })
  expect(table.orchestra['A1']).toEqual(symphony.seated('05', [0]))
  symphony.ask(table, { column: 2, stage: 3, row: 1 })
  expect(symphony.written(table)).toMatchObject({ stack: [{ step: 'movement', column: 2, stage: 3, row: 1 }] })
  for (const gone of ['column', 'play']) expect(symphony.written(table)).not.toHaveProperty(gone)
  expect(symphony.read(symphony.written(table), 3, SHEETS)).toEqual(table)
  symphony.seat(table, 'A1', '')
  expect(Object.keys(table.orchestra)).toEqual(['01'])
})

test('what is no position of Symphony is an empty stage', () => {
  const odd = symphony.read({ orchestra: [3], score: 'none', tokens: { held: 4 }, sheets: [1] }, 3, SHEETS)
  expect(odd).toEqual({ ...symphony.begun(3, SHEETS, {}), options: {} })
})

test('extra discs lie next to the first space', () => {
  expect(symphony.cells([1, null], ['black'])).toEqual([null, null, 'black', 1, null, null, null, null, null])
})

test('a moment of a replay has the figures of the next decision, not of the one that was made before it', () => {
  const course: CoursePoint[] = [1, 4, 9].map((entry) => [entry, [0.5, 0.5], [3, 4]])
  expect([0, 1, 3, 4, 8, 9, 20].map((at) => placeOf(course, at))).toEqual([0, 0, 1, 1, 2, 2, 2])
})

test('what was luck may not be told from nothing, and is never more than all of a chance', () => {
  expect([unsure([-0.1, 0.2]), unsure([0.1, 0.2]), unsure([-3, -1])]).toEqual([true, false, false])
  expect([bounded('chance', -1.7), bounded('chance', 0.4), bounded('points', 17)]).toEqual([-1, 0.4, 17])
})

// -- Orchestra --------------------------------------------------------------------------------------

const ACADEMY: Fields = {
  board: 'AB1', money: 3, prestige: 2, scores: { cards: 0, column: 0 }, reserve: { b: 3, p: 1 }, grid: { B: [1], P: [2, 3, 4], I: [1, 2, 3, 4] },
  spaces: {}, slots: [[], [], []], banners: [], assigned: 0, virtuosos: ['locked', 'locked', 'locked', 'locked'], column: 0, poster: null,
  conductor: { left: 0, right: 0, below: [0, 0], arrived: null }, area: null, cards: [],
} // prettier-ignore
/** As much of the server's start of a match as the editor reads. */
const opening = (players: number): View =>
  ({
    open_levels: ['I', 'II'],
    academies: Array.from({ length: players }, () => ({ ...ACADEMY, points: 0, limit: 1 })),
  }) as unknown as View
const LAID: Fields = {
  game: 'orchestra', players: 2, rules: 2, options: { first_player: 1 }, phase: 'resolution', round: 3, first_player: 1, turn: 0, reason: null, open_levels: ['I', 'II'],
  rows: { I: [{ card: 'I11', player: 0, part: 1, musicians: ['b'] }, { card: 'I01' }, null] }, decks: { I: { unseen: 18, below: ['I02'] } },
  social: { deck: { SM01: 1 }, discards: { SM02: 1 } }, freelancers: { B: 4 }, spots: { ST1: 0 }, pieces: [{ player: 1, piece: 'H2', at: 'a07' }], wcu: 1,
  arrivals: 0, tried: ['E1'], academies: [{ ...ACADEMY, money: 7, cards: [{ card: 'I04', face_up: false }] }, { ...ACADEMY, poster: { id: 'PO1', parts: 2 } }],
  theater: [{ dealt: ['T09', 'T03'], kept: null }, { dealt: '?', kept: '?' }], stack: [{ step: 'resolve', player: 0 }],
} // prettier-ignore

test('a position of Orchestra is read and written as it was, but for what follows from the rest', () => {
  const { freelancers: _freelancers, arrivals: _arrivals, ...rest } = LAID
  expect(orchestra.written(orchestra.read(LAID, opening(2)))).toEqual({
    ...rest,
    decks: { I: { below: ['I02'] } },
    social: { discards: { SM02: 1 } },
  })
})

test('a table of Orchestra begins as the server says, and what cannot be read is as at the start', () => {
  const empty = orchestra.written(orchestra.read(null, opening(3)))
  expect(empty).toMatchObject({
    players: 3,
    phase: 'allocation',
    turn: 0,
    academies: [ACADEMY, ACADEMY, ACADEMY],
    rows: {},
  })
  expect(empty).not.toHaveProperty('stack')
  const odd = {
    ...LAID,
    academies: ['nothing', { grid: { B: 5 }, reserve: { b: 'many', p: 2 }, conductor: 3, cards: [{ card: 4 }] }],
    pieces: [{ player: 8 }, 7],
    spots: { ST1: 'Ada' },
  }
  const table = orchestra.read(odd, opening(2))
  expect(table.academies).toMatchObject([ACADEMY, { ...ACADEMY, reserve: { p: 2 } }])
  expect([table.pieces, table.spots]).toEqual([[], {}])
})

test('fewer players of Orchestra take their things along, and the question with them', () => {
  const three = orchestra.read({ ...LAID, players: 3, turn: 2, spots: { ST1: 0, ST2: 2 } }, opening(2))
  expect(three).toMatchObject({ players: 2, turn: 1, phase: 'allocation', spots: { ST1: 0 }, asked: {} })
  expect(orchestra.written(three)).not.toHaveProperty('theater')
})

test('another turn of Orchestra asks anew, and keeps the Theater Cards that are known', () => {
  const table = orchestra.read(LAID, opening(2))
  orchestra.askAnew(table)
  expect(orchestra.written(table)).toMatchObject({ theater: [{ dealt: ['T09', 'T03'] }, { dealt: '?', kept: '?' }] })
  expect(orchestra.written(table)).not.toHaveProperty('stack')
})

test('a Conductor marker comes to lie on those that are there', () => {
  const { academies } = orchestra.read(null, opening(2))
  const below = (): number[][] => academies.map((one) => one.conductor.below)
  const track = { left: 6, right: 4 }
  orchestra.conduct(academies, 0, 'left', 2, track)
  orchestra.conduct(academies, 1, 'left', 2, track)
  orchestra.conduct(academies, 1, 'right', 2, track)
  expect(below()).toEqual([
    [0, 0],
    [1, 0],
  ]) // the sides are two tracks
  orchestra.conduct(academies, 0, 'left', 3, track)
  expect(below()).toEqual([
    [0, 0],
    [0, 0],
  ])
  orchestra.conduct(academies, 0, 'left', 6, track)
  orchestra.conduct(academies, 1, 'right', 4, track)
  expect(below()).toEqual([
    [0, 0],
    [0, 1],
  ]) // the podium is one space
})

test('spots and cards of Orchestra are laid and taken away by the same click', () => {
  const table = orchestra.read(LAID, opening(2))
  orchestra.seatAt(table, 'ST1', 1)
  orchestra.seatAt(table, 'ST2', 1)
  orchestra.seatAt(table, 'ST2', 1)
  orchestra.layCard(table, 'II', 1, 'II03')
  orchestra.layCard(table, 'I', 1, '')
  expect(table.spots).toEqual({ ST1: 1 })
  expect(table.rows).toMatchObject({ I: [{ card: 'I11' }, null, null], II: [null, { card: 'II03' }, null], III: null })
})
