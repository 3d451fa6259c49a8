/** Where everything of the score lies, in pixels of the box that it is given. Presentation only. */
import type { Note, Zone } from '$lib/generated/games/symphony'
import { readNote } from '../../view'

export const VOICES = [1, 2, 3] as const
const SHEET_BARS = 3
const BARS = 9
/** Positions of a staff, counted from the bottom; lines go through the odd ones. */
export const POSITIONS = 7
export const LINES = [1, 3, 5, 7] as const

export interface Range {
  first: number
  last: number
}
export interface Room {
  width: number
  height: number
  /** Only these bars. */
  bars?: Range | null
  /** Small and quiet: no brackets above the staves. */
  calm?: boolean
  /** Clefs stand before the staves. */
  clefs?: boolean
  /** Bars that are played on now: they get more room than the others. */
  area?: Range | null
}
export interface Span {
  x1: number
  x2: number
}
export interface Bar extends Span {
  bar: number
}
export interface Sheet extends Span {
  sheet: number
  bars: Bar[]
}
export interface Staff {
  voice: number
  /** Where a position lies. */
  y: (position: number) => number
  top: number
  bottom: number
  /** The row above it, for its Zones. */
  bracket: number
}
export interface Stem {
  x: number
  y1: number
  y2: number
  up: boolean
}
export interface Spot {
  note: Note
  voice: number
  bar: number
  sheet: number
  x: number
  y: number
  value: string
  height: number
  accidental: string
  stem: Stem | null
  flag: 'up' | 'down' | null
  /** How wide it may be without touching its neighbours. */
  room: number
  /** How large a disc on it is. */
  disc: number
  /** Heads and signs are smaller where bars are narrow. */
  scale: number
}
export interface Beam {
  count: number
  x1: number
  y1: number
  x2: number
  y2: number
  up: boolean
}
export interface Shape extends Span {
  zone: Zone
  sheet: number
  voice: number
  /** Through its notes, as a path, and how wide that is. */
  path: string
  width: number
  notes: string[]
}
export interface Layout {
  width: number
  height: number
  /** From one position to the next. */
  step: number
  /** The same for what stands before the staves, which has little room on a narrow score. */
  sign: number
  left: number
  right: number
  head: number
  /** Low and quiet: its head is one line. */
  low: boolean
  /** Sides have room for words. */
  wide: boolean
  sheets: Sheet[]
  staves: Staff[]
  spots: Spot[]
  beams: Beam[]
  zones: Shape[]
  /** How large a disc is, at most. */
  disc: number
  /** What a finger needs: more once a bar is near. */
  finger: number
}

export const sheetOf = (bar: number): number => Math.ceil(bar / SHEET_BARS)

const WEIGHTS: Readonly<Record<string, number>> = { s: 1.5, m: 1.2, c: 1, q: 1 }
/** Room at both ends of a bar, in notes. */
const EDGE = 0.7
const FOOT = 4
/** The smallest thing to touch, and what a note gets where it can be. */
const TARGET = 24
const NEAR = 40
const TOUCH = 27
/** The largest disc. */
const MOST = 36
/** From a head to the end of its stem, to its beam, and what a number beside a beam wants: in positions. */
const STEM = 5
const BEAM = 4
const DIGIT = 2.3
/** A quiet score so low has stems this much shorter, and one line above its staves. */
const LOW = 170
const SHORT = 0.55
const HEAD = 19
const NARROW = 6.5

