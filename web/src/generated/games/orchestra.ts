// Made by scripts/types.mjs from the schemas of the server. Do not edit.

import type { Json } from '../../words/template'

export type Virtuoso = 'V1' | 'V2' | 'V3' | 'V4'
export type Space = 'E1' | 'E2' | 'E3' | 'X' | 'C' | 'M'
export type Section = 'strings' | 'woodwinds' | 'brass' | 'percussion'
export type PosterPart = 'a' | 'b' | 'c' | 'd'
export type Icon = 'children' | 'students' | 'families' | 'seniors' | 'patrons' | 'fork'
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
export type Type = 'B' | 'P' | 'I' | 'V'
export type Seated = 'I' | 'V1' | 'V2' | 'V3' | 'V4'
export type Area = 'A' | 'B' | 'C' | 'D'
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
export type Level = 'I' | 'II' | 'III' | 'S'
export type Reason = 'audience_full' | 'orchestra_full' | 'deck_i' | 'deck_ii' | 'deck_iii' | 'deck_star' | 'last_round'
export type Payment = 'free' | 'flat' | 'board' | 'less'
export type Freed = 'locked' | 'waiting' | 'gone'
export type Coin = 'money' | 'prestige'

export type Shown = {
  components: Components
  event: Event
  prompts: Prompts
  verbs: Verbs
  view: View
}
export type Components = {
  academy: PrintedAcademy
  audience: PrintedAudience
  board: PrintedBoard[]
  column: PrintedColumn
  conductor: PrintedConductor
  freelancers: PrintedFreelancers
  orchestra: PrintedOrchestra
  pieces: {
    [k: string]: PrintedPiece
  }
  posters: {
    [k: string]: PrintedPoster
  }
  scenario: PrintedScenario
  social: PrintedSocial
  theater: PrintedTheater
}
export type PrintedAcademy = {
  column_steps: PrintedSteps
  completion_points: number[]
  develop: PrintedSlot[]
  evolution: PrintedEvolution
  exchange: PrintedExchange
  eyes_ignored: number[]
  orchestra_limit: number[]
  social: PrintedSocialMedia
  spaces: PrintedSpace[]
  virtuosos: PrintedVirtuosos
}
/**
 * Steps on the Column by type.
 */
export type PrintedSteps = {
  B: number
  I: number
  P: number
  V: number
}
/**
 * A banner slot: whom it needs, what it costs, the Virtuoso that it frees.
 */
export type PrintedSlot = {
  cost: Price
  need: 'any'[]
  virtuoso?: Virtuoso
}
/**
 * Money and Prestige.
 */
export type Price = {
  m: number
  p: number
}
/**
 * Who is out at the start, and what each step up costs, by column.
 */
export type PrintedEvolution = {
  I: Price[]
  P: Price[]
  start_out: ('B' | 'I' | 'P')[]
}
export type PrintedExchange = {
  max_given: number
  rate: number
}
export type PrintedSocialMedia = {
  B: PrintedEffect
  I: PrintedEffect
  P: PrintedEffect
  V: PrintedEffect
}
/**
 * What Social Media bring to one type: a bonus, and cards to turn up.
 */
export type PrintedEffect = {
  bonus: string[]
  cards: number
}
/**
 * A space of the Academy: whom it needs, and its bonus.
 */
export type PrintedSpace = {
  bonus?: string[]
  id: Space
  invited: boolean
  need: 'B' | 'P' | 'any'
}
export type PrintedVirtuosos = {
  bolt: {
    [k: string]: string[]
  }
}
export type PrintedAudience = {
  area_d_halves: {
    [k: string]: number
  }
  area_points: {
    [k: string]: number
  }
  map: PrintedMap
  prices: PrintedPrices
  wcu_points: {
    [k: string]: number
  }
  wcu_price: number
}
/**
 * The hall, row by row, and how many chairs each part of it has.
 */
export type PrintedMap = {
  rows: string[]
  seats: {
    [k: string]: number
  }
}
export type PrintedPrices = {
  per_seat: Areas
}
export type Areas = {
  A: number
  B: number
  C: number
  D: number
}
/**
 * The board of an Academy.
 */
