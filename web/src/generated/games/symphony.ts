// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

export type Category = 'strings' | 'brass' | 'woodwinds' | 'percussion' | 'soloist' | 'choir' | 'special'
export type Master =
  'berlioz' | 'bernstein' | 'bulow' | 'furtwangler' | 'karajan' | 'kleiber' | 'mahler' | 'mengelberg' | 'toscanini' | 'wagner'
export type Column = 'A' | 'B' | 'C' | 'D' | 'E'
export type Token = 'prolonged' | 'flat_sharp' | 'chaining' | 'protection' | 'virtuosity' | 'overwriting' | 'eclectic' | 'clef'
export type Event =
  | FirstEvent
  | FrontRowEvent
  | ChoirKeptEvent
  | DealtEvent
  | PickedEvent
  | DiscardedEvent
  | SeatedEvent
  | ControlledEvent
  | ColumnWonEvent
  | TokenTakenEvent
  | StackedEvent
  | RevealedEvent
  | BonusEvent
  | BatonEvent
  | MovementEvent
  | TokenPlayedEvent
  | AddedEvent
  | ConductedEvent
  | PlacedEvent
  | PairedEvent
  | BurnedEvent
  | TokenFoundEvent
  | GaveEvent
  | DisturbedEvent
  | SheetEvent
  | AdvancedEvent
  | VoiceEvent
  | LeftoverEvent
  | FinalBonusEvent
  | TracksScoredEvent
  | ClashedEvent
  | FinishedEvent
  | ClefPointsEvent
  | SetUpEvent
  | SwappedEvent
export type Disc = number | ('black' | 'cover') | null
export type Way = 'left' | '1' | '2' | '3' | '4' | '5' | '6' | 'swap'
export type Track = 'flat' | 'sharp' | 'semibreve' | 'green' | 'orange' | 'blue' | 'clash'
export type Stage = 'pre_attack' | 'attack' | 'concertmaster' | 'body' | 'coda'
export type Ability =
  | 'flat'
  | 'sharp'
  | 'imminent'
  | 'protect'
  | 'overwrite'
  | 'overwrite_black'
  | 'strong'
  | 'strong_black'
  | 'chain'
  | 'soloist'
  | 'absolute'
  | 'obsessive'
  | 'disturb'
export type Bend = 'conductor' | 'disturb' | 'obsessive' | 'soloist'
export type NoteColour = 'blue' | 'orange'
export type Zone = 'green' | 'orange' | 'blue'
export type Whose = 'own' | 'black'

export type Shown = {
  components: Components
  event: Event
  prompts: Prompts
  verbs: Verbs
  view: View
}
export type Components = {
  board: {
    [k: string]: PrintedBoard
  }
  conductor: PrintedConductor
  face: PrintedFace[]
  instrument: PrintedInstrument[]
  master: PrintedMaster[]
  movement: PrintedMovement[]
  preset: {
    [k: string]: PrintedPreset
  }
  prize: PrintedPrize[]
  token: PrintedToken[]
  tracks: PrintedTracks
}
/**
 * One side of the board: the dots of its seats, row by row from the front.
 */
export type PrintedBoard = {
  rows: string[]
  virt_side: number
}
export type PrintedConductor = {
  discs: string[]
}
/**
 * A side of a music sheet; the Voices in the notation of the pack, rests and all.
 */
export type PrintedFace = {
  black: boolean
  id: string
  sheet: number
  title: string
  v1: string
  v2: string
  v3: string
}
/**
 * An instrument card: its row of spaces, half-dots, abilities, clefs.
 */
export type PrintedInstrument = {
  basic: string[]
  category: Category
  clefs: string
  copies: number
  dots: string
  id: string
  name: string
  row: string
  unlock: string[]
}
/**
 * A Master: discs, whose abilities they use, and the objective that the Master takes away.
 */
export type PrintedMaster = {
  discs: string[]
  id: Master
  name: string
  pool: string
  remove: string
}
/**
 * The bars of a Movement, and which sheet is scored after it.
 */
export type PrintedMovement = {
  first: number
  id: Column
  last: number
  scores: number
}
/**
 * A seated orchestra: rows from the front, cards with owners by Part; 1 is the First Player, # a stage card.
 */
export type PrintedPreset = {
  concertmaster: number
  conductor: number
  rows: string[]
}
/**
 * A prize: the fixed points, or what is counted on the other side.
 */
export type PrintedPrize = {
  counts: string
  fixed: number
  id: string
  per: number
  where: 'sheet' | 'voice1' | 'voice2' | 'voice3'
}
/**
 * A Musician token.
 */
