/** What a pack of Symphony says, as the picture looks it up. */
import type { Components, Instrument, PrintedInstrument, Shown, View } from '$lib/generated/games/symphony'

export type Shape = Shown & { box: Box }
export const COLUMNS = 'ABCDE'

export class Box {
  readonly instruments: ReadonlyMap<string, PrintedInstrument>

  constructor(private readonly components: Components) {
    this.instruments = new Map(components.instrument.map((one) => [one.id, one]))
  }

  /** The clefs of an instrument on its seat. */
  clefsOf(seat: Instrument): string {
    return seat.clefs ?? this.instruments.get(seat.card)?.clefs ?? ''
  }

  /** The dots that the board shows on a seat, such as "WP"; empty where there are none. */
  dotsOf(view: View, place: string): string {
    const { board } = this.components
    const side = board[Object.keys(view.orchestra).some((one) => /^[A-E]6$/.test(one)) ? '30' : '25']
    const row = side?.rows[Number(place[1]) - 1]?.split(' ')[COLUMNS.indexOf(place[0] ?? '')]
    return row && row !== '-' ? row : ''
  }
}
