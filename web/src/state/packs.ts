/** What belongs to a pack, asked for once each: a hash never means anything else. */
import type { Meanings } from '$lib/games/actions'
import { api } from '$lib/net/api'

function once<T>(ask: (hash: string) => Promise<T>): (hash: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()
  return (hash) => {
    const known = asked.get(hash)
    if (known) return known
    const load = ask(hash).catch((error: unknown) => {
      asked.delete(hash)
      throw error
    })
    asked.set(hash, load)
    return load
  }
}

/** What is printed in it. */
export const componentsOf = once<object>((hash) => api.pack(hash).then((found) => found.components))
/** What its actions mean. */
export const meaningsOf = once<Meanings>((hash) => api.actions(hash))
