/** What the engine foretells of a piece, picked out of a preview. */
import type { BoardProps } from '$lib/games/board'
import type { View } from '$lib/generated/games/orchestra'
import type { Shape } from '../../components'
import type { Held } from './hand.svelte'

export interface Brings {
  /** Chairs of my Theater Card. */
  chairs: number | null
  /** My pieces in its area, before and after. */
  count: readonly [number, number] | null
}

export function bringsOf(
  held: Held,
  told: NonNullable<BoardProps<Shape>['foreseen']> | null,
  ghost: View | null,
  view: View,
  me: number | null,
): Brings {
  const pair = told?.preview.majorities.find(([before]) => before.name === 'area' && before.args['area'] === held.area)
  const [before, after] = [view.theater?.chairs?.mine.length, ghost?.theater?.chairs?.mine.length]
  return {
    chairs: before === undefined || after === undefined ? null : after - before,
    count: pair && me !== null ? [pair[0].counts[me] ?? 0, pair[1].counts[me] ?? 0] : null,
  }
}
