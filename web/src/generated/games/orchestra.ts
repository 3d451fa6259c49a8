// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

export type Event =
  | KeptEvent
  | RoundBeganEvent
  | TurnBeganEvent
  | PassedEvent
  | PaidEvent
  | MoneyGainedEvent
  | PrestigeGainedEvent
  | ScoredEvent
  | SpaceUsedEvent
  | SlotStaffedEvent
  | CardStaffedEvent
  | BannerAddedEvent
  | EvolvedEvent
  | RepeatedEvent
  | SentBackEvent
  | ExchangedEvent
  | ColumnMovedEvent
  | PosterTakenEvent
  | SpotTakenEvent
  | VirtuosoWaitsEvent
  | VirtuosoJoinedEvent
  | BeginnerJoinedEvent
  | PiecePlacedEvent
  | WcuPlacedEvent
  | SteppedEvent
  | SteppedBackEvent
  | ArrivedEvent
  | InvitedEvent
  | RevealedEvent
  | EyesClosedEvent
  | FulfilledEvent
  | GatheredEvent
  | ConcertGivenEvent
  | LevelOpenedEvent
  | CardShownEvent
  | RowRenewedEvent
  | EndTriggeredEvent
  | AreaChosenEvent
  | TheaterShownEvent
  | FinishedEvent
  | DeclinedEvent
  | ReturnedEvent
  | SocialShuffledEvent
export type Phase = 'setup' | 'allocation' | 'resolution' | 'special_round' | 'scoring' | 'over'
export type Source =
  | 'cards'
  | 'column'
  | 'posters'
  | 'last_space'
  | 'academy'
  | 'wcu'
  | 'conductor'
  | 'social'
  | 'orchestra'
  | 'audience'
  | 'theater'
  | 'coins'
export type Kind = 'b' | 'p' | 'i' | 'v' | 'inv-b' | 'inv-p' | 'inv-i' | 'hire-b' | 'hire-p' | 'hire-i'
export type Space = 'E1' | 'E2' | 'E3' | 'X' | 'C' | 'M'
export type Section = 'strings' | 'woodwinds' | 'brass' | 'percussion'
export type Type = 'B' | 'P' | 'I' | 'V'
export type PosterPart = 'a' | 'b' | 'c' | 'd'
export type Seated = 'I' | 'V1' | 'V2' | 'V3' | 'V4'
export type Virtuoso = 'V1' | 'V2' | 'V3' | 'V4'
export type Side = 'left' | 'right'
export type Look =
  | 'children'
  | 'students'
  | 'families'
  | 'seniors'
  | 'patrons'
  | 'fork'
  | 'star-children'
  | 'star-students'
  | 'star-families'
  | 'star-seniors'
  | 'star-patrons'
  | 'star-fork'
export type Icon = 'children' | 'students' | 'families' | 'seniors' | 'patrons' | 'fork'
export type Level = 'I' | 'II' | 'III' | 'S'
export type Reason = 'audience_full' | 'orchestra_full' | 'deck_i' | 'deck_ii' | 'deck_iii' | 'deck_star' | 'last_round'
export type Area = 'A' | 'B' | 'C' | 'D'
export type Freed = 'locked' | 'waiting' | 'gone'

