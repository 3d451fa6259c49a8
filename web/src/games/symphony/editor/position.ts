/** A position of Symphony as the editor holds it, read from and written as the engine does.
 *  Whether it can be, the server says. */
import type { Disc } from '$lib/generated/games/symphony'
import type { Fields, Json } from '$lib/words/template'

export interface EditedSeat {
  card: string
  /** By Part. */
  owners: (number | null)[]
  token: string | null
  /** Discs that wait for the Coda. */
  stack: number
  /** All cells, those for extra discs at the left first; null for what was laid when the owners took control. */
  discs: Disc[] | null
  /** What a position that was brought says beside these. */
  rest: Fields
}
export interface Pile {
  /** From the lowest. */
  discs: Disc[]
  token: string | null
}
/** A Movement at its very beginning, or where it has come to. */
export interface Moment {
  column: number
  stage: number | null
  row: number
}
export interface EditedTable {
  players: number
  first: number
  sheets: string[]
  options: Fields
  orchestra: Record<string, EditedSeat>
  /** Notes with something on them. */
  score: Record<string, Pile>
  held: string[][]
  pentagon: string[]
  columns: (string | null)[]
  tracks: Record<string, number>[]
  points: Record<string, number>[]
  /** What comes next: what the table shows, what a position that
   *  was brought says, the tokens for all Columns, a Movement. */
  next: 'shown' | 'brought' | 'spread' | Moment
  /** Of a position that was brought, and nothing here shows it. */
  kept: Fields
}

export const LEFT = 3
const WIDTH = 9
const COLUMNS = 5
export const SOURCES = [
  'discs',
  'virtuosity',
  'master',
  'clef_tokens',
  'orchestra_bonus',
  'sheets',
  'voices',
  'leftover_tokens',
  'symphony_bonus',
  'note_tracks',
  'zone_tracks',
  'clashes',
] as const
/** What says who is asked what; another answer to that begins without it. */
const ASKED = ['stack', 'column', 'play', 'holder', 'sealed', 'draft', 'discards']
/** Hidden cards, which fit no longer when others lie on the table: they are drawn anew. */
const HIDDEN = ['hands', 'knower', 'draft', 'discards', 'choirs', 'choirs_seen', 'bag']
const SHOWN = [
  'game',
  'rules',
  'pack',
  'players',
  'first',
  'sheets',
  'options',
  'orchestra',
  'score',
  'tokens',
  'tracks',
  'points',
]

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const fields = (value: Json | undefined): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
const whole = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)
const word = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
const words = (value: Json | undefined): string[] => list(value).filter((one) => typeof one === 'string')
const numbers = (value: Json | undefined): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields(value)).filter((one): one is [string, number] => typeof one[1] === 'number' && one[1] !== 0),
  )
const disc = (value: Json | undefined): Disc =>
  typeof value === 'number' || value === 'black' || value === 'cover' ? value : null

/** All cells of a row of discs: the note spaces alone have nothing at their left. */
export function cells(discs: readonly Disc[], left: readonly Disc[] = []): Disc[] {
  const row = discs.length === WIDTH ? discs : [...Array<null>(LEFT - left.length).fill(null), ...left, ...discs]
  return Array.from({ length: WIDTH }, (_, at) => row[at] ?? null)
}

export const seated = (card: string, owners: (number | null)[] = []): EditedSeat => ({
  card,
  owners,
  token: null,
  stack: 0,
  discs: null,
  rest: {},
})

/** An orchestra at its beginning: the cards are seated, and the tokens of the Columns come next. */
export function begun(players: number, sheets: string[], orchestra: Record<string, EditedSeat>): EditedTable {
  const each = <T>(make: () => T): T[] => Array.from({ length: players }, make)
  return {
    players, first: 0, sheets, options: { sides: 'any' }, orchestra, score: {}, held: each(() => []), pentagon: [], columns: Array<null>(COLUMNS).fill(null),
    tracks: each(() => ({})), points: each(() => ({})), next: Object.keys(orchestra).length ? 'spread' : 'shown', kept: {},
  } // prettier-ignore
}

