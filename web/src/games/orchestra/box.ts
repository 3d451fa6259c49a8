/** What a pack of Orchestra says, as the picture looks it up. */
import type standard from '$lib/generated/components/orchestra.json'
import type { Speaker } from '$lib/words/speaker'
import { gainWords } from './gain'
import type { Shown } from './view'

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
interface Spot {
  id: string
  part?: string
  shape: string
  gain: string[]
}
interface PosterPart {
  when: string
  choice?: string[][]
  gain?: string[]
  effect?: string
  pay?: { p?: number; m?: number }
}
interface Cost {
  m: number
  p: number
}
export interface Components extends Pick<typeof standard, 'board' | 'conductor' | 'audience'> {
  academy: { evolution: { P: Cost[]; I: Cost[] } }
  column: { spaces: { gain: string[]; edge?: string; ret?: boolean }[] }
  freelancers: { hire: Record<string, Cost> }
  orchestra: { spots: Record<Section, Spot[]> }
  pieces: Record<string, { count: number; shape: string[] }>
  posters: Record<string, { name: string; b: PosterPart; c: PosterPart }>
  scenario: Record<string, Scenario[]>
  social: { cards: { id: string; gain?: string[]; eye?: boolean }[] }
  theater: { cards: { id: string; name: string; seats: string }[] }
}
export type Shape = Shown & { components: Components; box: Box }

export const LEVELS = ['I', 'II', 'III', 'S'] as const
export const SECTIONS = ['strings', 'woodwinds', 'brass', 'percussion'] as const
type Section = (typeof SECTIONS)[number]

const byId = <One extends { id: string }>(list: readonly One[]): ReadonlyMap<string, One> => new Map(list.map((one) => [one.id, one]))

export type Box = ReturnType<typeof boxOf>

export function boxOf(components: Components) {
  const spots = SECTIONS.flatMap((section) => components.orchestra.spots[section].map((spot) => ({ ...spot, section })))
  const prices: Readonly<Record<string, number>> = components.audience.prices.per_seat
  const costs: Readonly<Record<string, Cost[]>> = { P: components.academy.evolution.P, I: components.academy.evolution.I }
  const { posters } = components
  return {
    boards: byId(components.board),
    scenarios: byId(Object.values(components.scenario).flat()),
    social: byId(components.social.cards),
    theaters: byId(components.theater.cards),
    spots,
    column: components.column.spaces,
    hire: components.freelancers.hire,
    map: components.audience.map.rows,
    pieces: components.pieces,
    prices,
    track: components.conductor.track,
    spotOf: (id: string) => spots.find((spot) => spot.id === id.toUpperCase()),
    /** What it costs to raise a Musician of a kind in a column of the grid. */
    costOf: (type: string, column: number) => costs[type]?.[column - 1],
    posterName: (id: string) => posters[id]?.name ?? id,
    posterEffects: (number: number, speaker: Speaker): string => {
      const poster = posters[`PO${number}`]
      return poster ? [poster.name, ...[poster.b, poster.c].map((part) => partWords(part, speaker))].join(' · ') : ''
    },
  }
}

function partWords(part: PosterPart, speaker: Speaker): string {
  if (part.effect) return speaker.say(`web.poster.${part.effect}`)
  const gains = part.choice ? part.choice.map((one) => gainWords(one, speaker)).join(` ${speaker.say('web.poster.or')} `) : gainWords(part.gain ?? [], speaker)
  return part.pay ? speaker.say('web.poster.pay', { prestige: part.pay.p ?? 0, gains }) : gains
}
