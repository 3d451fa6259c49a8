/** What a coach thinks of the open question unasked: a hint that nobody sees until it is wanted. */
import type { HintMessage } from '$lib/generated/socket'

/** Whoever decides at once needs no second thoughts, and a bot's time is dear. */
const SOON = 1000
/** A move is called worse from this share of the win on, and only far beyond what chance could do. */
const CLEAR = 0.05
const CERTAIN = 2

export interface Better {
  action: string
  gap: number
}

export class Thoughts {
  hint = $state.raw<HintMessage | null>(null)
  /** The order that is on its way. */
  key = ''
  private timer: ReturnType<typeof setTimeout> | undefined

  /** send: asks the table, and gives the key of the order; empty if there is nobody to ask. */
  constructor(private readonly send: () => string) {}

  /** A question has been opened. */
  begin(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.key ||= this.send()), SOON)
  }

  forget(): void {
    clearTimeout(this.timer)
    this.hint = null
    this.key = ''
  }

  /** Somebody wants to see it: it need not be asked for any more. */
  wanted(): void {
    clearTimeout(this.timer)
  }

  hear(message: HintMessage): void {
    if (message.key === this.key) this.hint = message
  }

  /** Whether a refusal was ours. */
  refused(key: string): boolean {
    if (key === '' || key !== this.key) return false
    this.key = ''
    return true
  }

  /** The best move and how much more of the win it has, if it is certain that this one is clearly worse.
   *  Of a move that was not weighed nothing is certain. */
  better(action: string): Better | null {
    const [best] = this.hint?.candidates ?? []
    const chosen = this.hint?.candidates.find((one) => one.action === action || one.same?.includes(action))
    if (!best || !chosen || chosen === best || chosen.equal !== false) return null
    const gap = best.chance - chosen.chance
    return gap >= CLEAR && gap > CERTAIN * ((best.error ?? 1) + (chosen.error ?? 1))
      ? { action: best.action, gap }
      : null
  }
}
