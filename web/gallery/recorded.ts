import type { AnyShape, Prompt, Shape } from '$lib/games/module'

/** A moment of a real match, as tools/web/fixtures.py writes it. */
export interface Recorded<View = AnyShape['view'], Asked = Prompt, Event = AnyShape['event']> {
  game: string
  players: number
  seat: number
  names: string[]
  step: string
  question: number
  view: View
  prompt: Asked | null
  legal: string[]
  events: Event[]
}
/** The same of a certain game. */
export type RecordedOf<S extends Shape> = Recorded<S['view'], Prompt<S>, S['event']>
