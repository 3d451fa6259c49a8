// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '$lib/words/template'

export type Event =
  | DealtEvent
  | OfferedEvent
  | CoinsEvent
  | DrewEvent
  | DrewCardEvent
  | PeekedEvent
  | PeekedCardEvent
  | KeptEvent
  | BuriedEvent
  | ShowedEvent
  | ChordEvent
  | RoundEvent
  | FinishedEvent

export type Shown = {
  components: Nothing
  event: Event
  prompts: Prompts
  verbs: Verbs
  view: View
}
/**
 * Of a question that says all by its name, and of a game without components.
 */
export type Nothing = {}
export type DealtEvent = {
  card: string
  event: 'dealt'
  player: number
}
export type OfferedEvent = {
  card: string
  event: 'offered'
  player: number
  slot: number
}
export type CoinsEvent = {
  event: 'coins'
  number: number
  player: number
}
export type DrewEvent = {
  event: 'drew'
  player: number
}
export type DrewCardEvent = {
  card: string
  event: 'drew_card'
  player: number
}
export type PeekedEvent = {
  event: 'peeked'
  player: number
}
export type PeekedCardEvent = {
  card: string
  event: 'peeked_card'
  player: number
}
export type KeptEvent = {
  event: 'kept'
  player: number
}
export type BuriedEvent = {
  event: 'buried'
  player: number
}
export type ShowedEvent = {
  card: string
  event: 'showed'
  player: number
  slot: number
}
export type ChordEvent = {
  cards: string[]
  event: 'chord'
  player: number
}
export type RoundEvent = {
  event: 'round'
  number: number
}
export type FinishedEvent = {
  event: 'finished'
}
export type Prompts = {
  chord: ChordArgs
  offer: OfferArgs
  peek: PeekArgs
  turn: Nothing
}
export type ChordArgs = {
  picked: string[]
}
export type OfferArgs = {
  offered: number[]
}
export type PeekArgs = {
  card: string
}
export type Verbs = {
  bury: []
  keep: []
  offer: [slot: number]
  pick: [kind: string]
  ready: []
  rest: []
  show: [slot: number]
  study: []
}
export type View = {
  active: number[]
  chords: number[]
  coins: number[]
  deck: number
  first: number
  game: string
  hands: Hidden[][]
  offered: number[]
  options: {
    [k: string]: Json
  }
  peeked: Hidden | null
  players: number
  points: number[]
  ready: boolean[] | null
  result: Ended | null
  round: number
  spent: {
    [k: string]: number
  }
  stage: {
    [k: string]: number
  }[]
  step: string
  tail: Hidden[]
  you: number | null
}
/**
 * A card, by name to those who have seen it.
 */
export type Hidden = {
  card: string
  seen: number[] | 'all'
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
