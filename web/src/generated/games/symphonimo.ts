// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

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

export interface Shown {
  event: Event
  prompts: Prompts
  view: View
}
export interface DrawnEvent {
  card: number
  event: 'drawn'
  player: number
}
export interface PlacedEvent {
  card: number
  conductor: number
  event: 'placed'
  player: number
}
export interface TookEvent {
  cards: number[]
  conductor: number
  event: 'took'
  player: number
}
export interface GaveEvent {
  card: number
  event: 'gave'
  player: number
  to: number
}
export interface DiscardedEvent {
  card: number
  event: 'discarded'
  player: number
}
export interface DroppedEvent {
  card: number
  event: 'dropped'
  player: number
}
export interface KeptEvent {
  event: 'kept'
  player: number
}
export interface GainedEvent {
  card: number
  event: 'gained'
  player: number
}
export interface DeclinedEvent {
  conductor: number
  event: 'declined'
  player: number
}
export interface EndedEvent {
  event: 'ended'
  player: number
}
export interface RoundEvent {
  event: 'round'
  number: number
  player: number
}
export interface LastCardEvent {
  event: 'last_card'
  player: number
}
export interface FinishedEvent {
  event: 'finished'
}
export interface Prompts {
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
export interface PowerArgs {
  conductor: number
  power: string
}
/**
 * The prompt of a question that says all by its name.
 */
export interface Nothing {}
export interface PassArgs {
  conductor: number
  power: string
  to: number
}
export interface PlaceArgs {
  card: number | null
}
export interface View {
  active: number[]
  chosen: number | null
  collections: Counts[]
  conductors: Conductor[]
  deck: number
  discards: Counts
  drawn: number | null
  game: string
  in_round: boolean[]
  options: {
    [k: string]: Json
  }
  players: number
  points: number[]
  removed?: Counts
  removed_unseen: number
  result: Ended | null
  round: number
  step: string
  unseen: Counts
  you: number | null
}
export interface Counts {
  [k: string]: number
}
export interface Conductor {
  cards: number[]
  limit: number
  power: string
  taken_by: number | null
}
/**
 * How a match ended: ``Result.json``.
 */
export interface Ended {
  places: number[]
  points: number[]
  reason: string
  sources: Counts[]
  tiebreak: string | null
  winners: number[]
}
