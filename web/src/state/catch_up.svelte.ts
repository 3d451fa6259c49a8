/** What happens at a table while its person looks elsewhere. */
import { see, seenOf, type Seen } from './seen'

/** Whoever was away for less has hardly left. */
const AWAY = 60_000

export class CatchUp<Event> {
  /** What was told while nobody looked, until it has been read. */
  missed = $state.raw<readonly Event[]>([])

  private table = ''
  private seat: number | null = null
  private events: readonly Event[] = []
  private acted = 0
  /** Up to which move of mine it was shown what a stand-in did after it. */
  private shown: number | null = null
  /** When this person last looked; null once they look again. */
  private left: Seen | null = null

  /** A table is looked at, through one pair of eyes. */
  open(table: string, seat: number | null): void {
    this.close()
    this.table = table
    this.seat = seat
    this.events = []
    this.missed = []
    this.shown = null
    this.left = seenOf(table, seat)
    document.addEventListener('visibilitychange', this.turn)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.turn)
  }

  /** Everything that has been told. What came before one acted oneself, here or elsewhere, is known. */
  tell(events: readonly Event[], acted: number, stood = false): void {
    this.events = events
    this.acted = acted
    // What a stand-in did is shown wherever one comes back, also where nobody knows when one last looked.
    if (stood && this.shown !== acted && !document.hidden) {
      this.shown = acted
      this.left = null
      this.missed = events.slice(acted)
      see(this.table, this.seat, events.length)
    } else if (!document.hidden) this.look()
  }

  dismiss = (): void => {
    this.missed = []
  }

  private look(): void {
    const { left } = this
    this.left = null
    if (left && Date.now() - left.at > AWAY) this.missed = this.events.slice(Math.max(left.count, this.acted))
    see(this.table, this.seat, this.events.length)
  }

  private readonly turn = (): void => {
    if (!this.events.length) return
    if (!document.hidden) this.look()
    else this.left ??= see(this.table, this.seat, this.events.length)
  }
}
