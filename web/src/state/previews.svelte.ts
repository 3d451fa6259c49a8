/** What moves would do, asked for while somebody looks at them.
 *  Nobody waits for it, and nobody hears of it if it fails. */
import type { PreviewMessage } from '$lib/generated/socket'
import { SvelteMap } from 'svelte/reactivity'

export type Preview = Omit<PreviewMessage, 'type' | 'n' | 'key'>
/** How somebody looks at a move: with the mouse, with keys, or with a finger that rests on it. */
export type Looking = 'hover' | 'focus' | 'hold'

export interface Foreseen {
  action: string
  by: Looking
  /** What stands for the move on the screen. */
  at: Element
  preview: Preview
}

/** A pointer that only passes asks for nothing. */
const SOON = 80
/** So many may be on their way; of all others only the last that was wanted is asked for. */
const AT_ONCE = 3
/** So many are asked for a board that tells of its moves before anybody looks at them. */
const WONDERED = 12
/** After a refusal nothing is asked for so long. */
const REST = 2000

export class Previews {
  /** What is looked at, once it is known. */
  shown = $state.raw<Foreseen | null>(null)

  private readonly known = new SvelteMap<string, Preview>()
  /** What is on its way, by the key of its order. */
  private readonly asked = new Map<string, string>()
  /** Orders of a question that is over: their answers are nobody's. */
  private readonly stale = new Set<string>()
  private readonly waiting = new Map<string, (preview: Preview | null) => void>()
  private wanted: Omit<Foreseen, 'preview'> | null = null
  private wondered: string[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private rests = 0

  /** send: asks the table, and gives the key of the order; null if there is nobody or nothing to ask. */
  constructor(private readonly send: (action: string) => string | null) {}

  /** Somebody looks at a move. */
  look(action: string, by: Looking, at: Element): void {
    this.wanted = { action, by, at }
    const preview = this.known.get(action)
    this.shown = preview ? { ...this.wanted, preview } : null
    clearTimeout(this.timer)
    if (!preview) this.timer = setTimeout(() => this.ask(action), SOON)
  }

  /** Nobody looks any more. */
  leave(): void {
    clearTimeout(this.timer)
    this.wanted = this.shown = null
  }

  /** What is known of a move. */
  of(action: string): Preview | null {
    return this.known.get(action) ?? null
  }

  /** What a move would do, if that is known before patience ends. */
  soon(action: string, patience: number): Promise<Preview | null> {
    const known = this.known.get(action)
    if (known) return Promise.resolve(known)
    this.ask(action)
    if (![...this.asked.values()].includes(action)) return Promise.resolve(null)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(action, null), patience)
      this.waiting.set(action, (preview) => {
        clearTimeout(timer)
        resolve(preview)
      })
    })
  }

  /** Ask for it now, so that it is there when it is wanted. */
  ask(action: string): void {
    if (this.known.has(action) || this.asked.size >= AT_ONCE || Date.now() < this.rests) return
    if ([...this.asked.values()].includes(action)) return
    const key = this.send(action)
    if (key !== null) this.asked.set(key, action)
  }

  /** A board or a coach would like to know these, one after the other, whenever nobody waits for another. */
  wonder(actions: readonly string[]): void {
    const fresh = actions.slice(0, WONDERED).filter((one) => !this.known.has(one))
    this.wondered = [...new Set([...fresh, ...this.wondered])].slice(0, 2 * WONDERED)
    this.goOn()
  }

  private goOn(): void {
    while (!this.asked.size && this.wondered.length) this.ask(this.wondered.shift()!)
  }

  /** Another question: nothing of the old one holds. */
  forget(): void {
    this.leave()
    for (const key of this.asked.keys()) this.stale.add(key)
    this.asked.clear()
    this.wondered = []
    this.known.clear()
    for (const action of [...this.waiting.keys()]) this.settle(action, null)
  }

  hear({ type: _type, n: _n, key, ...preview }: PreviewMessage): void {
    const action = this.answered(key)
    if (!action) return
    this.known.set(action, preview)
    this.settle(action, preview)
    const { wanted } = this
    if (wanted?.action === action) this.shown = { ...wanted, preview }
    // Whatever else was wanted meanwhile found no room.
    else if (wanted) this.ask(wanted.action)
    this.goOn()
  }

  /** Whether a refusal was ours; then it is enough that we know it. */
  refused(key: string): boolean {
    if (this.stale.delete(key)) return true
    const action = this.answered(key)
    if (!action) return false
    this.rests = Date.now() + REST
    this.wondered = []
    this.settle(action, null)
    return true
  }

  private answered(key: string): string | undefined {
    this.stale.delete(key)
    const action = this.asked.get(key)
    this.asked.delete(key)
    return action
  }

  private settle(action: string, preview: Preview | null): void {
    const tell = this.waiting.get(action)
    this.waiting.delete(action)
    tell?.(preview)
  }
}
