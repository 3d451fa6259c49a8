import type { Timeline } from './timeline'

/** Whoever sits at one desk: an instrument may have several parts, as for bow and plucked strings. */
export interface Chair {
  key: string
  card: string
  /** Counted where several share a card at a seat; else 0. */
  part: number
  parts: number[]
}

/** The desks of a player (null: of those who accompany) that have something to play. */
export function desks(timeline: Timeline, player: number | null): Chair[] {
  const used = new Set(timeline.tones.map((tone) => tone.part))
  const found = new Map<string, Chair & { seat: string }>()
  for (const [at, { seat, card, part, player: who }] of timeline.parts.entries()) {
    if (who !== player || !used.has(at)) continue
    const key = `${seat}/${card}/${part}`
    const desk = found.get(key) ?? { key, seat, card, part, parts: [] }
    desk.parts.push(at)
    found.set(key, desk)
  }
  const shared = ({ seat, card, key }: { seat: string; card: string; key: string }): boolean =>
    timeline.parts.some(
      (other) => other.seat === seat && other.card === card && `${seat}/${card}/${other.part}` !== key,
    )
  return [...found.values()].map(({ seat, ...desk }) => ({ ...desk, part: shared({ seat, ...desk }) ? desk.part : 0 }))
}
