/** The final scoring taken apart: what is shown one after another, as the engine has reckoned it. */
import type { Area, Counted, Reckoning, Section, View } from '$lib/generated/games/orchestra'
import { SECTIONS, type Box } from '../components'
import { covered } from '../view'

interface Part {
  /** What it is called among all parts: "section brass", "area 0", "theater 1", "coins". */
  id: string
  gains: readonly Counted[]
}
export type Scene = Part &
  (
    | { kind: 'section'; section: Section }
    | { kind: 'area'; area: Area; halves: number }
    | { kind: 'theater'; theater: string; seats: number; all: number }
    | { kind: 'coins' }
  )

/** All that has been counted so far, in the order of OR-187; sections without anybody are left out. */
export function scenes(told: Reckoning | undefined): Scene[] {
  if (!told) return []
  const sections = SECTIONS.flatMap((section): Scene[] =>
    told.sections[section].length
      ? [{ id: `section ${section}`, kind: 'section', section, gains: told.sections[section] }]
      : [],
  )
  const areas = told.areas.map(({ area, halves, ...gain }): Scene => ({
    id: `area ${gain.player}`,
    kind: 'area',
    area,
    halves,
    gains: [gain],
  }))
  const theaters = (told.theaters ?? []).map(({ theater, seats, all, ...gain }): Scene => ({
    id: `theater ${gain.player}`,
    kind: 'theater',
    theater,
    seats,
    all,
    gains: [gain],
  }))
  return [
    ...sections,
    ...areas,
    ...theaters,
    ...(told.coins ? [{ id: 'coins', kind: 'coins' as const, gains: told.coins }] : []),
  ]
}

/** What was counted since. */
export function fresh(before: Reckoning | undefined, now: Reckoning | undefined): Scene[] {
  const known = new Set(scenes(before).map(({ id }) => id))
  return scenes(now).filter(({ id }) => !known.has(id))
}

/** The points of everybody after some scenes of a scoring, as they run up. */
export function totals(told: Reckoning, shown: readonly Scene[]): number[] {
  return told.before.map((points, player) =>
    shown.reduce(
      (sum, { gains }) => sum + gains.reduce((all, one) => all + (one.player === player ? one.points : 0), 0),
      points,
    ),
  )
}

/** A place of the board that is lit for a scene, and how: what counts, or what does not. */
export interface Light {
  place: string
  counts: boolean
}

/** Where a scene takes place: a section, chairs of the hall, coins. */
export function lights(scene: Scene, view: View, box: Box): Light[] {
  if (scene.kind === 'section') return [{ place: `section ${scene.section}`, counts: true }]
  if (scene.kind === 'coins') return scene.gains.map(({ player }) => ({ place: `coins ${player}`, counts: true }))
  const { player } = scene.gains[0]!
  const own = view.pieces.flatMap((one) =>
    one.player === player ? [covered(box.pieces[one.piece]?.shape ?? [], one.at)] : [],
  )
  if (scene.kind === 'area') {
    const chairs = own.filter(([first = '']) => box.areaOf(first) === scene.area).flat()
    return [
      { place: `area ${scene.area}`, counts: true },
      ...chairs.map((chair) => ({ place: `chair ${chair}`, counts: true })),
    ]
  }
  const mine = new Set(own.flat())
  return (box.theaters.get(scene.theater)?.seats.split(' ') ?? []).map((chair) => ({
    place: `chair ${chair}`,
    counts: mine.has(chair),
  }))
}

/** The page of a telephone on which a scene takes place. */
export const pageOf = ({ kind }: Scene): string =>
  kind === 'section' ? 'tracks' : kind === 'coins' ? 'academy' : 'hall'
