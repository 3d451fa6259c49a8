/** Orchestra as the engine shows it (games/orchestra/sight.py), and what the picture of it needs. */
import type { View } from '$lib/generated/shown'
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

export function cardAt(view: OrchestraView, place: string): Place | null {
  const [level = '', number = ''] = place.toUpperCase().split('.')
  return view.rows[level]?.[Number(number) - 1] ?? null
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
