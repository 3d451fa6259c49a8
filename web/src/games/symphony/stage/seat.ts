/** What lies on a seat, in words and by its parts. */
import type { Category, Instrument, PrintedInstrument, View } from '$lib/generated/games/symphony'
import { t } from '$lib/i18n'
import { sentence, type Speaker } from '$lib/words/speaker'
import type { Box } from '../box'
import { discWords } from '../view'

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
}

/** The note spaces of a card, from left to right. */
export const spacesOf = (printed: PrintedInstrument | undefined): Space[] =>
  [...(printed?.row ?? '')].flatMap((mark) => (mark in SPACES ? [{ kind: SPACES[mark]!, part: '' }] : /\d/.test(mark) ? [{ kind: 'part', part: mark }] : []))

export interface Power {
  part: string
  code: string
}

/** Abilities as a card prints them: some belong to one Part; a note of its own is a space, which is seen. */
export const powersOf = (list: readonly string[] | undefined): Power[] =>
  (list ?? [])
    .filter((one) => one !== 'note')
    .map((one) => (one.includes(':') ? { part: one.split(':')[0]!, code: one.split(':')[1]! } : { part: '', code: one }))

export function powerWords({ part, code }: Power, speaker: Speaker): string {
  const ability = speaker.say(`web.ability.${code}`)
  return part ? speaker.say('web.card.part', { part: Number(part), ability }) : ability
}

/** A card in words: its spaces, where it fits, both kinds of abilities, clefs. */
export function cardWords(card: string, box: Box, speaker: Speaker): string {
  const printed = box.instruments.get(card)
  const spaces = spacesOf(printed)
  const told = (list: readonly string[] | undefined): string => powersOf(list).map((one) => powerWords(one, speaker)).join(', ')
  const dots = categoriesOf(printed?.dots ?? '').map((one) => speaker.say(`web.category.${one}`)).join(', ')
  const unlock = told(printed?.unlock)
  return [
    speaker.look('card', card),
    printed ? speaker.say(`web.category.${printed.category}`) : '',
    dots && speaker.say('web.card.fits', { dots }),
    `${t('label', { label: speaker.say('web.card.spaces', { count: spaces.length }) })} ${spaces.map(({ kind, part }) => part || speaker.say(`web.space.${kind}`)).join(', ')}`,
    told(printed?.basic),
    unlock && `${t('label', { label: speaker.say('web.seat.well') })} ${unlock}`,
    [...(printed?.clefs ?? '')].map((clef) => speaker.look('clef', clef)).join(', '),
  ].filter(Boolean).join('; ')
}

/** A seat in words, for lists and for those who listen. */
export function seatWords(place: string, seat: Instrument | null, view: View, box: Box, speaker: Speaker): string {
  if (!seat) {
    const dots = categoriesOf(box.dotsOf(view, place)).map((one) => speaker.say(`web.category.${one}`)).join(', ')
    return [sentence(speaker.look('in_seat', place)), speaker.say('web.seat.free'), dots && speaker.say('web.seat.dots', { dots })].filter(Boolean).join(', ')
  }
  return [
    `${nameOf(seat.card, speaker)} ${speaker.look('in_seat', place)}`,
    seat.owners.map((owner) => (owner === null ? speaker.say('web.seat.nobody') : speaker.look('player', owner))).join(' / '),
    seat.well_placed ? speaker.say('web.seat.well') : '',
    [...box.clefsOf(seat)].map((clef) => speaker.look('clef', clef)).join(', '),
    [...(seat.left ?? []), ...seat.discs].map((disc) => discWords(disc, speaker)).join(', '),
    (seat.abilities ?? []).flat().map((one) => speaker.say(`web.ability.${one}`)).join(', '),
    seat.token ? speaker.look('token', seat.token) : '',
  ].filter(Boolean).join('; ')
}

/** What a click on a seat means: the legal actions there, else the plain one, which is refused with its reason. */
export function meanings(place: string, view: View, legal: readonly string[], asked: boolean): string[] {
  const found = legal.filter((one) => one === `seat ${place}` || one === `control ${place}` || one.startsWith(`control ${place}.`) || (view.step === 'allocate' && one === `card ${place}`))
  if (found.length || !asked) return found
  return view.step === 'seat' && /^[A-E]/.test(place) ? [`seat ${place}`] : view.step === 'control' && view.orchestra[place] ? [`control ${place}`] : []
}
