// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

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
export type Column = 'A' | 'B' | 'C' | 'D' | 'E'
export type Token = 'prolonged' | 'flat_sharp' | 'chaining' | 'protection' | 'virtuosity' | 'overwriting' | 'eclectic' | 'clef'
export type Disc = number | ('black' | 'cover') | null
export type Way = 'left' | '1' | '2' | '3' | '4' | '5' | '6' | 'swap'
export type Track = 'flat' | 'sharp' | 'semibreve' | 'green' | 'orange' | 'blue' | 'clash'
export type Master =
  'berlioz' | 'bernstein' | 'bulow' | 'furtwangler' | 'karajan' | 'kleiber' | 'mahler' | 'mengelberg' | 'toscanini' | 'wagner'
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
export type NoteColour = 'blue' | 'orange'
export type Zone = 'green' | 'orange' | 'blue'

export interface Shown {
  event: Event
  prompts: Prompts
  view: View
}
export interface FirstEvent {
  event: 'first'
  player: number
}
export interface FrontRowEvent {
  card: string
  event: 'front_row'
  seat: string
}
export interface ChoirKeptEvent {
  card: string
  event: 'choir_kept'
  player: number
}
export interface DealtEvent {
  card: string
  event: 'dealt'
  player: number
}
export interface PickedEvent {
  card: string
  event: 'picked'
  player: number
  round: number
}
export interface DiscardedEvent {
  card: string
  event: 'discarded'
  player: number
}
export interface SeatedEvent {
  card: string
  event: 'seated'
  player: number
  seat: string
}
export interface ControlledEvent {
  card: string
  event: 'controlled'
  instrument: string
  part: number | null
  player: number
}
export interface ColumnWonEvent {
  column: Column
  event: 'column_won'
  player: number
  token: Token
}
export interface TokenTakenEvent {
  event: 'token_taken'
  player: number
  token: Token
}
export interface StackedEvent {
  event: 'stacked'
  instrument: string
  player: number
}
export interface RevealedEvent {
  bonus: number
  event: 'revealed'
  player: number
}
export interface BonusEvent {
  bonus: number
  event: 'bonus'
  player: number
  points: number
}
export interface BatonEvent {
  event: 'baton'
  player: number
}
export interface MovementEvent {
  column: Column
  event: 'movement'
}
export interface TokenPlayedEvent {
  event: 'token_played'
  instrument: string
  player: number
  token: Token
}
export interface AddedEvent {
  disc: Disc
  event: 'added'
  instrument: string
  player: number
  space: number
}
export interface ConductedEvent {
  event: 'conducted'
  instrument: string
  player: number
  slot: number
  way: Way
}
export interface PlacedEvent {
  disc: Disc
  event: 'placed'
  instrument: string
  note: string
  overwrites: boolean
  player: number
  points: number
  virtuosity: number
}
export interface PairedEvent {
  event: 'paired'
  instrument: string
  note: string
  over: Disc
  player: number
  points: number
  under: Disc
  virtuosity: number
}
export interface BurnedEvent {
  disc: Disc
  event: 'burned'
  instrument: string
  player: number
}
export interface TokenFoundEvent {
  event: 'token_found'
  note: string
  player: number
  token: Token
}
export interface GaveEvent {
  event: 'gave'
  player: number
  to: number
  token: Token
}
export interface DisturbedEvent {
  disc: Disc
  event: 'disturbed'
  instrument: string
  player: number
}
export interface SheetEvent {
  event: 'sheet'
  player: number
  points: number
  sheet: number
}
export interface AdvancedEvent {
  event: 'advanced'
  player: number
  steps: number
  track: Track
}
export interface VoiceEvent {
  event: 'voice'
  player: number
  points: number
  voice: number
}
export interface LeftoverEvent {
  event: 'leftover'
  player: number
  points: number
}
export interface FinalBonusEvent {
  bonus: number
  event: 'final_bonus'
  player: number
  points: number
}
export interface TracksScoredEvent {
  clashes: number
  event: 'tracks_scored'
  notes: number
  player: number
  zones: number
}
export interface ClashedEvent {
  event: 'clashed'
  player: number
  steps: number
}
export interface FinishedEvent {
  event: 'finished'
}
export interface ClefPointsEvent {
  event: 'clef_points'
  instrument: string
  player: number
  points: number
}
export interface SetUpEvent {
  event: 'set_up'
  master: Master | null
  sheets: string[]
}
export interface SwappedEvent {
  disc: Disc
  event: 'swapped'
  instrument: string
  player: number
}
export interface Prompts {
  absolute: Nothing
  allocate: Nothing
  allocation: Nothing
  baton: Nothing
  card: Nothing
  chain: Nothing
  choir: Nothing
  choirs: Nothing
  control: Nothing
  deal: Nothing
  discard: Nothing
  draft: Nothing
  endgame: Nothing
  extra: Nothing
  first_row: Nothing
  gift: Nothing
  minority: Nothing
  movement: Nothing
  musician: Nothing
  objective: Nothing
  objectives: Nothing
  pentagon: Nothing
  place: Nothing
  play: Nothing
  pre_attack: Nothing
  programme: Nothing
  replay: Nothing
  scoring: Nothing
  seat: Nothing
  seats: Nothing
  singles: Nothing
  source: Nothing
  spread: Nothing
  talent: Nothing
  talents: Nothing
  under: Nothing
  unused: Nothing
  with: Nothing
}
/**
 * The prompt of a question that says all by its name.
 */
export interface Nothing {}
export interface View {
  active: number[]
  clef_cards: ClefCard[] | null
  column_tokens: (Token | null)[]
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
  you: number | null
}
export interface ClefCard {
  from: number
  main: string
  minor: string
  to: number
}
/**
 * The Movement that is on, with its bars.
 */
export interface Movement {
  column: Column
  first: number
  last: number
  stage: Stage
}
/**
 * Virtuosity cards: the public one, those shown, and how many each player holds (SY-187).
 */
export interface Objectives {
  final?: (number | null)[]
  held: number[]
  public: number | null
  public_card?: VirtuosityCard
  revealed: (number | null)[]
}
/**
 * What a Virtuosity card pays, and for what.
 */
export interface VirtuosityCard {
  card: number
  orchestra: string
  orchestra_points: number
  symphony: string
  symphony_points: number
}
/**
 * An instrument on its seat. Owners and abilities are by Part.
 */
export interface Instrument {
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
 * What only this player sees or remembers.
 */
export interface Own {
  choirs_seen?: string[]
  discards?: string[]
  hand: string[]
  objective_cards?: VirtuosityCard[]
  objectives: number[]
  packet?: string[]
  packets_seen?: string[][]
  picks?: string[]
  sealed: number | string | null
}
/**
 * The play that is on: which instrument, which disc, what binds it.
 */
export interface Play {
  card: string
  clashes?: Clash[]
  coda: boolean
  disc?: Disc
  instrument: string
  near: string | null
  part?: number | null
  replay: boolean
}
/**
 * A note that only a clash opens: steps on the track, and what they score.
 */
export interface Clash {
  note: string
  points: number
  steps: number
}
/**
 * A prize that is counted: what, and how much for each.
 */
export interface Counted {
  counts: string
  per: number
}
/**
 * How a match ended: ``Result.json``.
 */
export interface Ended {
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
export interface Note {
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
export interface Tracks {
  blue: number
  clash: number
  flat: number
  green: number
  orange: number
  semibreve: number
  sharp: number
}