export function layOut(
  score: readonly Note[],
  { width, height, bars = null, calm = false, clefs = false, area = null }: Room,
): Layout {
  const { first, last } = bars ?? { first: 1, last: BARS }
  const shown = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const groups = new Map<string, Drawn[]>()
  for (const note of score) {
    const [voice, bar] = note.at.split('.') as [string, string]
    const key = `${voice}.${bar}`
    groups.set(key, [...(groups.get(key) ?? []), drawn(note)])
  }
  const notesIn = (voice: number, bar: number): Drawn[] => groups.get(`${voice}.${bar}`) ?? []
  const low = calm && height < LOW
  for (const group of groups.values()) stems(group, low ? SHORT : 1)

  // down: each staff gets as much as its notes and their stems want
  const wide = width >= 620
  const head = low ? HEAD : calm ? 30 : Math.max(42, Math.min(58, height * 0.13))
  const foot = low ? 3 * FOOT : FOOT
  const bracket = calm ? 2 : Math.max(17, Math.min(24, height * 0.05))
  const reach = VOICES.map((voice) =>
    reachOf(
      shown.flatMap((bar) => notesIn(voice, bar)),
      calm,
    ),
  )
  const sum = reach.reduce((total, [low, high]) => total + high - low, 0)
  const step = Math.max(low ? 1.5 : 2.5, Math.min(15, (height - head - foot - bracket * VOICES.length) / sum))
  const spare = Math.max(0, height - head - foot - bracket * VOICES.length - step * sum) / VOICES.length
  let y = head
  const staves = VOICES.map((voice, at): Staff => {
    const [low, high] = reach[at]!
    const zero = y + bracket + spare / 2 + high * step
    const yOf = (position: number): number => zero - position * step
    const staff = { voice, y: yOf, top: yOf(POSITIONS), bottom: yOf(1), bracket: y + bracket / 2 + 1 }
    y += bracket + spare + (high - low) * step
    return staff
  })

  // across: each bar gets as much as its fullest Voice wants
  const sign = wide ? step : Math.min(step, NARROW)
  const left =
    wide && !calm ? 40 + sign * (clefs ? 8.4 : 4.6) : clefs ? 28 + sign * (wide ? 8.4 : 6.4) : calm ? 34 : 26 + step
  const right = wide ? 66 : 12
  const weight = (voice: number, bar: number): number =>
    notesIn(voice, bar).reduce((total, one) => total + one.weight, 0)
  const plain = (bar: number): number => EDGE + Math.max(2.2, ...VOICES.map((voice) => weight(voice, bar)))
  const numbers = [...new Set(shown.map(sheetOf))]
  const gap = wide ? 22 : 9
  const room = width - left - right - gap * (numbers.length - 1)
  const lit = shown.filter((bar) => area && bar >= area.first && bar <= area.last)
  const sumOf = (list: readonly number[]): number => list.reduce((total, bar) => total + plain(bar), 0)
  const more = lit.length ? stretch(room, sumOf(lit), sumOf(shown) - sumOf(lit)) : 1
  const barWeight = (bar: number): number => plain(bar) * (lit.includes(bar) ? more : 1)
  const unit = room / shown.reduce((total, bar) => total + barWeight(bar), 0)
  let x = left
  const sheets = numbers.map((sheet): Sheet => {
    if (x > left) x += gap
    const x1 = x
    const own = shown
      .filter((bar) => sheetOf(bar) === sheet)
      .map((bar): Bar => {
        const from = x
        x += barWeight(bar) * unit
        return { bar, x1: from, x2: x }
      })
    return { sheet, x1, x2: x, bars: own }
  })

  const spots: Spot[] = []
  const beams: Beam[] = []
  for (const { bars: own } of sheets) {
    for (const bar of own)
      for (const staff of staves) fill(bar, staff, notesIn(staff.voice, bar.bar), step, spots, beams)
  }
  const finger = first === last ? NEAR : TARGET
  const disc = spots.length ? Math.max(...spots.map((spot) => spot.disc)) : TARGET
  return {
    width,
    height,
    step,
    sign,
    left,
    right,
    head,
    low,
    wide,
    sheets,
    staves,
    spots,
    beams,
    zones: zonesOf(spots),
    disc,
    finger,
  }
}

/** How much wider the bars that are played on must be for notes to be hit. */
function stretch(room: number, inside: number, outside: number): number {
  const wanted = (TOUCH * outside) / Math.max(1, room - TOUCH * inside)
  return room > TOUCH * inside ? Math.max(1.2, Math.min(2.2, wanted)) : 2.2
}

/** Whether notes lie so close that fingers would miss them. */
export function crowded(spots: readonly Spot[]): boolean {
  return spots.some((one, at) =>
    spots.some(
      (other, index) =>
        index > at && one.voice === other.voice && Math.hypot(one.x - other.x, one.y - other.y) < TARGET,
    ),
  )
}

/** A note before it has a place: heights and stems are counted in positions of the staff. */
interface Drawn {
  note: Note
  value: string
  height: number
  accidental: string
  weight: number
  up: boolean
  /** Where the stem ends; null without one. */
  end: number | null
  /** Notes under the beam that begins here. */
  beams: number
}

function drawn(note: Note): Drawn {
  const { value, height, accidental } = readNote(note.note)
  return {
    note,
    value,
    height,
    accidental,
    weight: (WEIGHTS[value] ?? 1) + (accidental ? 0.45 : 0),
    up: height < 4,
    end: null,
    beams: 0,
  }
}

