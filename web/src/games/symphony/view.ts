/** Symphony as the engine shows it (games/symphony/sight.py), and what the picture of it needs. */
import type { View } from '$lib/generated/shown'
import type { Speaker } from '$lib/words/speaker'
import type { Fields, Json } from '$lib/words/template'

/** A player's number, "black", "cover", or nothing. */
export type Disc = number | 'black' | 'cover' | null

export interface Seat {
  card: string
  owners: (number | null)[]
  discs: Disc[]
  well_placed?: boolean
  /** Those that it may use, with the Clefs variant; without it the card tells the printed ones. */
  clefs?: string
  left?: Disc[]
  stack?: number
  token?: string
  abilities?: string[][]
}
export interface Note {
  at: string
  note: string
  colour?: 'blue' | 'orange'
  zone?: 'green' | 'orange' | 'blue'
  tuplet?: number
  discs?: Disc[]
  token?: string
}
/** A note that only a clash opens: steps on the track, and the points that they take away. */
export interface Clash {
  note: string
  steps: number
  points: number
}
export interface Objective extends Fields {
  card: number
  symphony: string
  symphony_points: number
  orchestra: string
  orchestra_points: number
}
export interface SymphonyView extends View {
  step: string
  movement: { column: string; stage: string; first: number; last: number } | null
  first_player: number
  master: string
  sheets: string[]
  clef_cards: { main: string; minor: string; from: number; to: number }[] | null
  prizes: (number | { counts: string; per: number })[]
  orchestra: Record<string, Seat | null>
  column_tokens: (string | null)[]
  pentagon: string[]
  unused: string[]
  tokens: string[][]
  tracks: Record<string, number>[]
  points: number[]
  sources: Record<string, number>[]
  score: Note[]
  hands: number[]
  objectives: { public: number | null; revealed: (number | null)[]; held: number[]; public_card?: Objective; final?: (number | null)[] }
  picks: string[][] | null
  play: { instrument: string; card: string; coda: boolean; replay: boolean; disc?: Disc; near: string | null; clashes?: Clash[] } | null
  own?: {
    hand: string[]
    objectives: number[]
    objective_cards?: Objective[]
    sealed: Json
    packet?: string[]
    packets_seen?: string[][]
    picks?: string[]
    discards?: string[]
    choirs_seen?: string[]
  }
}

export type Shown = { view: SymphonyView; prompts: Record<string, Fields>; event: Fields & { event: string } }

const TRACKS = ['flat', 'sharp', 'semibreve', 'green', 'orange', 'blue'] as const

/** The tracks of this match: clashes have one where there are clefs. */
export function tracksOf(view: SymphonyView): readonly string[] {
  return view.clef_cards ? [...TRACKS, 'clash'] : TRACKS
}

/** What a Musician token does; clefs are worth something else where they are played with. */
export function tokenWords(token: string, view: SymphonyView, speaker: Speaker): string {
  return speaker.say(token === 'clef' && view.clef_cards ? 'web.token.clef_variant' : `web.token.${token}`)
}

/** The price of a clash on a note, if it is one. */
export function clashAt(view: SymphonyView, at: string): Clash | undefined {
  return view.play?.clashes?.find((one) => one.note === at)
}

export function clashWords(clash: Clash, speaker: Speaker): string {
  return speaker.say('web.clash.price', { steps: clash.steps, cost: -clash.points })
}

export function seatOf(view: SymphonyView, target: string): Seat | null {
  const place = target.split('.')[0]?.toUpperCase() ?? ''
  return view.orchestra[place] ?? null
}

/** The value of a note ("s", "m", "c", "q"), its height from 1 to 7 and its accidental. */
export function readNote(text: string): { value: string; height: number; accidental: string } {
  return { value: text.charAt(0), height: Number(text.charAt(1)), accidental: { b: '♭', '#': '♯' }[text.charAt(2)] ?? '' }
}

/** A note in words, for lists and for those who listen. */
export function noteWords(note: Note, speaker: Speaker): string {
  const { value, height, accidental } = readNote(note.note)
  const [voice, bar, number] = note.at.split('.') as [string, string, string]
  const parts = [
    speaker.say('web.note.at', { voice: Number(voice), bar: Number(bar), number: Number(number) }),
    `${speaker.say(`web.note.${value}`)} ${height}${accidental}`,
  ]
  if (note.zone) parts.push(speaker.say('web.note.zone', { zone: speaker.say(`web.colour.${note.zone}`) }))
  if (note.colour) parts.push(speaker.say('web.note.coloured', { colour: speaker.say(`web.colour.${note.colour}`) }))
  if (note.tuplet) parts.push(speaker.say('web.note.tuplet', { count: note.tuplet }))
  if (note.token) parts.push(speaker.look('token', note.token))
  for (const disc of note.discs ?? []) parts.push(discWords(disc, speaker))
  return parts.join(', ')
}

export function discWords(disc: Disc, speaker: Speaker): string {
  if (disc === null) return speaker.say('web.disc.free')
  if (disc === 'black') return speaker.say('web.disc.black')
  if (disc === 'cover') return speaker.say('web.disc.cover')
  return speaker.say('web.disc.of', { name: speaker.look('player', disc) })
}