export interface Shown {
  event: Event
  prompts: Prompts
  view: View
}
export interface KeptEvent {
  event: 'kept'
  player: number
  theater: string
}
export interface RoundBeganEvent {
  event: 'round_began'
  player: number
  round: number
}
export interface TurnBeganEvent {
  event: 'turn_began'
  phase: Phase
  player: number
}
export interface PassedEvent {
  event: 'passed'
  player: number
}
export interface PaidEvent {
  event: 'paid'
  money: number
  player: number
  prestige: number
}
export interface MoneyGainedEvent {
  event: 'money_gained'
  money: number
  player: number
}
export interface PrestigeGainedEvent {
  event: 'prestige_gained'
  player: number
  prestige: number
}
export interface ScoredEvent {
  event: 'scored'
  player: number
  points: number
  source: Source
}
export interface SpaceUsedEvent {
  event: 'space_used'
  musician: Kind
  player: number
  space: Space
}
export interface SlotStaffedEvent {
  event: 'slot_staffed'
  player: number
  slot: number
}
export interface CardStaffedEvent {
  card: string
  event: 'card_staffed'
  place: string
  player: number
}
export interface BannerAddedEvent {
  event: 'banner_added'
  player: number
  section: Section
}
export interface EvolvedEvent {
  column: number
  event: 'evolved'
  player: number
  type: Type
}
export interface RepeatedEvent {
  event: 'repeated'
  player: number
  space: Space
}
export interface SentBackEvent {
  event: 'sent_back'
  player: number
  space: Space
}
export interface ExchangedEvent {
  event: 'exchanged'
  money: number
  player: number
  prestige: number
}
export interface ColumnMovedEvent {
  event: 'column_moved'
  from: number
  player: number
  to: number
}
export interface PosterTakenEvent {
  event: 'poster_taken'
  part: PosterPart
  player: number
  poster: string
}
export interface SpotTakenEvent {
  event: 'spot_taken'
  player: number
  spot: string
  who: Seated
}
export interface VirtuosoWaitsEvent {
  event: 'virtuoso_waits'
  player: number
  virtuoso: Virtuoso
}
export interface VirtuosoJoinedEvent {
  event: 'virtuoso_joined'
  player: number
}
export interface BeginnerJoinedEvent {
  column: number
  event: 'beginner_joined'
  player: number
}
export interface PiecePlacedEvent {
  at: string
  event: 'piece_placed'
  piece: string
  player: number
}
export interface WcuPlacedEvent {
  event: 'wcu_placed'
  number: number
  player: number
}
export interface SteppedEvent {
  event: 'stepped'
  player: number
  side: Side
  to: number
}
export interface SteppedBackEvent {
  event: 'stepped_back'
  player: number
  side: Side
  to: number
}
export interface ArrivedEvent {
  event: 'arrived'
  order: number
  player: number
}
export interface InvitedEvent {
  event: 'invited'
  player: number
  type: Type
}
export interface RevealedEvent {
  event: 'revealed'
  player: number
  social: string
}
export interface EyesClosedEvent {
  event: 'eyes_closed'
  eyes: number
  failed: boolean
  player: number
}
export interface FulfilledEvent {
  card: string
  event: 'fulfilled'
  player: number
}
export interface GatheredEvent {
  event: 'gathered'
  first: Look
  player: number
  second: Look
  third: Look
}
export interface ConcertGivenEvent {
  event: 'concert_given'
  icon: Icon
  player: number
}
export interface LevelOpenedEvent {
  event: 'level_opened'
  level: Level
  player: null
}
export interface CardShownEvent {
  card: string
  event: 'card_shown'
  place: string
  player: null
}
export interface RowRenewedEvent {
  event: 'row_renewed'
  level: Level
  player: null
}
export interface EndTriggeredEvent {
  event: 'end_triggered'
  player: null
  reason: Reason
}
export interface AreaChosenEvent {
  area: Area
  event: 'area_chosen'
  player: number
}
export interface TheaterShownEvent {
  covered: number
  event: 'theater_shown'
  player: number
  theater: string
}
export interface FinishedEvent {
  event: 'finished'
  player: null
}
export interface DeclinedEvent {
  event: 'declined'
  player: number
}
export interface ReturnedEvent {
  event: 'returned'
  player: number
  space_number: number
}
export interface SocialShuffledEvent {
  event: 'social_shuffled'
  player: null
}
export interface Prompts {
  allocate: Nothing
  arrival: Nothing
  assigning: Nothing
  banner: Nothing
  beginner_column: Nothing
  choose_area: Nothing
  coin_choice: Nothing
  column_steps: Nothing
  conductor_side: Nothing
  develop: Nothing
  developed: Nothing
  edges: Nothing
  evolve_column: Nothing
  exchange: Nothing
  final: Nothing
  gains: Nothing
  gather: Nothing
  invite: Nothing
  keep_theater: Nothing
  part: Nothing
  piece_at: Nothing
  place_piece: Nothing
  poster: Nothing
  poster_effect: Nothing
  resolve: Nothing
  return_space: Nothing
  round: Nothing
  slots: Nothing
  social: Nothing
  social_order: Nothing
  special: Nothing
  take_card: Nothing
  virtuoso_spot: Nothing
}
/**
 * The prompt of a question that says all by its name.
 */
