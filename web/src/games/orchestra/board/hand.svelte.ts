/** What a hand does on this board: it picks up a Musician and puts it down,
 *  or points at a space and then at a Musician. */
import { inRow } from '$lib/games/board'
import type { Way } from '$lib/generated/games/orchestra'

export type Ways = Readonly<Record<string, readonly Way[]>>

/** So many ways stand on their card or slot themselves; more unfold with a click. */
export const INLINE = 3

export class Hand {
  /** The kind of Musician that is picked up: "b", "inv-p"; none: "". */
  held = $state('')
  /** The space, slot or card that waits for its Musicians, as the first action names it: "x", "develop", "card i.1". */
  aimed = $state('')

  constructor(
    private readonly legal: () => readonly string[],
    private readonly ways: () => Ways,
    /** Who stands on a space of evolution, as its board prints it. */
    private readonly needs: (space: string) => string,
    private readonly act: (action: string) => void,
  ) {}

  empty(): void {
    this.held = this.aimed = ''
  }

  /** What putting a kind of Musician down at a target would do; "" where it cannot be put. */
  putting(kind: string, target: string): string {
    const legal = this.legal()
    if (target.startsWith('e'))
      return legal.includes(`evolve ${target}`) && this.needs(target) === kind ? `evolve ${target}` : ''
    if (/^[xcm]$/.test(target)) return legal.includes(`${target} ${kind}`) ? `${target} ${kind}` : ''
    const ways = this.waysOf(target).filter(({ answers }) => answers.includes(`with ${kind}`))
    if (ways.length === 1) return inRow(target, ...ways[0]!.answers)
    return ways.length ? target : ''
  }

  /** All that can be done at a space or slot, by the kinds of Musicians. */
  at(target: string): string[] {
    const legal = this.legal()
    if (legal.includes(`resolve ${target}`)) return [`resolve ${target}`]
    if (target.startsWith('e')) return legal.filter((one) => one === `evolve ${target}`)
    return legal.filter((one) => one.startsWith(`${target} `))
  }

  waysOf(action: string): readonly Way[] {
    return this.ways()[action] ?? []
  }

  /** Whether a target takes what is held. */
  takes(target: string): boolean {
    return this.held !== '' && this.putting(this.held, target) !== ''
  }

  /** The kinds that can be put down somewhere now. */
  usable(kind: string): boolean {
    if (this.aimed) return this.putting(kind, this.aimed) !== ''
    return (
      this.legal().some(
        (one) => one.endsWith(` ${kind}`) || (one.startsWith('evolve ') && this.needs(one.slice(7)) === kind),
      ) || Object.keys(this.ways()).some((one) => this.putting(kind, one) !== '')
    )
  }

  /** A Musician is touched: it goes where the hand points, or into the hand. */
  touch(kind: string): void {
    const action = this.aimed ? this.putting(kind, this.aimed) : ''
    if (action) this.do(action)
    else this.held = this.held === kind ? '' : kind
  }

  /** A target is touched: it takes what is held, does the only thing it can, or waits for a Musician. */
  point(target: string): void {
    const held = this.held ? this.putting(this.held, target) : ''
    if (held && held !== target) return this.do(held)
    const actions = this.at(target)
    if (actions.length === 1) return this.do(actions[0]!)
    const ways = this.waysOf(target)
    if (ways.length === 1) return this.do(inRow(target, ...ways[0]!.answers))
    if (!ways.length && this.legal().includes(target)) return this.do(target)
    if (ways.length || actions.length) this.aimed = this.aimed === target ? '' : target
    else
      this.act(
        /^[xcm]$/.test(target) ? `${target} ${this.held || 'b'}` : target.startsWith('e') ? `evolve ${target}` : target,
      ) // refused, with its reason
  }

  do(action: string): void {
    this.empty()
    this.act(action)
  }
}
