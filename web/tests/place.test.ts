import { describe, expect, test } from 'vitest'
import { clearOf } from '$lib/table/place'

/** A panel 40 high, from 100 to 300 across; the floor is at 500, so with lift 0 it reaches from 460 to 500. */
const PANEL = new DOMRect(100, 0, 200, 40)
const FLOOR = 500
const LIFTS = [6, 60, 200]
const chosen = (left: number, top: number, right: number, bottom: number): DOMRect =>
  new DOMRect(left, top, right - left, bottom - top)
const lift = (...seen: DOMRect[]): number => clearOf(seen, LIFTS, PANEL, FLOOR)

describe('a panel lies clear of what was chosen', () => {
  test('at the first height where nothing is hidden', () => {
    expect(lift()).toBe(6)
    expect(lift(chosen(150, 100, 200, 140))).toBe(6)
    expect(lift(chosen(150, 470, 200, 490))).toBe(60)
    expect(lift(chosen(150, 470, 200, 490), chosen(150, 420, 200, 430))).toBe(200)
  })

  test('where it may touch, but not overlap', () => {
    expect(lift(chosen(150, 400, 200, 454))).toBe(6) // its upper edge at lift 6
    expect(lift(chosen(150, 400, 200, 455))).toBe(200)
    expect(lift(chosen(150, 494, 200, 500))).toBe(6) // its lower edge at lift 6
    expect(lift(chosen(150, 493, 200, 500))).toBe(60)
  })

  test('of nothing that lies beside it', () => {
    expect(lift(chosen(20, 400, 100, 500))).toBe(6)
    expect(lift(chosen(300, 400, 380, 500))).toBe(6)
    expect(lift(chosen(20, 400, 101, 500))).toBe(200)
    expect(lift(chosen(299, 400, 380, 500))).toBe(200)
  })

  test('and at the first height of all where something is hidden at each', () => {
    expect(lift(chosen(150, 0, 200, 500))).toBe(6)
    expect(clearOf([], [], PANEL, FLOOR)).toBe(0)
  })
})