export type PrintedBoard = {
  completion_bonus: string[]
  id: string
  name: string
  printed: Section
}
export type PrintedColumn = {
  last_space_bonus_per_later_poster: number
  poster_complete_points: number[]
  spaces: ColumnSpace[]
}
/**
 * A space of the Column: its gain, what lies at its edge, whether one returns to it.
 */
export type ColumnSpace = {
  edge?: PosterPart | 'V1'
  gain: string[]
  ret?: boolean
}
export type PrintedConductor = {
  first_points: number
  later_points: number
  second_points_2p: number
  track: PrintedTrack
}
export type PrintedTrack = {
  left_steps: number
  right_steps: number
  unlock: PrintedSides
}
export type PrintedSides = {
  left: number
  right: number
}
export type PrintedFreelancers = {
  hire: PrintedHire
}
export type PrintedHire = {
  B: Price
  I: Price
  P: Price
}
export type PrintedOrchestra = {
  control_points: number[]
  min_per_section_end: {
    [k: string]: number
  }
  spots: PrintedSpots
}
export type PrintedSpots = {
  brass: PrintedSpot[]
  percussion: PrintedSpot[]
  strings: PrintedSpot[]
  woodwinds: PrintedSpot[]
}
/**
 * A spot of the Orchestra.
 */
export type PrintedSpot = {
  gain: string[]
  id: string
  part?: string
  shape: 'I' | 'V'
}
/**
 * An Audience Piece.
 */
export type PrintedPiece = {
  count: number
  shape: string[]
}
export type PrintedPoster = {
  b: PosterHalf
  c: PosterHalf
  name: string
}
/**
 * What a part of a poster brings: a choice or an offer now, or an effect from now on.
 */
export type PosterHalf = {
  choice?: string[][]
  effect?: 'extra_money' | 'seat_discount' | 'share_column'
  gain?: string[]
  n?: number
  optional?: boolean
  pay?: {
    [k: string]: number
  }
  seats?: number
  when: 'always' | 'now'
}
export type PrintedScenario = {
  I: ScenarioCard[]
  II: ScenarioCard[]
  III: ScenarioCard[]
  S: ScenarioCard[]
}
/**
 * A Scenario Card: whom it needs (or else), its audience, what it brings; a, b and c if it has letters.
 */
export type ScenarioCard = {
  a?: string[]
  alt?: string[]
  aud: Icon | 'none'
  b?: string[]
  c?: string[]
  gain?: string[]
  id: string
  letters?: boolean
  name: string
  need: string[]
  pts: number
  sec: Section | 'lyre'
}
export type PrintedSocial = {
  cards: SocialCard[]
}
export type SocialCard = {
  eye?: boolean
  gain?: string[]
  id: string
}
export type PrintedTheater = {
  all_points: number
  cards: TheaterCard[]
}
/**
 * Its blank seats, one after the other.
 */
export type TheaterCard = {
  id: string
  name: string
  seats: string
}
export type KeptEvent = {
  event: 'kept'
  name: string
  player: number
  theater: string
}
export type RoundBeganEvent = {
  event: 'round_began'
  player: number
  round: number
}
export type TurnBeganEvent = {
  event: 'turn_began'
  phase: Phase
  player: number
}
export type PassedEvent = {
  event: 'passed'
  player: number
}
export type PaidEvent = {
  event: 'paid'
  money: number
  player: number
  prestige: number
  price: Price1
}
/**
 * Coins to be said, without a kind of which there are none.
 */
