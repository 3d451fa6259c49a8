/** The analysis of a match as the engine writes it (docs/analysis.md), and how its numbers are said. */
import { language, t } from '$lib/i18n'
import type { Preview } from '$lib/state/previews.svelte'
import { foretold, type Foretold } from '$lib/table/foreseen'
import { sentence, type Speaker } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'

export interface Remark {
  code: string
  rule: string
  args: Fields
}
export interface Move {
  action: string
  chance: number
  error: number
  points: number
  points_error: number
  reasons: Remark[]
  line: [player: number, action: string][]
  /** What it would do, as far as its player could know. */
  preview: Preview | null
}
export interface Decision {
  entry: number
  player: number
  round: number | null
  moves: number
  played: Move
  better: Move | null
  loss: number
  loss_error: number
  points_loss: number
}
export interface Turning {
  entry: number
  kind: 'move' | 'chance' | 'shown'
  player: number
  action: string
  round: number | null
  change: number
  before: number
  after: number
}
export interface Gap {
  source: string
  points: number
  entry: number | null
  remark: Remark
}
/** Where something came from, from what was to be expected to the end. */
export interface Account {
  start: number
  luck: number
  luck_interval: [number, number]
  own: number
  own_interval: [number, number]
  others: number
  rest: number
  end: number
}
export type CoursePoint = [entry: number, chances: number[], points: number[]]
export interface Analysis {
  analysis: number
  players: number
  length: number
  winner: number
  winners: number[]
  course: CoursePoint[]
  decisions: Decision[]
  turning: Turning[]
  sources: Record<string, number>[]
  gaps: Gap[][]
  luck: { chance: Account; points: Account }[]
}
export type What = 'chance' | 'points'

export const percent = (share: number, signed = false): string =>
  new Intl.NumberFormat(language(), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }).format(share)
export const number = (value: number, signed = false): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: signed ? 'exceptZero' : 'auto' }).format(
    value,
  )
/** A chance or points, as people write them. */
export const told = (what: What, value: number, signed = false): string =>
  what === 'chance' ? percent(value, signed) : number(value, signed)

export const remark = (speaker: Speaker, { code, args }: Remark): string =>
  sentence(speaker.say(`remark.${code}`, args))

/** The row of a point of the course: a chance or the points of each player. */
export const row = ([, chances, points]: CoursePoint, what: What): number[] => (what === 'chance' ? chances : points)

/** The point of the course with the figures of a moment of the replay:
 *  before the next decision from there on, or the result. */
export function placeOf(course: readonly CoursePoint[], at: number): number {
  const place = course.findIndex(([entry]) => entry >= at)
  return place < 0 ? Math.max(0, course.length - 1) : place
}

/** What a move would do to its player, beside its reasons. */
export function foreseen(speaker: Speaker, { preview, reasons }: Move, player: number): Foretold | null {
  if (!preview) return null
  const said = new Set(reasons.map((one) => one.code))
  const unsaid = <One extends { code: string }>(list: readonly One[]): One[] =>
    list.filter((one) => !said.has(one.code))
  return foretold(
    { ...preview, warnings: unsaid(preview.warnings), merits: unsaid(preview.merits) },
    speaker,
    player,
    true,
  )
}

/** Nothing changes a chance by more than all of it, whatever a sum of guesses says. */
export const bounded = (what: What, value: number): number =>
  what === 'chance' ? Math.max(-1, Math.min(1, value)) : value
/** Whether something cannot be told from nothing. */
export const unsure = ([low, high]: readonly [number, number]): boolean => low <= 0 && high >= 0

export const roundOf = (round: number | null): string => (round === null ? '' : t('analysis.round', { round }))
