// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

export type Power = 'classic' | 'limit_two' | 'pass_left' | 'discard_one' | 'discard_own' | 'draw_one' | 'take_now'
export type Event =
  | DrawnEvent
  | PlacedEvent
  | TookEvent
  | GaveEvent
  | DiscardedEvent
  | DroppedEvent
  | KeptEvent
  | GainedEvent
  | DeclinedEvent
  | EndedEvent
  | RoundEvent
  | LastCardEvent
  | FinishedEvent

export type Shown = {
  components: Components
  event: Event
  prompts: Prompts
  verbs: Verbs
  view: View
}
export type Components = {
  conductors: PrintedConductors
  deck: PrintedDeck
  false_note: PrintedFalseNote
  scoring: PrintedScoring
}
export type PrintedConductors = {
  limit: number
  limit_two: number
  powers: Power[]
}
export type PrintedDeck = {
  families: number[]
}
export type PrintedFalseNote = {
  removed: number
}
export type PrintedScoring = {
  quartet: PrintedSet
  soloist: PrintedSet
}
export type PrintedSet = {
  cards: number
  points: number
}
export type DrawnEvent = {
  card: number
  event: 'drawn'
  player: number
}
export type PlacedEvent = {
  card: number
  conductor: number
  event: 'placed'
  player: number
}
export type TookEvent = {
  cards: number[]
  conductor: number
  event: 'took'
  player: number
}
export type GaveEvent = {
  card: number
  event: 'gave'
  player: number
  to: number
}
export type DiscardedEvent = {
  card: number
  event: 'discarded'
  player: number
}
export type DroppedEvent = {
  card: number
  event: 'dropped'
  player: number
}
export type KeptEvent = {
  event: 'kept'
  player: number
}
export type GainedEvent = {
  card: number
  event: 'gained'
  player: number
}
export type DeclinedEvent = {
  conductor: number
  event: 'declined'
  player: number
}
export type EndedEvent = {
  event: 'ended'
  player: number
}
export type RoundEvent = {
  event: 'round'
  number: number
  player: number
}
export type LastCardEvent = {
  event: 'last_card'
  player: number
}
export type FinishedEvent = {
  event: 'finished'
}
export type Prompts = {
  discard_one: PowerArgs
  discard_own: PowerArgs
  last: Nothing
  pass_left: PassArgs
  place: PlaceArgs
  take_now: PowerArgs
  turn: Nothing
}
/**
 * A Conductor's power asks.
 */
export type PowerArgs = {
  conductor: number
  power: Power
}
/**
 * Of a question that says all by its name, and of a game without components.
 */
export type Nothing = {}
export type PassArgs = {
  conductor: number
  power: Power
  to: number
}
export type PlaceArgs = {
  card: number | null
}
export type Verbs = {
  discard: [card: number]
  draw: []
  drop: [card: number]
  end: []
  give: [card: number]
  keep: []
  place: [conductor: number]
  take: [conductor: number]
  take_now: [now: boolean]
}
export type View = {
  active: number[]
  chosen: number | null
  collections: {
    [k: string]: number
  }[]
  conductors: Conductor[]
  deck: number
  discards: {
    [k: string]: number
  }
  drawn: number | null
  game: string
  in_round: boolean[]
  options: {
    [k: string]: Json
  }
  players: number
  points: number[]
  removed?: {
    [k: string]: number
  }
  removed_unseen: number
  result: Ended | null
  round: number
  step: string
  unseen: {
    [k: string]: number
  }
  you: number | null
}
export type Conductor = {
  cards: number[]
  limit: number
  power: Power
  taken_by: number | null
}
/**
 * How a match ended: ``Result.json``.
 */
export type Ended = {
  places: number[]
  points: number[]
  reason: string
  sources: {
    [k: string]: number
  }[]
  tiebreak: string | null
  winners: number[]
}
