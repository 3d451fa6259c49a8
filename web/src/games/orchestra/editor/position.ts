/** A position of Orchestra as the editor holds it, read from and written as the engine does.
 *  Whether it can be, the server says. */
import type { Academy, CardPlace, Level, Piece, View } from '$lib/generated/games/orchestra'
import type { Fields, Json } from '$lib/words/template'
import { LEVELS } from '../components'

const HELD = [
  'board',
  'money',
  'prestige',
  'scores',
  'reserve',
  'grid',
  'spaces',
  'slots',
  'banners',
  'assigned',
  'virtuosos',
  'column',
  'poster',
  'conductor',
  'area',
] as const

/** What lies before a player. The engine knows how a card lies of which nothing is said. */
export type Holding = Pick<Academy, (typeof HELD)[number]> & { cards: { card: string; face_up?: boolean }[] }

export interface EditedTable {
  players: number
  phase: string
  round: number
  first: number
  turn: number
  wcu: number
  levels: Level[]
  /** A row that is not there is turned up by chance. */
  rows: Record<Level, (CardPlace | null)[] | null>
  academies: Holding[]
  spots: Record<string, number>
  pieces: Piece[]
  /** The question that is open; without it, the turn that phase and player name. */
  asked: Fields
  /** Of a position that was brought; nothing here changes it. */
  kept: Fields
}

/** Phases in which a turn is all there is to be asked. */
export const PHASES = ['allocation', 'resolution'] as const
const ROW = 3

const fields = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const whole = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)
const numbers = (value: Json | undefined): Record<string, number> =>
  Object.fromEntries(Object.entries(fields(value)).filter((one): one is [string, number] => typeof one[1] === 'number'))
const some = (from: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** What was given, as far as it has the form of what lies there at the start. */
function like<T>(usual: T, given: Json | undefined): T {
  const same = typeof given === typeof usual && Array.isArray(given) === Array.isArray(usual) && given !== null
  return plain(same ? (given as T) : usual)
}

const each = <T extends object>(usual: T, given: Json | undefined): T =>
  Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, like<unknown>(value, fields(given)[name])]),
  ) as T

/** The table of a position; what it leaves out, and players it has not, are as at the start of a match. */
export function read(position: Fields | null, opening: View): EditedTable {
  const raw = position ?? {}
  const players = opening.academies.length
  const seat = (value: Json | undefined): number => Math.min(whole(value) ?? 0, players - 1)
  const seated = (value: Json | undefined): value is number => typeof value === 'number' && value < players
  const first = seat(raw['first_player'])
  const fewer = (whole(raw['players']) ?? players) !== players
  const rows = fields(raw['rows'])
  return {
    players,
    phase: fewer || typeof raw['phase'] !== 'string' ? PHASES[0] : raw['phase'],
    round: whole(raw['round']) ?? 1,
    first,
    turn: raw['turn'] === undefined ? first : seat(raw['turn']),
    wcu: whole(raw['wcu']) ?? 0,
    levels: like(opening.open_levels, raw['open_levels']),
    rows: Object.fromEntries(
      LEVELS.map((level) => [level, Array.isArray(rows[level]) ? plain(rows[level]) : null]),
    ) as EditedTable['rows'],
    academies: opening.academies.map((usual, at) => held(usual, fields(list(raw['academies'])[at]))),
    spots: Object.fromEntries(
      Object.entries(fields(raw['spots'])).filter((one): one is [string, number] => seated(one[1])),
    ),
    pieces: list(raw['pieces'])
      .map(fields)
      .flatMap(({ player, piece, at }) =>
        seated(player) && typeof piece === 'string' && typeof at === 'string'
          ? [{ player: Number(player), piece, at }]
          : [],
      ),
    asked: fewer ? {} : some(raw, ['stack', 'reason', 'tried']),
    kept: plain({
      ...some(raw, ['rules', 'pack', 'options', ...(fewer ? [] : ['theater'])]),
      // How many are left follows from all others.
      ...(raw['social'] === undefined ? {} : { social: some(fields(raw['social']), ['discards']) }),
      ...(raw['decks'] === undefined
        ? {}
        : {
            decks: Object.fromEntries(
              Object.entries(fields(raw['decks'])).map(([level, deck]) => [level, some(fields(deck), ['below'])]),
            ),
          }),
    }),
  }
}

