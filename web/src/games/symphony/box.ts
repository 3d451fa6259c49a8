/** What a pack of Symphony says, as the picture looks it up. */
import type standard from '$lib/generated/components/symphony.json'
import type { Seat, Shown, SymphonyView } from './view'

export type Components = Pick<typeof standard, 'board' | 'instrument'>
export type Shape = Shown & { components: Components; box: Box }
export type Instrument = Components['instrument'][number]
export const COLUMNS = 'ABCDE'

export class Box {
  readonly instruments: ReadonlyMap<string, Instrument>

  constructor(private readonly components: Components) {
    this.instruments = new Map(components.instrument.map((one) => [one.id, one]))
  }

  /** The clefs of an instrument on its seat. */
  clefsOf(seat: Seat): string {
    return seat.clefs ?? this.instruments.get(seat.card)?.clefs ?? ''
  }

  /** The dots that the board shows on a seat, such as "WP"; empty where there are none. */
  dotsOf(view: SymphonyView, place: string): string {
    const { board } = this.components
    const { rows } = Object.keys(view.orchestra).some((one) => /^[A-E]6$/.test(one)) ? board['30'] : board['25']
    const row = rows[Number(place[1]) - 1]?.split(' ')[COLUMNS.indexOf(place[0] ?? '')]
    return row && row !== '-' ? row : ''
  }
}
