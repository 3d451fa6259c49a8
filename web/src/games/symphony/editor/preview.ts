/** The table that is put together as the stage and the score draw it:
 *  what was put, and beside it what the server has completed. */
import type { Instrument, Token, View } from '$lib/generated/games/symphony'
import type { Box } from '../components'
import { LEFT, type EditedSeat, type EditedTable } from './position'

/** All seats with what lies on them, closed ones left out. */
export function seatsOf(table: EditedTable, view: View | null, box: Box): Map<string, Instrument | null> {
  const known = view?.players === table.players ? view.orchestra : null
  const places = known
    ? Object.keys(known)
    : table.options['easy'] === true
      ? []
      : [...box.preset(table.players)].flatMap(([place, lies]) => (lies ? [place] : []))
  return new Map(
    [...new Set([...places, ...Object.keys(table.orchestra)])].map((place) => [
      place,
      shownAt(table.orchestra[place], known?.[place] ?? null),
    ]),
  )
}

function shownAt(seat: EditedSeat | undefined, seen: Instrument | null): Instrument | null {
  if (!seat) return null
  const owners = seat.owners.length ? seat.owners : [null]
  // Of another card, or of other owners, the server has not said anything yet.
  const same =
    seen?.card === seat.card && owners.every((owner, part) => owner === (seen.owners[part] ?? null)) ? seen : null
  const discs = seat.discs
    ? seat.discs.slice(LEFT, LEFT + (same?.discs.length ?? seat.discs.length))
    : (same?.discs ?? [])
  const left = seat.discs ? seat.discs.slice(0, LEFT).filter((disc) => disc !== null) : same?.left
  const stack = seat.stack || same?.stack
  return {
    card: seat.card,
    owners,
    discs,
    ...(left ? { left } : {}),
    ...(stack ? { stack } : {}),
    ...(seat.token ? { token: seat.token as Token } : {}),
    ...(same?.well_placed ? { well_placed: true } : {}),
  }
}

/** The score with what was put on it; null as long as the server has not seen these sheets. */
export function scoreOf(table: EditedTable, view: View | null): View | null {
  if (view?.players !== table.players || view.sheets.join() !== table.sheets.join()) return null
  const score = view.score.map((note) => {
    const pile = table.score[note.at]
    if (!pile) return note
    const { discs: _discs, token: _token, ...bare } = note
    return {
      ...bare,
      ...(pile.discs.length ? { discs: pile.discs } : {}),
      ...(pile.token ? { token: pile.token as Token } : {}),
    }
  })
  return { ...view, you: null, step: 'place', play: null, score }
}
