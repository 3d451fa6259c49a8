/** What a pack of Symphony says, as the picture looks it up. */
import type {
  Category,
  Components,
  Instrument,
  Master,
  PrintedInstrument,
  Shown,
  Token,
  Track,
  View,
} from '$lib/generated/games/symphony'
import type { Speaker } from '$lib/words/speaker'

export type Shape = Shown & { box: Box }
export const COLUMNS = 'ABCDE'

export class Box {
  readonly instruments: ReadonlyMap<string, PrintedInstrument>

  constructor(private readonly components: Components) {
    this.instruments = new Map(components.instrument.map((one) => [one.id, one]))
  }

  /** Everything that can lie on a seat, by category. */
  get cards(): Map<Category, PrintedInstrument[]> {
    const found = new Map<Category, PrintedInstrument[]>()
    for (const one of this.components.instrument)
      if (one.category !== 'special') found.set(one.category, [...(found.get(one.category) ?? []), one])
    return found
  }

  get tokens(): readonly Token[] {
    return this.components.token.map((one) => one.id)
  }

  get faces(): readonly string[] {
    return this.components.face.map((one) => one.id)
  }

  get masters(): readonly Master[] {
    return this.components.master.map((one) => one.id)
  }

  /** The seated orchestra that the pack prints for so many players:
   *  cards and owners by place, null for a stage card. */
  preset(players: number): Map<string, { card: string; owners: number[] } | null> {
    const found = new Map<string, { card: string; owners: number[] } | null>()
    const printed = this.components.preset[players]
    for (const [row, line] of (printed?.rows ?? []).entries()) {
      for (const [column, text] of line.split(' ').entries()) {
        const [card, owners] = text.split(':')
        found.set(
          `${COLUMNS[column]}${row + 1}`,
          card && owners ? { card, owners: owners.split('/').map((one) => Number(one) - 1) } : null,
        )
      }
    }
    if (printed)
      found
        .set('00', { card: '00', owners: [printed.conductor - 1] })
        .set('01', { card: '01', owners: [printed.concertmaster - 1] })
    return found
  }

  /** What each step of a track is worth. */
  pointsOf(track: Track): readonly number[] {
    const { note, zone, clash } = this.components.tracks
    return (track === 'clash' ? clash : track === 'flat' || track === 'sharp' || track === 'semibreve' ? note : zone)
      .points
  }

  /** The clefs of an instrument on its seat. */
  clefsOf(seat: Instrument): string {
    return seat.clefs ?? this.instruments.get(seat.card)?.clefs ?? ''
  }

  /** The printed title of a side of a sheet, such as "2W"; empty where the pack has none. */
  titleOf(face: string): string {
    return this.components.face.find((one) => one.id === face)?.title ?? ''
  }

  /** The same in words: which sheet, which side. */
  faceWords(face: string, speaker: Speaker): string {
    return speaker.say(face.endsWith('B') ? 'web.music.black' : 'web.music.white', {
      number: face.slice(0, -1),
      title: this.titleOf(face),
    })
  }

  /** The dots that the board shows on a seat, such as "WP"; empty where there are none. */
  dotsOf(view: View, place: string): string {
    const { board } = this.components
    const side = board[Object.keys(view.orchestra).some((one) => /^[A-E]6$/.test(one)) ? '30' : '25']
    const row = side?.rows[Number(place[1]) - 1]?.split(' ')[COLUMNS.indexOf(place[0] ?? '')]
    return row && row !== '-' ? row : ''
  }
}
