/** What is printed in a pack, asked for once each: a hash never means anything else. */
import { api } from '$lib/net/api'

const asked = new Map<string, Promise<object>>()

export function componentsOf(hash: string): Promise<object> {
  const known = asked.get(hash)
  if (known) return known
  const load = api.pack(hash).then(
    (found) => found.components,
    (error: unknown) => {
      asked.delete(hash)
      throw error
    },
  )
  asked.set(hash, load)
  return load
}
