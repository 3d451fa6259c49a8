/** What an action will come to, short enough to stand on its place: made from the engine's preview. */
import { sentence, type Remark, type Speaker } from '$lib/words/speaker'
import type { Preview } from '$lib/state/previews.svelte'

export interface Forecast {
  short: string
  /** Something speaks against it. */
  warned: boolean
}

/** The numbers that are worth a word on the board, in this order. */
const TOLD = ['money', 'prestige', 'points', 'scored']

export function forecastOf(preview: Preview | null, speaker: Speaker, me: number | null): Forecast | null {
  if (!preview || me === null) return null
  const [warning] = preview.warnings
  if (warning) return { short: sentence(speaker.remark(warning as Remark)), warned: true }
  const changes = TOLD.flatMap((name) => {
    const [before, after] = preview.numbers[name] ?? [[], []]
    const change = (after[me] ?? 0) - (before[me] ?? 0)
    return change ? [`${change > 0 ? '+' : '−'}${Math.abs(change)} ${speaker.look('number', name)}`] : []
  })
  return { short: changes.slice(0, 3).join(', '), warned: false }
}
