import { bounded, placeOf, unsure, type CoursePoint } from '$lib/replay/analysis'
import { PLAIN, read, written } from '$lib/games/symphonimo/position'
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
  const asked = { ...GIVEN, conductors: [{ power: 'pass_left', cards: [5, 7], taken_by: null }], step: 'pass_left', chosen: 1 }
  expect(written(read(asked, 4))).toMatchObject({ step: 'pass_left', chosen: 1 })
})

test('another number of players keeps those who stay, and what cannot be read is empty', () => {
  const more = read(GIVEN, 4, 3)
  expect(more.conductors.map((one) => one.power)).toEqual(['limit_two', PLAIN, PLAIN])
  expect(more.collections).toEqual([{ '5': 1 }, { '9': 2, '10': 3 }, {}])
  const odd = read({ players: 2, conductors: 'none', collections: [[3], { '3': 'many' }], player: 'Ada', drawn: '?' }, 4)
  expect(odd).toMatchObject({ player: 0, drawn: null, collections: [{}, {}], conductors: [{ cards: [] }, { cards: [] }] })
})

test('a moment of a replay belongs to the last point of the course before it', () => {
  const course: CoursePoint[] = [1, 4, 9].map((entry) => [entry, [0.5, 0.5], [3, 4]])
  expect([0, 1, 3, 4, 8, 9, 20].map((at) => placeOf(course, at))).toEqual([0, 0, 0, 1, 1, 2, 2])
})

test('what was luck may not be told from nothing, and is never more than all of a chance', () => {
  expect([unsure([-0.1, 0.2]), unsure([0.1, 0.2]), unsure([-3, -1])]).toEqual([true, false, false])
  expect([bounded('chance', -1.7), bounded('chance', 0.4), bounded('points', 17)]).toEqual([-1, 0.4, 17])
})
