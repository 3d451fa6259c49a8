/** What lies on a seat, in words and by its parts. */
import type { Category, Instrument, PrintedInstrument, View } from '$lib/generated/games/symphony'
import { t } from '$lib/i18n'
import { sentence, type Speaker } from '$lib/words/speaker'
import type { Box } from '../../components'
import { discWords } from '../../view'

const DOTS: Record<string, Category> = { S: 'strings', B: 'brass', W: 'woodwinds', P: 'percussion' }
const SPACES: Record<string, string> = { W: 'own', K: 'black', g: 'linked', k: 'linked_black' }

/** The categories of some dots: "WP" are Woodwinds and Percussion. */
export const categoriesOf = (dots: string): Category[] => [...dots].flatMap((dot) => DOTS[dot] ?? [])

/** The name of a card without its number. */
export const nameOf = (card: string, speaker: Speaker): string => speaker.look('card', card).replace(/^\d+[ab]? /, '')

export interface Space {
  /** own, black, linked, linked_black, part */
  kind: string
  /** The Part of a choir; empty elsewhere. */
  part: string
  /** Inside the dotted frame of a soloist, whose discs are all played at once (SY-137). */
  framed: boolean
}

/** The note spaces of a card, from left to right. */
export function spacesOf(printed: PrintedInstrument | undefined): Space[] {
  const found: Space[] = []
  let framed = false
  for (const mark of printed?.row ?? '') {
    if (mark === '(' || mark === ')') framed = mark === '('
    else if (mark in SPACES) found.push({ kind: SPACES[mark]!, part: '', framed })
    else if (/\d/.test(mark)) found.push({ kind: 'part', part: mark, framed })
  }
  return found
}

export interface Run<T> {
  framed: boolean
  from: number
  items: T[]
}

/** Things in a row, divided where a dotted frame begins and ends. */
export function runsOf<T>(row: readonly T[], spaces: readonly Space[]): Run<T>[] {
  const found: Run<T>[] = []
  for (const [at, item] of row.entries()) {
    const framed = spaces[at]?.framed ?? false
    const last = found.at(-1)
    if (last?.framed === framed) last.items.push(item)
    else found.push({ framed, from: at, items: [item] })
  }
  return found
}

/** A row in words, which tell what lies in a dotted frame. */
const rowWords = (row: readonly string[], spaces: readonly Space[], speaker: Speaker): string =>
  runsOf(row, spaces)
    .map(({ framed, items }) =>
      framed ? `${t('label', { label: speaker.say('web.card.frame') })} ${items.join(', ')}` : items.join(', '),
    )
    .join('; ')

/** The note spaces of a card in words. */
export const spaceWords = (spaces: readonly Space[], speaker: Speaker): string =>
  rowWords(
    spaces.map(({ kind, part }) => part || speaker.say(`web.space.${kind}`)),
    spaces,
    speaker,
  )

export interface Power {
  part: string
  code: string
}

/** Abilities as a card prints them: some belong to one Part; a note of its own is a space, which is seen. */
export const powersOf = (list: readonly string[] | undefined): Power[] =>
  (list ?? [])
    .filter((one) => one !== 'note')
    .map((one) =>
      one.includes(':') ? { part: one.split(':')[0]!, code: one.split(':')[1]! } : { part: '', code: one },
    )

/** What Virtuosity adds to each own disc, as a code of its own for every number. */
const VIRTUOSITY = /^virt(\d+)$/
export const addedBy = (code: string): number => Number(VIRTUOSITY.exec(code)?.[1] ?? 0)

/** What a seated instrument can do now, Virtuosity among it. What all Parts of a choir have is named once. */
export function activeOf(seat: Instrument | null, virtuosity: readonly number[] = []): Power[] {
  const parts = Array.from({ length: Math.max(seat?.abilities?.length ?? 0, virtuosity.length) }, (_, at) => [
    ...(virtuosity[at] ? [`virt${virtuosity[at]}`] : []),
    ...(seat?.abilities?.[at] ?? []),
  ])
  return [...new Set(parts.flat())].flatMap((code) =>
    parts.every((one) => one.includes(code))
      ? [{ code, part: '' }]
      : parts.flatMap((one, at) => (one.includes(code) ? [{ code, part: String(at + 1) }] : [])),
  )
}

export function powerWords({ part, code }: Power, speaker: Speaker): string {
  const points = addedBy(code)
  const ability = points ? speaker.say('web.ability.virtuosity', { points }) : speaker.say(`web.ability.${code}`)
  return part ? speaker.say('web.card.part', { part: Number(part), ability }) : ability
}

/** A card in words: its spaces, where it fits, both kinds of abilities, clefs. */
export function cardWords(card: string, box: Box, speaker: Speaker): string {
  const printed = box.instruments.get(card)
  const spaces = spacesOf(printed)
  const told = (list: readonly string[] | undefined): string =>
    powersOf(list)
      .map((one) => powerWords(one, speaker))
      .join(', ')
  const dots = categoriesOf(printed?.dots ?? '')
    .map((one) => speaker.say(`web.category.${one}`))
    .join(', ')
  const unlock = told(printed?.unlock)
  return [
    speaker.look('card', card),
    printed ? speaker.say(`web.category.${printed.category}`) : '',
    dots && speaker.say('web.card.fits', { dots }),
    `${t('label', { label: speaker.say('web.card.spaces', { count: spaces.length }) })} ${spaceWords(spaces, speaker)}`,
    told(printed?.basic),
    unlock && `${t('label', { label: speaker.say('web.seat.well') })} ${unlock}`,
    [...(printed?.clefs ?? '')].map((clef) => speaker.look('clef', clef)).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
}

/** A seat in words, for lists and for those who listen. */
export function seatWords(place: string, seat: Instrument | null, view: View, box: Box, speaker: Speaker): string {
  if (!seat) {
    const dots = categoriesOf(box.dotsOf(view, place))
      .map((one) => speaker.say(`web.category.${one}`))
      .join(', ')
    return [
      sentence(speaker.look('in_seat', place)),
      speaker.say('web.seat.free'),
      dots && speaker.say('web.seat.dots', { dots }),
    ]
      .filter(Boolean)
      .join(', ')
  }
  return [
    `${nameOf(seat.card, speaker)} ${speaker.look('in_seat', place)}`,
    seat.owners
      .map((owner) => (owner === null ? speaker.say('web.seat.nobody') : speaker.look('player', owner)))
      .join(' / '),
    seat.well_placed ? speaker.say('web.seat.well') : '',
    [...box.clefsOf(seat)].map((clef) => speaker.look('clef', clef)).join(', '),
    (seat.left ?? []).map((disc) => discWords(disc, speaker)).join(', '),
    rowWords(
      seat.discs.map((disc) => discWords(disc, speaker)),
      spacesOf(box.instruments.get(seat.card)),
      speaker,
    ),
    activeOf(seat, view.virtuosity[place])
      .map((one) => powerWords(one, speaker))
      .join(', '),
    seat.token ? speaker.look('token', seat.token) : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** What a click on a seat means: the legal actions there, else the plain one, which is refused with its reason. */
export function meanings(place: string, view: View, legal: readonly string[], asked: boolean): string[] {
  const found = legal.filter(
    (one) =>
      one === `seat ${place}` ||
      one === `control ${place}` ||
      one.startsWith(`control ${place}.`) ||
      (view.step === 'allocate' && one === `card ${place}`),
  )
  if (found.length || !asked) return found
  return view.step === 'seat' && /^[A-E]/.test(place)
    ? [`seat ${place}`]
    : view.step === 'control' && view.orchestra[place]
      ? [`control ${place}`]
      : []
}
