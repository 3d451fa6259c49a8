/** A position of Symphonimo as the editor holds it, read from and written as the engine does.
 *  Whether it can be, the server says. */
import type { Power } from '$lib/generated/games/symphonimo'
import type { Fields, Json } from '$lib/words/template'

/** A conductor without a power. */
export const PLAIN: Power = 'classic'

export interface EditedTable {
  players: number
  player: number
  round: number
  falseNote: boolean
  drawn: number | null
  conductors: { power: string; cards: number[]; takenBy: number | null }[]
  collections: Record<string, number>[]
  discards: Record<string, number>
  /** The conductor whose power asks; null for the usual question. */
  chosen: number | null
  /** Who has ended: of a position that was brought, and nothing here changes it. */
  kept: Fields
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const fields = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
const numbers = (value: Json | undefined): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields(value)).filter((one): one is [string, number] => typeof one[1] === 'number' && one[1] > 0),
  )
const whole = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

/** The table of a position, or an empty one; `seats` cuts it or fills it up to so many players. */
export function read(position: Fields | null, usual: number, seats?: number): EditedTable {
  const raw = position ?? {}
  const players = seats ?? whole(raw['players']) ?? usual
  const each = <T>(value: Json | undefined, make: (one: Json | undefined) => T): T[] =>
    Array.from({ length: players }, (_, at) => make(list(value)[at]))
  const kept: Fields = {}
  if (list(raw['ended']).length) kept['ended'] = list(raw['ended'])
  return {
    players,
    player: Math.min(whole(raw['player']) ?? 0, players - 1),
    round: whole(raw['round']) ?? 1,
    falseNote: fields(raw['options'])['false_note'] === true,
    drawn: whole(raw['drawn']),
    conductors: each(raw['conductors'], (one) => {
      const given = fields(one)
      const taken = whole(given['taken_by'])
      return {
        power: typeof given['power'] === 'string' ? given['power'] : PLAIN,
        cards: list(given['cards']).filter((card): card is number => typeof card === 'number'),
        takenBy: taken !== null && taken < players ? taken : null,
      }
    }),
    collections: each(raw['collections'], numbers),
    discards: numbers(raw['discards']),
    chosen: (whole(raw['chosen']) ?? 0) > players ? null : whole(raw['chosen']),
    kept,
  }
}

/** The position as the engine reads it. */
export function written(table: EditedTable): Fields {
  const powers = table.conductors.map((one) => one.power)
  while (powers.at(-1) === PLAIN) powers.pop()
  return {
    game: 'symphonimo',
    players: table.players,
    options: { grand_maestro: powers, false_note: table.falseNote },
    player: table.player,
    round: table.round,
    drawn: table.drawn,
    conductors: table.conductors.map(({ power, cards, takenBy }) => ({ power, cards, taken_by: takenBy })),
    collections: table.collections,
    discards: table.discards,
    // The question of a power has its name.
    ...(table.chosen === null ? {} : { chosen: table.chosen, step: table.conductors[table.chosen - 1]?.power ?? null }),
    ...table.kept,
  }
}
