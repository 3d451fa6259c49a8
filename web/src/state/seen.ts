/** How much of each match this person has seen, kept in this browser. */

const KEY = 'tutti.seen'
/** So many matches are remembered. */
const MANY = 60

/** How many events had been told, and when that was. */
export interface Seen {
  count: number
  at: number
}

function all(): Record<string, Seen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Seen>
  } catch {
    return {}
  }
}

/** A match is seen through one pair of eyes: others are told other events. */
const nameOf = (table: string, seat: number | null): string => `${table}/${seat ?? 'hall'}`

export function seenOf(table: string, seat: number | null): Seen | null {
  return all()[nameOf(table, seat)] ?? null
}

export function see(table: string, seat: number | null, count: number, at = Date.now()): Seen {
  const others = Object.entries(all()).filter(([name]) => name !== nameOf(table, seat))
  const latest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MANY - 1)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[nameOf(table, seat), { count, at }], ...latest])))
  } catch {
    // A browser that keeps nothing tells nothing later.
  }
  return { count, at }
}
