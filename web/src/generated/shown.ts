// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../words/template'

export type Event = never

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
export type Prompts = {}
export type Verbs = {
}
export type View = {
  active: number[]
  game: string
  options: {
    [k: string]: Json
  }
  players: number
  result: Ended | null
  you: number | null
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
