/** What a pack of Orchestra says, as the picture looks it up. */
import type { Components, PosterHalf, Price, PrintedPoster, Shown } from '$lib/generated/games/orchestra'
import type { Speaker } from '$lib/words/speaker'
import { gainWords } from './board/gain'

export type Shape = Shown & { box: Box }

export const LEVELS = ['I', 'II', 'III', 'S'] as const
export const SECTIONS = ['strings', 'woodwinds', 'brass', 'percussion'] as const

const byId = <One extends { id: string }>(list: readonly One[]): ReadonlyMap<string, One> =>
  new Map(list.map((one) => [one.id, one]))

export type Box = ReturnType<typeof boxOf>

export function boxOf(components: Components) {
  const spots = SECTIONS.flatMap((section) => components.orchestra.spots[section].map((spot) => ({ ...spot, section })))
  const prices: Readonly<Record<string, number>> = components.audience.prices.per_seat
  const costs: Readonly<Record<string, Price[]>> = {
    P: components.academy.evolution.P,
    I: components.academy.evolution.I,
  }
  const { posters } = components
  return {
    /** All that the pack prints. */
    printed: components,
    spaceOf: (id: string) => components.academy.spaces.find((space) => space.id === id),
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
    audience: components.audience,
    wcus: components.audience.map.seats['wcu'] ?? 0,
    chairs: Object.entries(components.audience.map.seats).reduce(
      (sum, [part, count]) => sum + (part === 'wcu' ? 0 : count),
      0,
    ),
    orchestra: components.orchestra,
    conductor: components.conductor,
    /** The area of a chair; the parts of D are one area (OR-113). */
    areaOf: (seat: string): string => {
      const letter = components.audience.map.rows[seat.charCodeAt(0) - 97]?.[Number(seat.slice(1))] ?? ''
      return /\d/.test(letter) ? 'D' : letter
    },
    spotOf: (id: string) => spots.find((spot) => spot.id === id.toUpperCase()),
    /** What it costs to raise a Musician of a kind in a column of the grid. */
    costOf: (type: string, column: number) => costs[type]?.[column - 1],
    posterName: (id: string) => posters[id]?.name ?? id,
    posterEffects: (number: number, speaker: Speaker): string =>
      posterParts(posters[`PO${number}`], speaker).join(' · '),
    posterParts: (number: number, speaker: Speaker): string[] => posterParts(posters[`PO${number}`], speaker),
  }
}

/** The name of a poster, and what each of its parts does. */
function posterParts(poster: PrintedPoster | undefined, speaker: Speaker): string[] {
  return poster
    ? [speaker.look('poster', poster.name), ...[poster.b, poster.c].map((part) => partWords(part, speaker))]
    : []
}

function partWords(part: PosterHalf, speaker: Speaker): string {
  if (part.effect)
    return speaker.say(`web.poster.${part.effect}`, { n: part.n ?? part.pay?.['p'] ?? 0, seats: part.seats ?? 0 })
  const gains = part.choice
    ? part.choice.map((one) => gainWords(one, speaker)).join(` ${speaker.say('web.poster.or')} `)
    : gainWords(part.gain ?? [], speaker)
  return part.pay ? speaker.say('web.poster.pay', { prestige: part.pay['p'] ?? 0, gains }) : gains
}
