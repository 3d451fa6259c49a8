/** Chairs as cells of a plane, and pieces as outlines. What may lie where is the engine's business. */
import { chair, covered } from '../../view'

export type Cell = readonly [x: number, y: number]
export type Lines = readonly string[]

export const cellOf = (seat: string): Cell => [Number(seat.slice(1)), seat.charCodeAt(0) - 97]
export const cellsOf = (shape: Lines): Cell[] =>
  shape.flatMap((line, y) => [...line].flatMap((mark, x) => (mark === '#' ? [[x, y] as const] : [])))
export const sizeOf = (shape: Lines): number => cellsOf(shape).length

/** How far an outline stays inside its chairs, and how round its corners are. */
const INSET = 0.07
const ROUND = 0.28
/** The edges of a cell, clockwise: from which of its corners, and which way; beyond each lies this neighbour. */
const EDGES = [
  { corner: [0, 0], way: [1, 0], beyond: [0, -1] },
  { corner: [1, 0], way: [0, 1], beyond: [1, 0] },
  { corner: [1, 1], way: [-1, 0], beyond: [0, 1] },
  { corner: [0, 1], way: [0, -1], beyond: [-1, 0] },
] as const

/** The rim of a piece as one path: what is one piece looks like one, however many chairs it covers. */
export function outline(shape: Lines): string {
  const cells = cellsOf(shape)
  const ways = new Map<string, Cell>()
  for (const [x, y] of cells) {
    for (const { corner, way, beyond } of EDGES) {
      if (!cells.some(([cx, cy]) => cx === x + beyond[0] && cy === y + beyond[1]))
        ways.set(`${x + corner[0]} ${y + corner[1]}`, way)
    }
  }
  const [start] = cells
  if (!start) return ''
  const points: string[] = []
  let [x, y] = start
  // The first cell is the leftmost of the top row: its rim comes up from below.
  let into: Cell = [0, -1]
  do {
    const out = ways.get(`${x} ${y}`)!
    if (out[0] !== into[0]) points.push(bend(x, y, into, out))
    into = out
    x += out[0]
    y += out[1]
  } while (x !== start[0] || y !== start[1])
  return `M${points.join('L')}z`
}

/** A round corner, moved to the inside, which lies to the right of the way. */
function bend(x: number, y: number, into: Cell, out: Cell): string {
  const px = x - INSET * (into[1] + out[1])
  const py = y + INSET * (into[0] + out[0])
  const said = (...values: number[]): string => values.map((value) => Number(value.toFixed(3))).join(' ')
  return `${said(px - into[0] * ROUND, py - into[1] * ROUND)}Q${said(px, py, px + out[0] * ROUND, py + out[1] * ROUND)}`
}

// -- turning ----------------------------------------------------------------------------------------

export function turned(shape: Lines): string[] {
  const width = shape[0]?.length ?? 0
  return Array.from({ length: width }, (_, x) =>
    shape
      .map((line) => line[x] ?? '.')
      .reverse()
      .join(''),
  )
}

/** The pieces of a box that look like this one when they are turned,
 *  in the order of turning; no piece turns by itself (OR-115). */
export function family(pieces: Readonly<Record<string, { shape: Lines }>>, id: string): string[] {
  const found: string[] = []
  let shape: Lines = pieces[id]?.shape ?? []
  for (let quarter = 0; quarter < 4; quarter++) {
    const now = shape.join('/')
    for (const [other, piece] of Object.entries(pieces))
      if (piece.shape.join('/') === now && !found.includes(other)) found.push(other)
    shape = turned(shape)
  }
  return found
}

// -- aiming -----------------------------------------------------------------------------------------

/** The cell of a shape that lies under the pointer: the one nearest to its middle. */
export function grip(shape: Lines): Cell {
  const middle = [(shape[0]?.length ?? 1) / 2 - 0.5, shape.length / 2 - 0.5] as const
  const off = ([x, y]: Cell): number => Math.hypot(x - middle[0], y - middle[1]) + x / 100 + y / 50
  return cellsOf(shape).reduce((best, cell) => (off(cell) < off(best) ? cell : best))
}

/** For every chair the place that is meant when the pointer is there:
 *  of those that cover it the one it is nearest to. */
export function aims(shape: Lines, anchors: readonly string[]): Map<string, string> {
  const [gx, gy] = grip(shape)
  const best = new Map<string, { at: string; off: number }>()
  for (const at of anchors) {
    const [x, y] = cellOf(at)
    for (const seat of covered(shape, at)) {
      const [sx, sy] = cellOf(seat)
      const off = Math.hypot(sx - x - gx, sy - y - gy)
      if (off < (best.get(seat)?.off ?? Infinity)) best.set(seat, { at, off })
    }
  }
  return new Map([...best].map(([seat, { at }]) => [seat, at]))
}

/** Where a piece would lie at a chair if nothing were in the way:
 *  there it is drawn as refused, and its reason is asked for. */
export function attempt(shape: Lines, seat: string, map: Lines): string {
  const [x, y] = cellOf(seat)
  const [gx, gy] = grip(shape)
  const isChair = ([cx, cy]: Cell): boolean => /[^.w]/.test(map[cy]?.[cx] ?? '.')
  const corners = [[gx, gy] as const, ...cellsOf(shape)].map(([dx, dy]) => [x - dx, y - dy] as const)
  const whole = corners.find(([cx, cy]) => cellsOf(shape).every(([dx, dy]) => isChair([cx + dx, cy + dy])))
  const [cx, cy] = whole ?? corners.find(isChair) ?? [x, y]
  return chair(cy, cx)
}

export type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const WAYS: Record<Way, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
export const isWay = (key: string): key is Way => key in WAYS

/** The chair that an arrow key leads to: straight on over an aisle, else the nearest one that way. */
export function nextSeat(seats: readonly string[], from: string, way: Way): string {
  const [x, y] = cellOf(from)
  const [dx, dy] = WAYS[way]
  const cost = (seat: string): number => {
    const [sx, sy] = cellOf(seat)
    const on = (sx - x) * dx + (sy - y) * dy
    const off = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx)
    return on > 0 ? on + off * 3 : Infinity
  }
  const best = seats.reduce((found, seat) => (cost(seat) < cost(found) ? seat : found), from)
  return cost(best) < Infinity ? best : from
}
