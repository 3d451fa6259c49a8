/** From what is to be heard to when it sounds: a timeline,
 *  a tempo and what is muted become notes for the synthesiser. */
import type { Part, Timeline, Tone } from './timeline'

/** What somebody does not want to hear. */
export interface Muted {
  players: ReadonlySet<number>
  voices: ReadonlySet<number>
  parts: ReadonlySet<number>
  /** Those who accompany: they belong to nobody. */
  company: boolean
}

export const NOTHING: Muted = { players: new Set(), voices: new Set(), parts: new Set(), company: false }

/** A note for the synthesiser; times in seconds from the beginning of the concert, at the tempo that is wanted. */
export interface Note {
  /** Which tone of the timeline it is: what sounds already is not begun again. */
  id: number
  on: number
  off: number
  channel: number
  key: number
  velocity: number
}

/** How a channel sounds: `pan` from 0 (left) to 127. */
export interface Desk {
  channel: number
  program: number
  pan: number
}

export interface Schedule {
  notes: Note[]
  desks: Desk[]
  /** Until the last tone has ended. */
  seconds: number
}

/** General MIDI keeps it for what has no pitch; so does every sixteenth channel after it. */
export const DRUMS = 9
const WIDTH = 76
/** A tone this short is not worth an entry in its middle. */
const SHORT = 0.08

/** Each part has a channel of its own, since two may play the same key; all that has no pitch shares one. */
export function channels(parts: readonly Part[]): number[] {
  let next = 0
  return parts.map(({ drum }) => {
    if (drum !== null) return DRUMS
    if (next % 16 === DRUMS) next++
    return next++
  })
}

export function heard(tone: Tone, muted: Muted): boolean {
  if (muted.voices.has(tone.voice) || muted.parts.has(tone.part)) return false
  return tone.player === null ? !muted.company : !muted.players.has(tone.player)
}

/** `tempo`: how many times as fast as it is written. */
export function schedule(timeline: Timeline, tempo = 1, muted: Muted = NOTHING): Schedule {
  const channel = channels(timeline.parts)
  const notes = timeline.tones.flatMap((tone, id) => {
    if (!heard(tone, muted)) return []
    const key = timeline.parts[tone.part]?.drum ?? tone.key
    return [
      {
        id,
        on: tone.start / tempo,
        off: tone.end / tempo,
        channel: channel[tone.part] ?? 0,
        key,
        velocity: tone.velocity,
      },
    ]
  })
  // As they sit, from the left to the right.
  const seats = [...new Set(timeline.parts.map((part) => part.seat))].sort()
  const desks = timeline.parts.flatMap((part, at) =>
    part.drum !== null
      ? []
      : [
          {
            channel: channel[at]!,
            program: part.program,
            pan:
              seats.length < 2
                ? 64
                : Math.round(64 - WIDTH / 2 + (WIDTH * seats.indexOf(part.seat)) / (seats.length - 1)),
          },
        ],
  )
  return { notes, desks, seconds: timeline.seconds / tempo }
}

/** Notes that are still to be played at a moment, in order;
 *  what sounds then is among them, unless it is all but over. */
export function from(notes: readonly Note[], moment: number): Note[] {
  return notes
    .filter((note) => note.on >= moment || note.off > moment + SHORT)
    .sort((a, b) => a.on - b.on || a.id - b.id)
}

/** The passage at a moment (at the written tempo): which bar it is, and how far it has come, from 0 to 1. */
export function passage(timeline: Timeline, moment: number): { index: number; bar: number; share: number } {
  const { passages } = timeline
  let index = passages.findIndex((one) => moment < one.end)
  if (index < 0) index = passages.length - 1
  const one = passages[index]
  if (!one) return { index: -1, bar: 0, share: 0 }
  return { index, bar: one.bar, share: Math.min(1, Math.max(0, (moment - one.start) / (one.end - one.start || 1))) }
}

/** The tones that sound at a moment (at the written tempo). */
export function sounding(timeline: Timeline, moment: number, muted: Muted = NOTHING): Tone[] {
  return timeline.tones.filter((tone) => tone.start <= moment && moment < tone.end && heard(tone, muted))
}

/** How quick it is at a moment, in quarter notes a minute. */
export function pace(timeline: Timeline, moment: number): number {
  let at = 0
  let seconds = 0
  let bpm = timeline.tempo[0]?.bpm ?? 60
  for (const mark of timeline.tempo) {
    seconds += ((mark.at - at) * 60) / bpm
    if (seconds > moment) break
    at = mark.at
    bpm = mark.bpm
  }
  return bpm
}

/** 1:05 */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-6))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
