/** Orchestra as the engine shows it (games/orchestra/sight.py), and what the picture of it needs. */
import components from '$lib/generated/components/orchestra.json'
import type { View } from '$lib/generated/shown'
import { t } from '$lib/i18n'
import type { Fields } from '$lib/words/template'

export interface Place {
  card: string
  player?: number
  part?: number
  musicians?: string[]
}
export interface Academy {
  board: string
  money: number
  prestige: number
  scores: Record<string, number>
  reserve: Record<string, number>
  grid: Record<string, number[]>
  spaces: Record<string, string>
  slots: string[][]
  banners: string[]
  teaches: string[]
  assigned: number
  limit: number
  eyes_ignored: number
  virtuosos: string[]
  column: number
  poster: { id: string; parts: number } | null
  conductor: { left: number; right: number; below: number[]; arrived: number | null }
  area: string | null
  cards: { card: string; face_up: boolean }[]
  points: number
  sections: Record<string, number>
  areas: Record<string, number>
  supply: Record<string, number>
}
/** What has become of a chair that my Theater Card wants. */
export type Wish = 'mine' | 'lost' | 'free'
export interface OrchestraView extends View {
  phase: string
  round: number
  first_player: number
  turn: number
  step: string | null
  open_levels: string[]
  rows: Record<string, (Place | null)[]>
  decks: Record<string, { unseen: number; below: string[] }>
  social: { deck: Record<string, number>; discards: Record<string, number> }
  freelancers: Record<string, number>
  spots: Record<string, number>
  pieces: { player: number; piece: string; at: string }[]
  wcu: number
  academies: Academy[]
  /** chairs, points and all (what the whole card scores) once a card is kept. */
  theater: { dealt: string[]; kept: string | null; chairs?: Record<Wish, string[]>; points?: number; all?: number } | null
  theater_cards?: (string | null)[]
}

export type Shown = { view: OrchestraView; prompts: Record<string, Fields>; event: Fields & { event: string } }

export interface Scenario {
  id: string
  name: string
  sec: string
  need: string[]
  alt?: string[]
  letters?: boolean
  aud: string
  pts: number
  gain?: string[]
  a?: string[]
  b?: string[]
  c?: string[]
}
export interface Spot {
  id: string
  section: string
  part?: string
  shape: string
  gain: string[]
}
interface Theater {
  id: string
  name: string
  seats: string
}

export const LEVELS = ['I', 'II', 'III', 'S'] as const
export const SECTIONS = ['strings', 'woodwinds', 'brass', 'percussion'] as const
export const SCENARIO = new Map((Object.values(components.scenario) as Scenario[][]).flat().map((card) => [card.id, card]))
export const SPOTS: Spot[] = SECTIONS.flatMap((section) => (components.orchestra.spots[section] as Omit<Spot, 'section'>[]).map((spot) => ({ ...spot, section })))
export const COLUMN = components.column.spaces as { gain: string[]; edge?: string; ret?: boolean }[]
export const MAP: string[] = components.audience.map.rows
export const PIECES = components.pieces as Record<string, { count: number; shape: string[] }>
export const THEATER = new Map((components.theater.cards as Theater[]).map((card) => [card.id, card]))
export const SOCIAL = new Map((components.social.cards as { id: string; gain?: string[]; eye?: boolean }[]).map((card) => [card.id, card]))
export const BOARDS = new Map(components.board.map((board) => [board.id, board]))
export const ACADEMY = components.academy
export const PRICES = components.audience.prices.per_seat as Record<string, number>
export const TRACK = components.conductor.track
export const HIRE = components.freelancers.hire as Record<string, { m: number; p: number }>

interface PosterPart {
  when: string
  choice?: string[][]
  gain?: string[]
  effect?: string
  pay?: { p?: number; m?: number }
}
const POSTERS = components.posters as unknown as Record<string, { name: string; b: PosterPart; c: PosterPart }>

export function cardAt(view: OrchestraView, place: string): Place | null {
  const [level = '', number = ''] = place.toUpperCase().split('.')
  return view.rows[level]?.[Number(number) - 1] ?? null
}

export function spotOf(id: string): Spot | undefined {
  return SPOTS.find((spot) => spot.id === id.toUpperCase())
}

/** The name of a chair: its row as a letter, then two digits. */
export function chair(row: number, column: number): string {
  return `${String.fromCharCode(97 + row)}${String(column).padStart(2, '0')}`
}

/** The chairs that a piece covers when the corner of its box lies at a chair. */
export function covered(shape: readonly string[], at: string): string[] {
  const top = at.charCodeAt(0) - 97
  const left = Number(at.slice(1))
  return shape.flatMap((line, y) => [...line].flatMap((mark, x) => (mark === '#' ? [chair(top + y, left + x)] : [])))
}

/** Gain tokens of the component file in words: "m2" is two Money. */
export function gainWords(gain: readonly string[]): string {
  return gain.map(gainWord).join(', ')
}

export function gainWord(token: string): string {
  const [code = '', times] = token.split('*') as [string, string?]
  const count = Number(times ?? 1)
  const amount = /^([mpcv])(\d+)$/.exec(code)
  if (amount) return t(`gain.${amount[1]}`, { count: Number(amount[2]) })
  const flat = /^(AW?):(\d+)$/.exec(code)
  if (flat) return t(`gain.${flat[1]}:flat`, { price: Number(flat[2]) })
  return t(`gain.${code}`, { count })
}

export function posterEffects(number: number): string {
  const poster = POSTERS[`PO${number}`]
  if (!poster) return ''
  return [poster.name, ...[poster.b, poster.c].map(partWords)].join(' · ')
}

function partWords(part: PosterPart): string {
  if (part.effect) return t(`poster.${part.effect}`)
  const gains = part.choice ? part.choice.map(gainWords).join(` ${t('or')} `) : gainWords(part.gain ?? [])
  return part.pay ? t('poster.pay', { prestige: part.pay.p ?? 0, gains }) : gains
}

export function posterName(id: string): string {
  return POSTERS[id]?.name ?? id
}