export type PrintedToken = {
  coda: boolean
  copies: number
  forbid: string[]
  id: Token
  max_own_discs?: number
  vp_per_clef?: number
}
export type PrintedTracks = {
  clash: PrintedTrack
  note: PrintedTrack
  zone: PrintedTrack
}
export type PrintedTrack = {
  points: number[]
}
export type FirstEvent = {
  event: 'first'
  player: number
}
export type FrontRowEvent = {
  card: string
  event: 'front_row'
  seat: string
}
export type ChoirKeptEvent = {
  card: string
  event: 'choir_kept'
  player: number
}
export type DealtEvent = {
  card: string
  event: 'dealt'
  player: number
}
export type PickedEvent = {
  card: string
  event: 'picked'
  player: number
  round: number
}
export type DiscardedEvent = {
  card: string
  event: 'discarded'
  player: number
}
export type SeatedEvent = {
  card: string
  event: 'seated'
  player: number
  seat: string
}
export type ControlledEvent = {
  card: string
  event: 'controlled'
  instrument: string
  part: number | null
  player: number
}
export type ColumnWonEvent = {
  column: Column
  event: 'column_won'
  player: number
  token: Token
}
export type TokenTakenEvent = {
  event: 'token_taken'
  player: number
  token: Token
}
export type StackedEvent = {
  card: string
  event: 'stacked'
  instrument: string
  player: number
}
export type RevealedEvent = {
  bonus: number
  event: 'revealed'
  orchestra: string
  player: number
  symphony: string
}
export type BonusEvent = {
  bonus: number
  event: 'bonus'
  orchestra: string
  player: number
  points: number
  symphony: string
}
export type BatonEvent = {
  event: 'baton'
  player: number
}
export type MovementEvent = {
  column: Column
  event: 'movement'
}
export type TokenPlayedEvent = {
  card: string
  event: 'token_played'
  instrument: string
  player: number
  token: Token
}
export type AddedEvent = {
  card: string
  disc: Disc
  event: 'added'
  instrument: string
  player: number
  space: number
}
export type ConductedEvent = {
  card: string
  event: 'conducted'
  instrument: string
  player: number
  slot: number
  way: Way
}
export type PlacedEvent = {
  card: string
  disc: Disc
  event: 'placed'
  instrument: string
  note: string
  overwrites: boolean
  player: number
  points: number
  virtuosity: number
}
export type PairedEvent = {
  card: string
  event: 'paired'
  instrument: string
  note: string
  over: Disc
  player: number
  points: number
  under: Disc
  virtuosity: number
}
export type BurnedEvent = {
  card: string
  disc: Disc
  event: 'burned'
  instrument: string
  player: number
}
export type TokenFoundEvent = {
  event: 'token_found'
  note: string
  player: number
  token: Token
}
export type GaveEvent = {
  event: 'gave'
  player: number
  to: number
  token: Token
}
export type DisturbedEvent = {
  card: string
  disc: Disc
  event: 'disturbed'
  instrument: string
  player: number
}
export type SheetEvent = {
  event: 'sheet'
  player: number
  points: number
  sheet: number
}
export type AdvancedEvent = {
  event: 'advanced'
  player: number
  steps: number
  track: Track
}
export type VoiceEvent = {
  event: 'voice'
  player: number
  points: number
  voice: number
}
export type LeftoverEvent = {
  event: 'leftover'
  player: number
  points: number
}
export type FinalBonusEvent = {
  bonus: number
  event: 'final_bonus'
  orchestra: string
  player: number
  points: number
  symphony: string
}
export type TracksScoredEvent = {
  clashes: number
  event: 'tracks_scored'
  notes: number
  player: number
  zones: number
}
export type ClashedEvent = {
  event: 'clashed'
  player: number
  steps: number
}
export type FinishedEvent = {
  event: 'finished'
}
export type ClefPointsEvent = {
  card: string
  event: 'clef_points'
  instrument: string
  player: number
  points: number
}
export type SetUpEvent = {
  event: 'set_up'
  master: Master | null
  sheets: string[]
}
export type SwappedEvent = {
  card: string
  disc: Disc
  event: 'swapped'
  instrument: string
  player: number
}
export type Prompts = {
  allocate: Nothing
  card: Nothing
  chain: Play
  choir: ChoirArgs
  control: ControlArgs
  discard: DiscardArgs
  draft: DraftArgs
  extra: Play
  gift: GiftArgs
  musician: Play
  objective: ObjectiveArgs
  pentagon: Nothing
  place: Play
  pre_attack: PreAttackArgs
  replay: Play
  seat: SeatArgs
  source: Play
  under: Play
  unused: Nothing
  with: Play
}
/**
 * Of a question that says all by its name, and of a game without components.
 */
export type Nothing = {}
/**
 * The play that is on: which instrument, which disc, what binds it.
 */
export type Play = {
  card: string
  clashes?: Clash[]
  coda: boolean
  conducted?: boolean
  covers?: string[]
  disc?: Disc
  instrument: string
  near: string | null
  part?: number | null
  replay: boolean
}
/**
 * A note that only a clash opens: steps on the track, and what they score.
 */