export type Price1 = {
  args: Coins
  name: 'both' | 'money' | 'prestige'
}
export type Coins = {
  money: number
  prestige: number
}
export type MoneyGainedEvent = {
  event: 'money_gained'
  money: number
  player: number
}
export type PrestigeGainedEvent = {
  event: 'prestige_gained'
  player: number
  prestige: number
}
export type ScoredEvent = {
  event: 'scored'
  player: number
  points: number
  source: Source
}
export type SpaceUsedEvent = {
  event: 'space_used'
  musician: Kind
  player: number
  space: Space
}
export type SlotStaffedEvent = {
  event: 'slot_staffed'
  player: number
  slot: number
}
export type CardStaffedEvent = {
  card: string
  event: 'card_staffed'
  name: string
  place: string
  player: number
}
export type BannerAddedEvent = {
  event: 'banner_added'
  player: number
  section: Section
}
export type EvolvedEvent = {
  column: number
  event: 'evolved'
  player: number
  type: Type
}
export type RepeatedEvent = {
  event: 'repeated'
  player: number
  space: Space
}
export type SentBackEvent = {
  event: 'sent_back'
  player: number
  space: Space
}
export type ExchangedEvent = {
  event: 'exchanged'
  money: number
  player: number
  prestige: number
  price: Price1
}
export type ColumnMovedEvent = {
  event: 'column_moved'
  from: number
  player: number
  to: number
}
export type PosterTakenEvent = {
  event: 'poster_taken'
  name: string
  part: PosterPart
  player: number
  poster: string
}
export type SpotTakenEvent = {
  event: 'spot_taken'
  player: number
  spot: string
  who: Seated
}
export type VirtuosoWaitsEvent = {
  event: 'virtuoso_waits'
  player: number
  virtuoso: Virtuoso
}
export type VirtuosoJoinedEvent = {
  event: 'virtuoso_joined'
  player: number
}
export type BeginnerJoinedEvent = {
  column: number
  event: 'beginner_joined'
  player: number
}
export type PiecePlacedEvent = {
  area: Area
  at: string
  event: 'piece_placed'
  piece: string
  player: number
}
export type WcuPlacedEvent = {
  event: 'wcu_placed'
  number: number
  player: number
}
export type SteppedEvent = {
  event: 'stepped'
  player: number
  side: Side
  to: number
}
export type SteppedBackEvent = {
  event: 'stepped_back'
  player: number
  side: Side
  to: number
}
export type ArrivedEvent = {
  event: 'arrived'
  order: number
  player: number
}
export type InvitedEvent = {
  event: 'invited'
  player: number
  type: Type
}
export type RevealedEvent = {
  event: 'revealed'
  gain: string[]
  player: number
  social: string
}
export type EyesClosedEvent = {
  event: 'eyes_closed'
  eyes: number
  failed: boolean
  ignored: number
  player: number
}
export type FulfilledEvent = {
  card: string
  event: 'fulfilled'
  name: string
  player: number
}
export type GatheredEvent = {
  event: 'gathered'
  first: Look
  player: number
  second: Look
  third: Look
}
export type ConcertGivenEvent = {
  event: 'concert_given'
  icon: Icon
  player: number
}
export type LevelOpenedEvent = {
  event: 'level_opened'
  level: Level
  player: null
}
export type CardShownEvent = {
  card: string
  event: 'card_shown'
  name: string
  place: string
  player: null
}
export type RowRenewedEvent = {
  event: 'row_renewed'
  level: Level
  player: null
}
export type EndTriggeredEvent = {
  event: 'end_triggered'
  player: null
  reason: Reason
}
export type AreaChosenEvent = {
  area: Area
  event: 'area_chosen'
  player: number
}
export type TheaterShownEvent = {
  covered: number
  event: 'theater_shown'
  name: string
  player: number
  theater: string
}
export type FinishedEvent = {
  event: 'finished'
  player: null
}
export type DeclinedEvent = {
  event: 'declined'
  player: number
}
export type ReturnedEvent = {
  event: 'returned'
  player: number
  space_number: number
}
export type SocialShuffledEvent = {
  event: 'social_shuffled'
  player: null
}
export type Prompts = {
  allocate: TurnArgs
  banner: BannerArgs
  beginner_column: Nothing
  choose_area: Nothing
  coin_choice: CoinArgs
  column_steps: ColumnArgs
  conductor_side: SideArgs
  develop: DevelopArgs
  evolve_column: EvolveArgs
  exchange: ExchangeArgs
  gather: GatherArgs
  invite: InviteArgs
  keep_theater: KeepTheaterArgs
  part: PartArgs
  piece_at: PieceAtArgs
  place_piece: PlacePieceArgs
  poster: Nothing
  poster_effect: PosterEffectArgs
  resolve: TurnArgs
  return_space: Nothing
  slots: SlotsArgs
  social_order: SocialOrderArgs
  special: TurnArgs
  take_card: TakeCardArgs
  virtuoso_spot: VirtuosoArgs
}
export type TurnArgs = {
  money: number
  prestige: number
  round: number
}
export type BannerArgs = {
  sections: string[]
}
/**
 * Of a question that says all by its name, and of a game without components.
 */
