/** What the picture of Symphonimo needs beside its view. */
import { playerPlace } from '$lib/games/game'
import type { Event, View } from '$lib/generated/games/symphonimo'
import { listed } from '$lib/i18n'
import type { Speaker } from '$lib/words/speaker'

/** All families on the table, in order of their value. */
export function families(view: View): number[] {
  const seen = new Set<number>()
  for (const counts of [view.unseen, view.discards, ...view.collections]) {
    for (const value of Object.keys(counts)) seen.add(Number(value))
  }
  for (const conductor of view.conductors) for (const card of conductor.cards) seen.add(card)
  if (view.drawn !== null) seen.add(view.drawn)
  return [...seen].sort((a, b) => a - b)
}

/** Which cards were removed, in words: known when the match is over. */
export function removedWords(view: View, speaker: Speaker): string {
  const cards = Object.entries(view.removed ?? {}).flatMap(([value, count]) =>
    Array<string>(count).fill(speaker.look('card', Number(value))),
  )
  return cards.length
    ? speaker.say('web.board.removed_were', { list: listed(cards) })
    : speaker.say('web.board.removed', { count: view.removed_unseen })
}

/** The place of the cards of one family that somebody has. */
export const setPlace = (player: number, value: number): string => `set ${player}.${value}`

/** The places that an event touches: cards come to lie under conductors and in collections. */
export function places(event: Event): string[] {
  switch (event.event) {
    case 'drawn':
      return ['deck']
    case 'placed':
      return [`conductor ${event.conductor}`]
    case 'took':
      return [`conductor ${event.conductor}`, ...new Set(event.cards.map((card) => setPlace(event.player, card)))]
    case 'gave':
      return [setPlace(event.to, event.card)]
    case 'gained':
    case 'dropped':
    case 'kept':
      return 'card' in event ? [setPlace(event.player, event.card)] : [playerPlace(event.player)]
    case 'discarded':
    case 'declined':
    case 'ended':
      return [playerPlace(event.player)]
    default:
      return []
  }
}

/** The colour and the pattern of a family: a card also shows number, animal and instrument. */
export const FAMILY: Record<number, { hue: string; deep: string }> = {
  3: { hue: '#8fb8de', deep: '#1d4f80' },
  4: { hue: '#f2a65a', deep: '#8f3f06' },
  5: { hue: '#c9a7eb', deep: '#57318a' },
  6: { hue: '#9ccc65', deep: '#2f5d10' },
  7: { hue: '#7fd1d8', deep: '#0d565e' },
  8: { hue: '#dcc27a', deep: '#674c09' },
  9: { hue: '#f39c9c', deep: '#8c2222' },
  10: { hue: '#f6cf5b', deep: '#775200' },
  11: { hue: '#b6bfcc', deep: '#3d4859' },
  12: { hue: '#d9a58a', deep: '#71391c' },
  13: { hue: '#7fc8a0', deep: '#0f5836' },
}
