/** What every board and the text table are given, and what they give back. */
import type { Speaker } from '$lib/words/speaker'
import type { AnyShape, Prompt, Shape } from './module'

export interface Hint {
  action: string
  chance: number
  visits: number
  points: number
}

export interface BoardProps<S extends Shape = AnyShape> {
  view: S['view']
  prompt: Prompt<S> | null
  /** What the components of the match say. */
  box: S['box']
  legal: readonly string[]
  speaker: Speaker
  /** My seat; null for a spectator. */
  me: number | null
  /** Somebody chose this. If it is not legal, the table says why. */
  act: (action: string) => void
  /** A move that waits for its confirmation. */
  picked?: string | null
  hints?: readonly Hint[]
  /** What happened between the last view and this one, for motion. */
  news?: readonly S['event'][]
}

/** The best hint first gets 1, the next 2; null when a move is not among them. */
export function rankOf(hints: readonly Hint[], action: string): number | null {
  const at = hints.findIndex((hint) => hint.action === action)
  return at < 0 ? null : at + 1
}

export const LETTERS = 'ABCDEF'