export type Clash = {
  note: string
  points: number
  steps: number
}
export type ChoirArgs = {
  choirs: string[]
}
export type ControlArgs = {
  only: string | null
}
export type DiscardArgs = {
  left: number
}
export type DraftArgs = {
  packet: string[]
  round: number
}
export type GiftArgs = {
  to: number
}
export type ObjectiveArgs = {
  cards: number[]
}
export type PreAttackArgs = {
  card: string
  instrument: string
}
export type SeatArgs = {
  card: string
  column: string | null
}
export type Verbs = {
  add: [whose: Whose, way: Way]
  burn: []
  card: [card: string]
  clash: [note: string]
  conduct: [slot: number, way: Way]
  control: [seat: string]
  control_part: [seat: string, part: number]
  disc: [whose: Whose]
  discard: [card: string]
  give: [token: Token]
  leftmost: []
  no_replay: []
  no_token: []
  note: [note: string]
  play: [token: Token]
  replay: []
  score: [card: number]
  seat: [seat: string]
  stop: []
  swap: [whose: Whose]
  take: [token: Token]
  under: [whose: Whose]
  with: [space: number]
}
export type View = {
  active: number[]
  clef_cards: ClefCard[] | null
  column_tokens: (Token | null)[]
  columns: ColumnStand[]
  first_player: number
  game: string
  hands: number[]
  master: Master | 'none'
  movement: Movement | null
  objectives: Objectives
  options: {
    [k: string]: Json
  }
  orchestra: {
    [k: string]: Instrument | null
  }
  order: Turn[] | null
  own?: Own
  pentagon: Token[]
  picks: string[][] | null
  play: Play | null
  players: number
  points: number[]
  prizes: (number | Counted)[]
  result: Ended | null
  score: Note[]
  sheets: string[]
  step: string
  tokens: Token[][]
  tracks: Tracks[]
  unused: Token[]
  virtuosity: {
    [k: string]: number[]
  }
  you: number | null
}
export type ClefCard = {
  from: number
  main: string
  minor: string
  to: number
}
/**
 * Own discs of each player in a Column, None of those who control nothing there (SY-060, SY-063), and who would
 *     get its token.
 */
export type ColumnStand = {
  discs: (number | null)[]
  minority: number | null
}
/**
 * The Movement that is on, with its bars.
 */
export type Movement = {
  column: Column
  first: number
  last: number
  stage: Stage
}
/**
 * Virtuosity cards: the public one, those shown, and how many each player holds (SY-187).
 */
export type Objectives = {
  final?: (number | null)[]
  held: number[]
  public: number | null
  public_card?: VirtuosityCard
  revealed: (number | null)[]
}
/**
 * What a Virtuosity card pays, and for what.
 */
export type VirtuosityCard = {
  card: number
  orchestra: string
  orchestra_points: number
  symphony: string
  symphony_points: number
  worth: Worth
}
/**
 * What a Virtuosity card would pay each player as the table is; its Orchestra Bonus as long as that is to come.
 */
export type Worth = {
  orchestra?: number[]
  symphony: number[]
}
/**
 * An instrument on its seat. Owners and abilities are by Part.
 */
export type Instrument = {
  abilities?: Ability[][]
  card: string
  clefs?: string
  discs: Disc[]
  left?: Disc[]
  owners: (number | null)[]
  stack?: number
  token?: Token
  well_placed?: boolean
}
/**
 * A play of the Movement, or a window before its Attack: of which instrument, and how many discs it has then.
 */
export type Turn = {
  bends?: Bend[]
  discs: number
  instrument: string
  part?: number
  player: number
  stage: Stage
}
/**
 * What only this player sees or remembers.
 */
export type Own = {
  choirs_seen?: string[]
  discards?: string[]
  fits?: {
    [k: string]: string[]
  }
  hand: string[]
  objective_cards?: VirtuosityCard[]
  objectives: number[]
  packet?: string[]
  packets_seen?: string[][]
  picks?: string[]
  sealed: number | string | null
}
/**
 * A prize that is counted: what, and how much for each.
 */
export type Counted = {
  counts: string
  per: number
}
/**
 * How a match ended: ``Result.json``.
 */
export type Ended = {
  places: number[]
  points: number[]
  reason: string
  sources: {
    [k: string]: number
  }[]
  tiebreak: string | null
  winners: number[]
}
/**
 * A note as printed, in the notation of the pack, with what lies on it.
 */
export type Note = {
  at: string
  colour?: NoteColour
  discs?: Disc[]
  note: string
  token?: Token
  tuplet?: number
  zone?: Zone
}
/**
 * How far a player has come on each track.
 */
export type Tracks = {
  blue: number
  clash: number
  flat: number
  green: number
  orange: number
  semibreve: number
  sharp: number
}
