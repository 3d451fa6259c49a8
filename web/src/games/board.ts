/** What every board and the text table are given, and what they give back. */
import { t } from '$lib/i18n'
import type { StandingInfo } from '$lib/generated/socket'
import type { Foreseen, Preview } from '$lib/state/previews.svelte'
import type { Speaker } from '$lib/words/speaker'
import type { Legal } from './actions'
import type { AnyShape, Prompt, Shape } from './module'

export interface Hint {
  action: string
  chance: number
  visits: number
  points: number
  /** It cannot be told from the best one. */
  equal?: boolean
  /** Other moves that do in every way what this one does. */
  same?: readonly string[]
}

/** How many moves a hint names. */
export const HINTED = 3

/** What a board draws on a move that a hint names. */
export interface Mark {
  rank: number
  /** Others are as good. */
  equal: boolean
  /** In hundredths. */
  chance: number
  /** The same in words, beside the words of the move and alone. */
  words: string
  said: string
}

export interface BoardProps<S extends Shape = AnyShape> {
  view: S['view']
  prompt: Prompt<S> | null
  /** What the components of the match say. */
  box: S['box']
  legal: readonly string[]
  /** The same by their verbs and arguments. */
  offered: Legal<S['verbs']>
  speaker: Speaker
  /** My seat; null for a spectator. */
  me: number | null
  /** Somebody chose this, or a row of moves as one gesture (`inRow`). If it is not legal, the table says why.
   *  unseen: false if the board itself has shown what a finger's move would do. */
  act: (action: string, unseen?: boolean) => void
  /** A move that waits for its confirmation. */
  picked?: string | null
  hints?: readonly Hint[]
  /** What happened between the last view and this one, for motion. */
  news?: readonly S['event'][]
  /** The view after the move that is looked at, as far as that is certain. */
  ghost?: S['view'] | null
  /** The move that is looked at, with what it would do; null while nobody looks or it is not known yet. */
  foreseen?: Foreseen | null
  /** What a move would do, as far as it is known; `wonder` asks for some, while nobody looks at another. */
  known?: (action: string) => Preview | null
  wonder?: (actions: readonly string[]) => void
  /** How it stands, as far as this seat may know: points if scored now, majorities. */
  standing?: StandingInfo | null
}

/** The hint that names a move, or one that does just the same. */
const hinted = (hints: readonly Hint[], action: string): Hint | undefined =>
  hints.find((hint) => hint.action === action || hint.same?.includes(action))

/** The best hint first gets 1, the next 2, what is as good as the best gets 1 as well; others that look alike share
 *  their rank, too; null when a move is not among them. */
export function rankOf(hints: readonly Hint[], action: string): number | null {
  const found = hinted(hints, action)
  if (!found) return null
  const shown = ({ chance, points }: Hint): string => `${Math.round(chance * 100)} ${Math.round(points * 10)}`
  return found.equal
    ? 1
    : 1 +
        hints.findIndex((hint) => hint === found || (!hint.equal && hint !== hints[0] && shown(hint) === shown(found)))
}

/** What a hint says of a move, for a mark on the board; null when it does not name it. */
export function markOf(hints: readonly Hint[], action: string): Mark | null {
  const rank = rankOf(hints, action)
  if (rank === null) return null
  const found = hinted(hints, action)!
  const equal = rank === 1 && (hints.slice(1).some((hint) => hint.equal) || (found.same ?? []).length > 0)
  const chance = Math.round(found.chance * 100)
  const words = t(equal ? 'hint.equal' : 'hint.rank', { rank, chance })
  return {
    rank,
    equal,
    chance,
    words,
    said: equal ? `${t('label', { label: t('hint') })} ${words}` : t('hint.mark', { rank, chance }),
  }
}

const NEXT = ', '
/** Moves that answer one question after the other, as one:
 *  it can be looked at, chosen and confirmed as a single move can. */
export const inRow = (...moves: readonly string[]): string => moves.join(NEXT)
/** The moves of a row; a single move is a row of one. */
export const oneByOne = (row: string): string[] => row.split(NEXT)

export const LETTERS = 'ABCDEF'
