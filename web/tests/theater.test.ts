import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  aims,
  attempt,
  cellsOf,
  family,
  grip,
  nextSeat,
  outline,
  turned,
} from '$lib/games/orchestra/board/hall/geometry'
import Theater from '$lib/games/orchestra/board/hall/Theater.svelte'
import { covered } from '$lib/games/orchestra/view'
import { all, BOXES, find, props, some, titled } from './kit'

const box = BOXES.orchestra
const shapeOf = (id: string): string[] => box.pieces[id]!.shape

afterEach(cleanup)

describe('a piece', () => {
  test('is one outline, with a corner for each of its corners', () => {
    const corners = (id: string): number => outline(shapeOf(id)).split('Q').length - 1
    expect(['S1', 'H2', 'U3', 'Q4'].map(corners)).toEqual([4, 4, 4, 4])
    expect(['L3a', 'L3b', 'L3c', 'L3d', 'T4'].map(corners)).toEqual([6, 6, 6, 6, 8])
    for (const { shape } of Object.values(box.pieces)) expect(outline(shape)).toMatch(/^M.*z$/)
  })

  test('turns only into pieces of the box', () => {
    expect(turned(['##', '#.'])).toEqual(['##', '.#'])
    expect(family(box.pieces, 'H2')).toEqual(['H2', 'U2'])
    expect([...family(box.pieces, 'L3c')].sort()).toEqual(['L3a', 'L3b', 'L3c', 'L3d'])
    for (const id of ['S1', 'Q4', 'H4', 'T4']) expect(family(box.pieces, id)).toEqual([id])
  })

  test('can be aimed at every place it may lie at', () => {
    const moment = find('orchestra', 'place_piece')
    if (moment.prompt?.step !== 'place_piece') throw new Error('another question')
    for (const [id, { at }] of Object.entries(moment.prompt.args.places)) {
      const anchors = at.split(' ')
      const found = aims(shapeOf(id), anchors)
      expect([...new Set(found.values())].sort()).toEqual([...anchors].sort())
      for (const [seat, anchor] of found) expect(covered(shapeOf(id), anchor)).toContain(seat)
    }
  })

  test('is held by one of its chairs, and where it cannot lie a place is named that can be asked about', () => {
    for (const { shape } of Object.values(box.pieces)) {
      expect(cellsOf(shape)).toContainEqual(grip(shape))
      for (const seat of ['a07', 'e05', 'b00', 'k13']) expect(attempt(shape, seat, box.map)).toMatch(/^[a-k]\d\d$/)
    }
    expect(attempt(shapeOf('H4'), 'e06', box.map)).toBe('e05')
  })

  test('is moved by arrows over aisles, and stays at the rim', () => {
    const seats = box.map.flatMap((row, y) =>
      [...row].flatMap((mark, x) =>
        mark === '.' ? [] : [`${String.fromCharCode(97 + y)}${String(x).padStart(2, '0')}`],
      ),
    )
    expect(nextSeat(seats, 'b01', 'ArrowRight')).toBe('b06')
    expect(nextSeat(seats, 'c10', 'ArrowDown')).toBe('e10')
    expect(nextSeat(seats, 'b00', 'ArrowLeft')).toBe('b00')
  })
})

describe('the theater', () => {
  test.each(some(all('orchestra')).map((moment) => ({ title: titled(moment), moment })))('$title', ({ moment }) => {
    const { container } = render(Theater, props(moment, box))
    expect(container.textContent).not.toMatch(/undefined|NaN|\[object|\{\w+\}|web\./)
    expect(container.querySelectorAll('.piece').length).toBe(moment.view.pieces.length)
    expect(container.querySelectorAll('[data-place^="spot "]').length).toBe(box.spots.length)
    const reached = new Set(
      [...container.querySelectorAll<HTMLElement>('[data-move]')].map((one) => one.dataset['move']),
    )
    const here = /^(assign|to|return|area|at|piece|keep) |^(left|right|wcu)$/
    // Several chairs mean one place: those are told apart by aiming, above.
    expect(moment.legal.filter((one) => here.test(one) && !reached.has(one) && !one.startsWith('at '))).toEqual([])
  })

  test('answers two questions as one, and refuses where a piece cannot lie', async () => {
    const moment = find('orchestra', 'place_piece')
    const act = vi.fn()
    const { container } = render(Theater, props(moment, box, act))
    const piece = [...container.querySelectorAll<HTMLElement>('.supply .may[data-piece]')].at(-1)!
    await fireEvent.click(piece)
    const chair = container.querySelector<HTMLElement>('.seats [data-move*=", at "]')!
    await fireEvent.click(chair)
    expect(act).toHaveBeenCalledWith(chair.dataset['move'])
    expect(chair.dataset['move']).toMatch(new RegExp(`^piece ${piece.dataset['piece']!.toLowerCase()}, at `))
    const no = [...container.querySelectorAll<HTMLElement>('.seats [data-seat]:not([data-move])')].find(
      (one) => box.areaOf(one.dataset['seat']!) !== 'w',
    )!
    await fireEvent.click(no)
    expect(act).toHaveBeenCalledTimes(2)
    expect(act.mock.calls[1]![0]).toMatch(/^piece \w+, at [a-k]\d\d$/)
  })

  test.each(['mouse', 'touch', 'key'])(
    'a chair that is chosen before a piece is asked for, so that the table can say why not: by %s',
    async (by) => {
      const moment = find('orchestra', 'place_piece')
      const act = vi.fn()
      const { container } = render(Theater, props(moment, box, act))
      const chair = container.querySelector<HTMLElement>('.seats [data-seat="e10"]')!
      await (by === 'key'
        ? fireEvent.keyDown(chair, { key: 'Enter' })
        : fireEvent.click(chair, by === 'touch' ? { pointerType: 'touch' } : {}))
      expect(act.mock.calls).toEqual([['at e10']])
      cleanup()
      act.mockClear()
      const other = render(Theater, props(find('orchestra', 'allocate', 2), box, act)).container
      await fireEvent.click(other.querySelector<HTMLElement>('.seats [data-seat="e10"]')!)
      expect(act, 'no piece is asked for').not.toHaveBeenCalled()
    },
  )
})

test('a poster tells its effects with the numbers of the box (OR-104, OR-107, OR-110)', () => {
  const speaker = props(all('orchestra')[0]!, box).speaker
  const effects = [2, 3, 4].map((number) => box.posterParts(number, speaker)[1])
  expect(effects).toEqual([
    'stop on occupied spaces for 2 Prestige',
    '1 Money more from each card that gives Money',
    'the first Audience Piece of each purchase costs 1 Money less for each of up to 3 seats',
  ])
})
