/** Social Media taken apart: the cards that were turned up together, and what their eyes came to (OR-070). */
import type { Event, View } from '$lib/generated/games/orchestra'

export interface Reveal {
  player: number
  cards: { social: string; gain: readonly string[]; eye: boolean }[]
  /** Closed eyes among them, and how many of those the Academy ignores. */
  eyes: number
  ignored: number
  failed: boolean
}

/** What was turned up in these news, each time on its own. */
export function reveals(news: readonly Event[], view: View): Reveal[] {
  const found: Reveal[] = []
  let open = null as Reveal | null
  for (const event of news) {
    if (event.event === 'revealed') {
      if (open?.player !== event.player) {
        open = {
          player: event.player,
          cards: [],
          eyes: 0,
          ignored: view.academies[event.player]?.eyes_ignored ?? 0,
          failed: false,
        }
        found.push(open)
      }
      open.cards.push({ social: event.social, gain: event.gain, eye: event.gain.includes('eye') })
    } else if (event.event === 'eyes_closed' && open) {
      Object.assign(open, { eyes: event.eyes, ignored: event.ignored, failed: event.failed })
      open = null
    } else if (event.event !== 'social_shuffled') open = null
  }
  return found
}
