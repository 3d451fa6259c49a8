/** The lessons that this person has finished: kept in this browser, and by the server for the person. */
import { api } from '$lib/net/api'

const KEY = 'tutti.learned'

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

const nameOf = (game: string, scene: string): string => `${game}/${scene}`
let known = $state.raw<ReadonlySet<string>>(new Set(stored()))

export function hasLearned(game: string, scene: string): boolean {
  return known.has(nameOf(game, scene))
}

/** Whether any lesson has been finished. */
export function hasLearnedAny(): boolean {
  return known.size > 0
}

export function noteLearned(game: string, scene: string): void {
  keep([nameOf(game, scene)])
}

/** What the person finished on other devices counts as well. */
export async function fetchLearned(): Promise<void> {
  const found = await api.learned().catch(() => [])
  keep(found.map((one) => nameOf(one.game, one.scene)))
}

function keep(more: readonly string[]): void {
  if (more.every((one) => known.has(one))) return
  known = new Set([...known, ...more])
  try {
    localStorage.setItem(KEY, JSON.stringify([...known]))
  } catch {
    // A browser that keeps nothing has the server's word for it.
  }
}