/** Gives the notes of a bar their stems; those of a tuplet share a beam. */
function stems(notes: readonly Drawn[], long: number): void {
  for (let at = 0; at < notes.length; at++) {
    const one = notes[at]!
    const count = one.note.tuplet ?? 1
    if (count > 1) {
      beam(notes.slice(at, at + count), long)
      at += count - 1
    } else if (one.value !== 's') one.end = one.height + (one.up ? STEM : -STEM) * long
  }
}

function beam(group: readonly Drawn[], long: number): void {
  const heights = group.map(({ height }) => height)
  const up = heights.reduce((sum, one) => sum + one, 0) / heights.length < 4
  const base = up ? Math.max(...heights) + BEAM * long : Math.min(...heights) - BEAM * long
  // a beam leans as its notes do, and only a little
  const lean = Math.max(-1, Math.min(1, (heights.at(-1)! - heights[0]!) / 2))
  group.forEach((one, at) => {
    one.up = up
    one.end = base + lean * (group.length > 1 ? at / (group.length - 1) - 0.5 : 0)
  })
  group[0]!.beams = group.length
}

/** The lowest and highest position that a staff needs, with what stands at the ends of stems. */
function reachOf(notes: readonly Drawn[], calm: boolean): [low: number, high: number] {
  let [low, high] = [-0.6, POSITIONS + (calm ? 1 : 1.5)]
  for (const { height, end, note } of notes) {
    const sign = note.tuplet && !calm ? DIGIT : 0.3
    low = Math.min(low, height - 1.6, (end ?? 1) - sign)
    high = Math.max(high, height + 1.6, (end ?? 1) + sign)
  }
  return [low, high]
}

/** Puts the notes of a bar side by side. */
function fill(
  { bar, x1, x2 }: Bar,
  staff: Staff,
  notes: readonly Drawn[],
  step: number,
  spots: Spot[],
  beams: Beam[],
): void {
  const total = notes.reduce((sum, { weight }) => sum + weight, 0) + EDGE
  const unit = (x2 - x1) / total
  let at = x1 + (EDGE / 2) * unit
  const found = notes.map(({ note, value, height, accidental, weight, up, end }): Spot => {
    // an accidental stands at the left of its note
    const x = at + (weight * unit) / 2 + (accidental ? 0.17 * unit : 0)
    at += weight * unit
    const y = staff.y(height)
    const scale = Math.max(0.5, Math.min(1, (weight * unit) / (step * 2.5)))
    const stem = end === null ? null : { x: x + (up ? 1 : -1) * 1.24 * step * scale, y1: y, y2: staff.y(end), up }
    return {
      note,
      voice: staff.voice,
      bar,
      sheet: sheetOf(bar),
      x,
      y,
      value,
      height,
      accidental,
      stem,
      flag: value === 'q' && !note.tuplet ? (up ? 'up' : 'down') : null,
      room: weight * unit,
      scale,
      disc: Math.max(9, Math.min(step * 2.5, MOST, weight * unit * 1.05)),
    }
  })
  notes.forEach(({ beams: count }, index) => {
    const [from, to] = [found[index]?.stem, found[index + count - 1]?.stem]
    if (count && from && to) beams.push({ count, x1: from.x, y1: from.y2, x2: to.x, y2: to.y2, up: from.up })
  })
  spots.push(...found)
}

/** A Zone is one shape: through its notes, from bar to bar. */
function zonesOf(spots: readonly Spot[]): Shape[] {
  const found = new Map<string, Spot[]>()
  for (const spot of spots) {
    if (!spot.note.zone) continue
    const key = `${spot.sheet} ${spot.note.zone}`
    found.set(key, [...(found.get(key) ?? []), spot])
  }
  return [...found.values()].map((own): Shape => {
    const { sheet, voice, note } = own[0]!
    const points = own.map(({ x, y }) => `${round(x)} ${round(y)}`)
    if (points.length === 1) points.push(`${round(own[0]!.x + 0.1)} ${round(own[0]!.y)}`)
    return {
      zone: note.zone!,
      sheet,
      voice,
      path: `M${points.join('L')}`,
      width: 1.42 * Math.min(...own.map((spot) => spot.disc)),
      notes: own.map((spot) => spot.note.at),
      x1: own[0]!.x,
      x2: own.at(-1)!.x,
    }
  })
}

const round = (value: number): number => Math.round(value * 10) / 10