export type Nothing = {}
export type CoinArgs = {
  left: number
}
export type ColumnArgs = {
  from: number
  reach: number
}
export type SideArgs = {
  back: boolean
}
export type DevelopArgs = {
  chosen: string[]
  left: number
  slot: number
}
export type EvolveArgs = {
  costs: EvolveCost[]
  free: boolean
  space: string | null
  to: string
  type: string
}
export type EvolveCost = {
  column: number
  money: number
  prestige: number
}
export type ExchangeArgs = {
  most: number
  rate: number
}
export type GatherArgs = {
  chosen: string[]
  left: number
}
export type InviteArgs = {
  types: string[]
}
export type KeepTheaterArgs = {
  cards: string[]
  names: string[]
}
export type PartArgs = {
  card: string
  letters: boolean
  name: string
  parts: string[][]
}
export type PieceAtArgs = {
  audience: boolean
  costs: Areas
  offer: Asking
  payment: Payment
  piece: string
  price: number
  prices: string[]
  shape: string[]
  wcu: boolean
}
/**
 * How an offer is paid, to be said: by the chair at board price or below, the whole piece, flat, or not at all.
 */
export type Asking = {
  args: AskingArgs
  name: 'board' | 'flat' | 'free' | 'less' | 'whole'
}
export type AskingArgs = {
  costs: Cost[]
  money: number
}
/**
 * What a chair, a piece or a place for a wheelchair user costs, in an area.
 */
export type Cost = {
  args: CostArgs
  name: 'area' | 'area_free' | 'wcu' | 'wcu_free'
}
export type CostArgs = {
  area: string
  money: number
}
export type PlacePieceArgs = {
  audience: boolean
  left: number
  offer: Asking
  payment: Payment
  places: {
    [k: string]: Places
  }
  price: number
  prices: string[]
  wcu: boolean
}
/**
 * Where a piece may lie now, as anchors one after the other, and what it costs in each area.
 */
export type Places = {
  at: string
  costs: Areas
}
export type PosterEffectArgs = {
  gains: string[][]
  name: string
  part: string
  poster: string
  prestige: number
}
export type SlotsArgs = {
  card: string
  chosen: string[]
  name: string
  slot: string
  slots: string[]
}
export type SocialOrderArgs = {
  cards: string[]
}
export type TakeCardArgs = {
  levels: string[]
}
export type VirtuosoArgs = {
  virtuoso: string
}
export type Verbs = {
  area: [area: Area]
  assign: [spot: string]
  at: [chair: string]
  banner: [section: Section]
  card: [place: string]
  choose: [choice: number]
  coin: [coin: Coin]
  concert: [icon: Icon]
  develop: []
  evolve: [space: Space, kind: Kind]
  exchange: [money: number, prestige: number]
  flip: [look: Look]
  gather: []
  grid: [column: number]
  invite: [type: Type]
  keep: [card: string]
  part: [part: number]
  pass: []
  pay: []
  piece: [shape: string]
  poster: [place: number]
  resolve: [space: Space]
  resolve_banner: []
  resolve_card: [place: string]
  return: [space: number]
  show: [card: string]
  side: [side: Side]
  skip: []
  take: [place: string]
  take_top: [level: Level]
  to: [space: number]
  use: [space: Space, kind: Kind]
  wcu: []
  with: [kind: Kind]
}
export type View = {
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
  halves: Areas
  open_levels: Level[]
  options: {
    [k: string]: Json
  }
  phase: Phase
  pieces: Piece[]
  players: number
  posters_completed: number
  progress: Progress
  reason: Reason | null
  reckoning?: Reckoning
  result: Ended | null
  round: number
  rows: Rows
  social: Social
  spots: {
    [k: string]: number
  }
  stack: {
    [k: string]: string | number | number[]
  }[]
  step: string | null
  theater: Theater | null
  theater_cards?: (string | null)[]
  tried: Space[]
  turn: number
  unseen: Unseen
  ways: {
    [k: string]: Way[]
  }
  wcu: number
  you: number | null
}
/**
 * What a player has, and what follows from it.
 */
