/** What a pack of Symphonimo says, as the picture looks it up. */
import type { Components, Power, Shown } from '$lib/generated/games/symphonimo'

export type Shape = Shown & { box: Box }

export class Box {
  /** The printed table of sets: so many cards, so many points. */
  private readonly sets: { kind: string; cards: number; points: number }[]

  /** The cards that there are, by their number, and what a conductor may be. */
  readonly families: readonly number[]
  readonly powers: readonly Power[]

  constructor({ scoring, deck, conductors }: Components) {
    this.families = deck.families
    this.powers = conductors.powers
    this.sets = Object.entries(scoring).map(([kind, set]) => ({ kind, ...set }))
  }

  /** What the printed table says about a set of so many cards: its kind and its points. */
  setOf(count: number): { kind: string; points: number } | null {
    return this.sets.find((set) => set.cards === count) ?? null
  }

  /** Points by source, in the codes of the words catalogue. */
  sources(collection: Record<string, number>): Record<string, number> {
    const total: Record<string, number> = {}
    for (const set of this.sets) total[`${set.kind}s`] = 0
    for (const count of Object.values(collection)) {
      const set = this.setOf(count)
      if (set) total[`${set.kind}s`] = (total[`${set.kind}s`] ?? 0) + set.points
    }
    return total
  }
}
