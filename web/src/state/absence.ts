/** Who is not at the table though it is theirs: somebody who reloads the page is not gone. */
import type { SeatInfo } from '$lib/net/api'

/** So long a line may be down before its owner counts as away, in milliseconds. */
const GRACE = 10_000

/** Until when the person of a seat is on holiday at a moment (both the server's time); null if they are not. */
export function holidayUntil(seat: SeatInfo | undefined, at: number): number | null {
  return (
    (seat?.holidays as [number, number][] | undefined)?.find(([since, until]) => since <= at && at < until)?.[1] ?? null
  )
}

/** Seats of people elsewhere to which no line leads. A bot that plays on needs nobody. */
function missing(seats: readonly SeatInfo[]): number[] {
  return seats.flatMap((seat, at) =>
    seat.kind === 'person' && !seat.mine && !seat.online && !seat.standin ? [at] : [],
  )
}

export class Absence {
  private known: readonly number[] | null = null
  private since: Record<number, number | null> = {}
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()

  /** tell: hears who is away, and since when if that was seen. */
  constructor(private readonly tell: (absent: Readonly<Record<number, number | null>>) => void) {}

  /** The seats as the table now shows them, and the server's time. */
  see(seats: readonly SeatInfo[], now: number): void {
    const gone = missing(seats)
    for (const at of this.known ?? []) if (!gone.includes(at)) this.drop(at)
    for (const at of gone) {
      if (this.known === null) this.since[at] = null
      else if (!this.known.includes(at))
        this.timers.set(
          at,
          setTimeout(() => this.put(at, now), GRACE),
        )
    }
    this.known = gone
    this.tell({ ...this.since })
  }

  forget(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }

  private put(at: number, since: number): void {
    this.since[at] = since
    this.tell({ ...this.since })
  }

  private drop(at: number): void {
    clearTimeout(this.timers.get(at))
    this.timers.delete(at)
    delete this.since[at]
  }
}