export type Academy = {
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
  repeats: Space[]
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
/**
 * A card beside the board.
 */
export type Fulfilled = {
  card: string
  face_up: boolean
}
/**
 * How far the two markers have come, how many are below them, and as which one both arrived.
 */
export type Conductor = {
  arrived: number | null
  below: number[]
  left: number
  right: number
}
/**
 * The columns of the Academy where a Musician of each type stands.
 */
export type Grid = {
  B: number[]
  I: number[]
  P: number[]
}
export type Poster = {
  id: string
  parts: number
}
/**
 * Points by where they come from.
 */
export type Scores = {
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
export type Sections = {
  brass: number
  percussion: number
  strings: number
  woodwinds: number
}
export type Decks = {
  I: Deck
  II: Deck
  III: Deck
  S: Deck
}
/**
 * How many cards nobody has seen, and those that were put below them.
 */
export type Deck = {
  below: string[]
  unseen: number
}
/**
 * An Audience Piece on its chairs.
 */
export type Piece = {
  at: string
  piece: string
  player: number
}
/**
 * What opens Levels III and Star (OR-173, OR-174), and what ends the match (OR-175 to OR-177, OR-183).
 */
export type Progress = {
  III: Goal
  S: Goal
  brass: Goal
  chairs: Goal
  percussion: Goal
  rounds: Goal
  strings: Goal
  woodwinds: Goal
}
/**
 * How far something has come, and when it happens.
 */
export type Goal = {
  needed: number
  now: number
}
/**
 * OR-187: final scoring part by part, as far as it has come; Theater Cards and coins are counted at the end.
 */
export type Reckoning = {
  areas: AreaCounted[]
  before: number[]
  coins?: Counted[]
  coins_per_point: number
  ranks: number[]
  sections: Counts
  theaters?: TheaterCounted[]
}
/**
 * The pieces of an area that somebody has chosen; ``halves`` of a point for each.
 */
export type AreaCounted = {
  area: Area
  count: number
  halves: number
  player: number
  points: number
}
/**
 * So many of something that somebody has, and what they score.
 */
export type Counted = {
  count: number
  player: number
  points: number
}
/**
 * Who is counted in each section.
 */
export type Counts = {
  brass: Counted[]
  percussion: Counted[]
  strings: Counted[]
  woodwinds: Counted[]
}
/**
 * Own chairs of a Theater Card, of how many, and what all of them score.
 */
export type TheaterCounted = {
  all: number
  count: number
  player: number
  points: number
  seats: number
  theater: string
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
export type Rows = {
  I: (CardPlace | null)[]
  II: (CardPlace | null)[]
  III: (CardPlace | null)[]
  S: (CardPlace | null)[]
}
/**
 * A card in a row; with Musicians on it, whose they are and on which Part.
 */
export type CardPlace = {
  card: string
  musicians?: Kind[]
  part?: number
  player?: number
}
/**
 * The Social Cards by kind.
 */
export type Social = {
  deck: {
    [k: string]: number
  }
  discards: {
    [k: string]: number
  }
}
/**
 * The player's own Theater Cards; once one is kept, its chairs, what they score, and what all would.
 */
export type Theater = {
  all?: number
  chairs?: Chairs
  dealt: string[]
  kept: string | null
  points?: number
}
/**
 * The chairs of a Theater Card: under own pieces, lost to others, free.
 */
export type Chairs = {
  free: string[]
  lost: string[]
  mine: string[]
}
/**
 * The cards that nobody has seen, by Level.
 */
export type Unseen = {
  I: string[]
  II: string[]
  III: string[]
  S: string[]
}
/**
 * Answers in a row to what an action asks, and what is left of the coins then, as far as that is certain.
 */
export type Way = {
  answers: string[]
  money: number
  prestige: number
}