export interface Nothing {}
export interface View {
  academies: Academy[]
  academies_completed: number
  active: number[]
  arrivals: number
  decks: Decks
  first_player: number
  freelancers: {
    [k: string]: number
  }
  game: string
  open_levels: Level[]
  options: {
    [k: string]: Json
  }
  phase: Phase
  pieces: Piece[]
  players: number
  posters_completed: number
  reason: Reason | null
  result: Ended | null
  round: number
  rows: Rows
  social: Social
  spots: {
    [k: string]: number
  }
  stack: StackFrame[]
  step: string | null
  theater: Theater | null
  theater_cards?: (string | null)[]
  tried: Space[]
  turn: number
  unseen: Unseen
  wcu: number
  you: number | null
}
/**
 * What a player has, and what follows from it.
 */
export interface Academy {
  area: Area | null
  areas: Areas
  assigned: number
  banners: Section[]
  board: string
  cards: Fulfilled[]
  column: number
  conductor: Conductor
  eyes_ignored: number
  grid: Grid
  limit: number
  money: number
  points: number
  poster: Poster | null
  prestige: number
  reserve: {
    [k: string]: number
  }
  scores: Scores
  sections: Sections
  slots: Kind[][]
  spaces: {
    [k: string]: Kind
  }
  supply: {
    [k: string]: number
  }
  teaches: Section[]
  virtuosos: Freed[]
}
export interface Areas {
  A: number
  B: number
  C: number
  D: number
}
/**
 * A card beside the board.
 */
export interface Fulfilled {
  card: string
  face_up: boolean
}
/**
 * How far the two markers have come, how many are below them, and as which one both arrived.
 */
export interface Conductor {
  arrived: number | null
  below: number[]
  left: number
  right: number
}
/**
 * The columns of the Academy where a Musician of each type stands.
 */
export interface Grid {
  B: number[]
  I: number[]
  P: number[]
}
export interface Poster {
  id: string
  parts: number
}
/**
 * Points by where they come from.
 */
export interface Scores {
  academy: number
  audience: number
  cards: number
  coins: number
  column: number
  conductor: number
  last_space: number
  orchestra: number
  posters: number
  social: number
  theater: number
  wcu: number
}
export interface Sections {
  brass: number
  percussion: number
  strings: number
  woodwinds: number
}
export interface Decks {
  I: Deck
  II: Deck
  III: Deck
  S: Deck
}
/**
 * How many cards nobody has seen, and those that were put below them.
 */
export interface Deck {
  below: string[]
  unseen: number
}
/**
 * An Audience Piece on its chairs.
 */
export interface Piece {
  at: string
  piece: string
  player: number
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
export interface Rows {
  I: (CardPlace | null)[]
  II: (CardPlace | null)[]
  III: (CardPlace | null)[]
  S: (CardPlace | null)[]
}
/**
 * A card in a row; with Musicians on it, whose they are and on which Part.
 */
export interface CardPlace {
  card: string
  musicians?: Kind[]
  part?: number
  player?: number
}
/**
 * The Social Cards by kind.
 */
export interface Social {
  deck: {
    [k: string]: number
  }
  discards: {
    [k: string]: number
  }
}
export interface StackFrame {
  [k: string]: string | number | number[]
}
/**
 * The player's own Theater Cards; once one is kept, its chairs, what they score, and what all would.
 */
export interface Theater {
  all?: number
  chairs?: Chairs
  dealt: string[]
  kept: string | null
  points?: number
}
/**
 * The chairs of a Theater Card: under own pieces, lost to others, free.
 */
export interface Chairs {
  free: string[]
  lost: string[]
  mine: string[]
}
/**
 * The cards that nobody has seen, by Level.
 */
export interface Unseen {
  I: string[]
  II: string[]
  III: string[]
  S: string[]
}
