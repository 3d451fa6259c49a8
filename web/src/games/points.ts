/** Points of a player as the view shows them, by source where it tells. */
import type { Fields } from '$lib/words/template'
import { sources as symphonimoSources } from './symphonimo/view'

export interface Account {
  total: number
  sources: Record<string, number>
}

export function pointsOf(view: Fields, player: number): Account {
  if (view['game'] === 'orchestra') {
    const academy = (view['academies'] as unknown as { points: number; scores: Record<string, number> }[])[player]
    return { total: academy?.points ?? 0, sources: academy?.scores ?? {} }
  }
  const total = (view['points'] as number[] | undefined)?.[player] ?? 0
  if (view['game'] === 'symphonimo') {
    return { total, sources: symphonimoSources((view['collections'] as Record<string, number>[])[player] ?? {}) }
  }
  const live = (view['sources'] as Record<string, number>[] | undefined)?.[player]
  return { total, sources: live ?? {} }
}