function held(usual: Academy, given: Fields): Holding {
  const poster = fields(given['poster'])
  return {
    ...(Object.fromEntries(HELD.map((name) => [name, like<unknown>(usual[name], given[name])])) as Holding),
    conductor: {
      ...each(
        { left: usual.conductor.left, right: usual.conductor.right, below: usual.conductor.below },
        given['conductor'],
      ),
      arrived: whole(fields(given['conductor'])['arrived']),
    },
    grid: each(usual.grid, given['grid']),
    scores: each(usual.scores, given['scores']),
    reserve: given['reserve'] === undefined ? { ...usual.reserve } : numbers(given['reserve']),
    poster: typeof poster['id'] === 'string' ? { id: poster['id'], parts: whole(poster['parts']) ?? 1 } : null,
    area: typeof given['area'] === 'string' ? (given['area'] as Holding['area']) : null,
    cards: list(given['cards'])
      .map(fields)
      .flatMap((one) =>
        typeof one['card'] === 'string'
          ? [{ card: one['card'], ...(typeof one['face_up'] === 'boolean' ? { face_up: one['face_up'] } : {}) }]
          : [],
      ),
  }
}

/** The position as the engine reads it. */
export function written(table: EditedTable): Fields {
  const { kept, asked, players, phase, round, first, turn, wcu, levels, academies, spots, pieces } = table
  const rows = Object.fromEntries(Object.entries(table.rows).filter(([, row]) => row !== null))
  return plain<object>({
    ...kept,
    ...asked,
    game: 'orchestra',
    players,
    phase,
    round,
    first_player: first,
    turn,
    wcu,
    open_levels: levels,
    rows,
    academies,
    spots,
    pieces,
  }) as Fields
}

/** Another phase, or another player to move: what was asked before is no longer. */
export function askAnew(table: EditedTable): void {
  table.asked = {}
  // Whoever has not kept a Theater Card yet has done so by then; the server says which.
  if (Array.isArray(table.kept['theater']))
    table.kept['theater'] = table.kept['theater'].map((one) =>
      fields(one)['kept'] ? one : some(fields(one), ['dealt']),
    )
}

/** Move a marker of the Conductor Track: it comes to lie on those
 *  that are there, and those above the one that left sink down. */
export function conduct(
  academies: readonly Holding[],
  seat: number,
  side: 'left' | 'right',
  steps: number,
  track: Readonly<Record<'left' | 'right', number>>,
): void {
  const mover = academies[seat]?.conductor
  if (!mover) return
  mover[side] = steps
  mover.arrived = null
  const SIDES = ['left', 'right'] as const
  mover.below[SIDES.indexOf(side)] = Infinity
  const spaces = new Map<string, { below: number[]; at: number }[]>()
  for (const [player, { conductor }] of academies.entries()) {
    for (const [at, one] of SIDES.entries()) {
      // The start is everybody's own, and so is the podium to whoever has arrived;
      // the podium is one space for both sides.
      const alone = conductor.arrived !== null || conductor[one] === 0
      const space = alone ? `${player} ${one}` : conductor[one] === track[one] ? 'podium' : `${one} ${conductor[one]}`
      spaces.set(space, [...(spaces.get(space) ?? []), { below: conductor.below, at }])
    }
  }
  for (const pile of spaces.values()) {
    pile.sort((a, b) => a.below[a.at]! - b.below[b.at]!).forEach(({ below, at }, height) => (below[at] = height))
  }
}

/** A click on a spot: it goes to this player, or is free again if it was theirs. */
export function seatAt(table: EditedTable, spot: string, player: number): void {
  if (table.spots[spot] === player) delete table.spots[spot]
  else table.spots[spot] = player
}

/** Another card in a place of a row, or none. A row turned up by chance has places when the first of them is chosen. */
export function layCard(table: EditedTable, level: Level, place: number, card: string): void {
  const row = table.rows[level] ?? Array.from({ length: ROW }, () => null)
  row[place] = card ? { card } : null
  table.rows[level] = row
}