/** The table of a position. */
export function read(raw: Fields, usual: number, sheets: string[]): EditedTable {
  const players = whole(raw['players']) ?? usual
  const tokens = fields(raw['tokens'])
  const each = <T>(value: Json | undefined, make: (one: Json | undefined) => T): T[] =>
    Array.from({ length: players }, (_, at) => make(list(value)[at]))
  const kept = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !SHOWN.includes(name) || name === 'pack' || name === 'rules'),
  )
  const next = momentOf(raw['stack'])
  if (typeof next === 'object' || next === 'spread') for (const name of ['stack', 'column']) delete kept[name]
  const options = fields(raw['options'])
  const given = words(raw['sheets'] ?? options['sheets'])
  return {
    players,
    first: whole(raw['first'] ?? options['first_player']) ?? 0,
    sheets: given.length === sheets.length ? given : sheets,
    options,
    orchestra: Object.fromEntries(
      Object.entries(fields(raw['orchestra'])).map(([place, seat]) => [place, seatOf(place, fields(seat))]),
    ),
    score: Object.fromEntries(
      Object.entries(fields(raw['score'])).map(([note, pile]) => [
        note,
        { discs: list(fields(pile)['discs']).map(disc), token: word(fields(pile)['token']) },
      ]),
    ),
    held: each(tokens['held'], words),
    pentagon: words(tokens['pentagon']),
    columns: Array.from({ length: COLUMNS }, (_, at) => word(list(tokens['columns'])[at])),
    tracks: each(raw['tracks'], numbers),
    points: each(raw['points'], numbers),
    next,
    kept,
  }
}

function seatOf(place: string, raw: Fields): EditedSeat {
  const { card, owners, token, stack, discs, ...rest } = raw
  const by = list(owners).map(whole)
  while (by.length > 1 && by.at(-1) === null) by.pop()
  return {
    card: word(card) ?? place,
    owners: by,
    token: word(token),
    stack: whole(stack) ?? 0,
    discs: discs === undefined ? null : cells(list(discs).map(disc)),
    rest,
  }
}

/** A stack of one frame is something that can be chosen here. */
function momentOf(stack: Json | undefined): EditedTable['next'] {
  const frames = list(stack).map(fields)
  if (!frames.length) return 'shown'
  const { step, column, stage, row, ...more } = frames[0]!
  if (frames.length > 1 || Object.keys(more).length) return 'brought'
  if (step === 'spread') return 'spread'
  return step === 'movement' && typeof column === 'number'
    ? { column, stage: whole(stage), row: whole(row) ?? 0 }
    : 'brought'
}

/** Something else comes next. */
export function ask(table: EditedTable, next: EditedTable['next']): void {
  table.next = next
  for (const name of ASKED) delete table.kept[name]
}

/** Another instrument, or other owners: what was laid and drawn before fits no longer. */
export function seat(table: EditedTable, place: string, card: string, owners: (number | null)[] = []): void {
  if (card) table.orchestra[place] = seated(card, owners)
  else delete table.orchestra[place]
  for (const name of HIDDEN) delete table.kept[name]
}

/** The position as the engine reads it; what is left out, the server completes. */
export function written(table: EditedTable): Fields {
  const { next, kept } = table
  const found: Fields = {
    game: 'symphony',
    players: table.players,
    options: table.options,
    first: table.first,
    sheets: table.sheets,
    ...kept,
  }
  found['orchestra'] = Object.fromEntries(
    Object.entries(table.orchestra).map(([place, one]) => [place, seatFields(one)]),
  )
  found['score'] = Object.fromEntries(
    Object.entries(table.score).map(([note, { discs, token }]) => [note, { discs, token }]),
  )
  found['tokens'] = { held: table.held, pentagon: table.pentagon, columns: table.columns }
  found['tracks'] = table.tracks
  found['points'] = table.points
  if (next === 'spread') found['stack'] = [{ step: 'spread' }]
  else if (typeof next === 'object')
    found['stack'] = [
      { step: 'movement', column: next.column, ...(next.stage === null ? {} : { stage: next.stage, row: next.row }) },
    ]
  return found
}

function seatFields({ card, owners, token, stack, discs, rest }: EditedSeat): Fields {
  return {
    card,
    owners,
    ...(token ? { token } : {}),
    ...(stack ? { stack } : {}),
    ...(discs ? { discs } : {}),
    ...rest,
  }
}
