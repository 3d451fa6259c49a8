/** Where the notes of a concert stand: side by side in their bars, what sounds together above one another. */
import type { Timeline } from '$lib/concert/timeline'
import type { Note } from '$lib/generated/games/symphony'
import { readNote } from '../view'

/** Widths are in spaces between two lines of a staff. */
const GAP = 2.25
const STEP = 0.75
const HEAD = 1.8
const TAIL = 1.4
const LEAST = 5.5

export interface Placed {
  at: string
  note: Note
  voice: number
  /** In the bar. */
  x: number
  value: string
  height: number
  accidental: string
}

export interface Bar {
  bar: number
  width: number
  notes: Placed[]
  /** How far the music has come, from 0 to 1, and where that is in the bar. */
  stops: { share: number; x: number }[]
}

/** How far into its bar each note begins, from 0 to 1, where the timeline tells. */
export function onsets(timeline: Timeline): Map<string, number> {
  const found = new Map<string, number>()
  for (const tone of timeline.tones) {
    const passage = timeline.passages.find(
      (one) => one.bar === tone.bar && tone.start >= one.start - 1e-6 && tone.start < one.end,
    )
    if (passage && !found.has(tone.note))
      found.set(tone.note, Math.max(0, (tone.start - passage.start) / (passage.end - passage.start)))
  }
  return found
}

export function barsOf(score: readonly Note[], timeline: Timeline): Bar[] {
  const known = onsets(timeline)
  const bars = new Map<number, Note[][]>()
  for (const note of score) {
    const [voice = 1, bar = 1] = note.at.split('.').map(Number)
    if (!bars.has(bar)) bars.set(bar, [[], [], []])
    bars.get(bar)![voice - 1]?.push(note)
  }
  return [...bars].sort(([a], [b]) => a - b).map(([bar, voices]) => setBar(bar, voices, known))
}

function setBar(bar: number, voices: Note[][], known: ReadonlyMap<string, number>): Bar {
  const all = voices.flatMap((notes, at) =>
    shares(notes, known).map((share, number) => ({ note: notes[number]!, voice: at + 1, share })),
  )
  all.sort((a, b) => a.share - b.share)
  const last: number[] = []
  const stops: Bar['stops'] = []
  const notes: Placed[] = []
  let x = HEAD
  for (const [index, { note, voice, share }] of all.entries()) {
    const together = index > 0 && share - all[index - 1]!.share < 1e-3
    const { value, height, accidental } = readNote(note.note)
    const free = (last[voice] ?? -GAP) + GAP + (accidental ? 1 : 0)
    if (!together) x = Math.max(index ? x + STEP : HEAD, free)
    else x = Math.max(x, free)
    last[voice] = x
    if (together) for (const other of notes) if (other.x >= stops.at(-1)!.x) other.x = last[other.voice] = x
    if (together) stops.at(-1)!.x = x
    else stops.push({ share, x })
    notes.push({ at: note.at, note, voice, x, value, height, accidental })
  }
  const width = Math.max(LEAST, x + TAIL)
  const start = stops[0]?.share === 0 ? [] : [{ share: 0, x: HEAD / 2 }]
  return { bar, width, notes, stops: [...start, ...stops, { share: 1, x: width }] }
}

/** When the notes of a Voice begin; what nobody plays lies between its neighbours. */
function shares(notes: readonly Note[], known: ReadonlyMap<string, number>): number[] {
  return notes.map((note, at) => {
    const own = known.get(note.at)
    if (own !== undefined) return own
    let [before, after] = [at - 1, at + 1]
    while (before >= 0 && !known.has(notes[before]!.at)) before--
    while (after < notes.length && !known.has(notes[after]!.at)) after++
    const from = before < 0 ? 0 : known.get(notes[before]!.at)!
    const to = after >= notes.length ? 1 : known.get(notes[after]!.at)!
    const first = before < 0 ? 0 : before
    return from + ((to - from) * (at - first)) / (after - first)
  })
}

/** Where in the bar the music is. */
export function cursorIn(bar: Bar, share: number): number {
  const next = bar.stops.findIndex((stop) => stop.share > share)
  const to = bar.stops[next < 0 ? bar.stops.length - 1 : next]
  const from = bar.stops[next < 0 ? bar.stops.length - 1 : next - 1] ?? to
  if (!from || !to) return 0
  return to.share > from.share ? from.x + ((to.x - from.x) * (share - from.share)) / (to.share - from.share) : to.x
}

export interface StaffRow {
  bars: (Bar & { left: number })[]
  /** Pixels of a space across, which fill the width, and up. */
  across: number
  up: number
}

/** The side of the staves where the Voices are named. */
export const MARGIN = 2.8
const SMALLEST = 6.8
const LARGEST = 13

/** As many bars in a row as can be read: all, or those of a sheet, or one. */
export function rowsOf(bars: readonly Bar[], width: number, sheet = 3): StaffRow[] {
  for (const count of [bars.length, sheet, 1]) {
    const rows: Bar[][] = []
    for (let at = 0; at < bars.length; at += count) rows.push(bars.slice(at, at + count))
    const spaces = rows.map((row) => MARGIN + row.reduce((sum, bar) => sum + bar.width, 0) + 0.5)
    const smallest = Math.min(...spaces.map((one) => width / one))
    if (smallest < SMALLEST && count > 1) continue
    const up = Math.max(6, Math.min(LARGEST, smallest))
    return rows.map((row, at) => {
      let left = MARGIN
      const placed = row.map((bar) => ({ ...bar, left: (left += bar.width) - bar.width }))
      return { bars: placed, across: width / spaces[at]!, up }
    })
  }
  return []
}
