/** Where things stand around the chairs: plates of the areas in the gaps of the map, and what a telephone zooms to. */
import type { Areas } from '$lib/generated/games/orchestra'

export interface Frame {
  x: number
  y: number
  w: number
  h: number
}
export interface PlatePlace extends Frame {
  area: keyof Areas
  half: 'price' | 'count'
}

const AREAS = ['A', 'B', 'C'] as const

/** The rows and columns that match. */
function around(map: readonly string[], letters: RegExp): Frame {
  const cells = map.flatMap((row, y) =>
    [...row].flatMap((letter, x) => (letters.test(letter) ? [[x, y] as const] : [])),
  )
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 }
}

/** Price and points to the left of an area, everybody's pieces to its right; D has the last row. */
export function plates(map: readonly string[]): PlatePlace[] {
  const width = map[0]?.length ?? 0
  const last = map.length - 1
  const wings = around(map, /[13]/)
  const inner = wings.x + wings.w
  const found = AREAS.flatMap((area): PlatePlace[] => {
    const { x, y, w, h } = around(map, new RegExp(area))
    const high = Math.min(y + h, last) - y
    return [
      { area, half: 'price', x: inner, y, w: x - inner, h: high },
      { area, half: 'count', x: x + w, y, w: width - inner - x - w, h: high },
    ]
  })
  return [
    ...found,
    { area: 'D', half: 'price', x: 0, y: last, w: 4, h: 1 },
    { area: 'D', half: 'count', x: width - 4, y: last, w: 4, h: 1 },
  ]
}

export interface Part extends Frame {
  id: string
  area: keyof Areas
}

/** The parts of the hall that are shown one at a time where all of it is too small for fingers. */
export function parts(map: readonly string[]): Part[] {
  const part = (id: string, area: keyof Areas, letters: RegExp): Part => ({ id, area, ...around(map, letters) })
  return [...AREAS.map((area) => part(area, area, new RegExp(area))), part('D‹', 'D', /[13]/), part('D›', 'D', /[24]/)]
}
