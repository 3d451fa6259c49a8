/** From note to note with the arrow keys: along a staff, and to the nearest note of the next one. */
import type { Spot } from './layout'

export function neighbour(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const nearest = (list: readonly Spot[]): Spot | null =>
    list.reduce<Spot | null>(
      (best, one) => (!best || Math.abs(one.x - from.x) < Math.abs(best.x - from.x) ? one : best),
      null,
    )
  const staff = spots.filter(({ voice }) => voice === from.voice)
  const at = staff.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return staff[at + 1] ?? null
    case 'ArrowLeft':
      return staff[at - 1] ?? null
    case 'Home':
      return staff[0] ?? null
    case 'End':
      return staff.at(-1) ?? null
    case 'ArrowDown':
    case 'ArrowUp': {
      const way = key === 'ArrowDown' ? 1 : -1
      for (let voice = from.voice + way; voice >= 1 && voice <= 3; voice += way) {
        const found = nearest(spots.filter((one) => one.voice === voice))
        if (found) return found
      }
    }
  }
  return null
}
