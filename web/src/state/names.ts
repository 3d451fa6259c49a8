/** How people at a table are called.
 *  Several bots of one kind need names of their own; they are the same for everybody. */
import type { SeatInfo } from '$lib/net/api'

const STAGE = ['Clara', 'Felix', 'Fanny', 'Hector', 'Nadia', 'Béla']

export function stageName(seat: number): string {
  return STAGE[seat % STAGE.length]!
}

export function seatName(seat: SeatInfo, at: number, fallback: string): string {
  return seat.kind === 'bot' ? stageName(at) : seat.name || fallback
}

/** Names of a record: a bot stands there with the name of its kind. */
export function recordNames(
  names: readonly string[],
  players: number,
  bots: readonly string[],
  fallback: (at: number) => string,
): string[] {
  return Array.from({ length: players }, (_, at) => {
    const name = names[at] ?? ''
    return bots.includes(name) ? stageName(at) : name || fallback(at)
  })
}
