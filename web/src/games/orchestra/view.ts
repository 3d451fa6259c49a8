/** What the picture of Orchestra needs beside its view. */
import type { Academy, CardPlace, Chairs, View } from '$lib/generated/games/orchestra'
import type { Box } from './components'

/** What has become of a chair that my Theater Card wants. */
export type Wish = keyof Chairs

/** The card at a place such as "ii.3". */
export function cardAt(view: View, place: string): CardPlace | null {
  const [level, number] = place.toUpperCase().split('.')
  const rows: Readonly<Record<string, (CardPlace | null)[]>> = view.rows
  return rows[level ?? '']?.[Number(number) - 1] ?? null
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

/** The face-up cards of an academy by what their icon looks like. */
export function faceUp(academy: Academy, box: Box): { icon: string; star: boolean; count: number }[] {
  const found = new Map<string, { icon: string; star: boolean; count: number }>()
  for (const { card: id, face_up } of academy.cards) {
    const card = face_up ? box.scenarios.get(id) : undefined
    if (!card || card.aud === 'none') continue
    const star = card.id.startsWith('S')
    const look = `${star ? 'star-' : ''}${card.aud}`
    const one = found.get(look) ?? { icon: card.aud, star, count: 0 }
    found.set(look, { ...one, count: one.count + 1 })
  }
  return [...found.values()]
}
