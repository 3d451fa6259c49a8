/** What the picture of Symphony needs beside its view. */
import { playerPlace } from '$lib/games/game'
import type { Clash, Disc, Event, Note, Track, View } from '$lib/generated/games/symphony'
import type { Speaker } from '$lib/words/speaker'

export const TRACKS = ['flat', 'sharp', 'semibreve', 'green', 'orange', 'blue'] as const

/** The tracks of this match: clashes have one where there are clefs. */
export function tracksOf(view: View): readonly Track[] {
  return view.clef_cards ? [...TRACKS, 'clash'] : TRACKS
}

/** The places that an event touches: notes and seats where it names them, else the row of its player. */
export function places(event: Event): string[] {
  if ('note' in event) return [`note ${event.note}`]
  const seat = 'seat' in event ? event.seat : 'instrument' in event ? event.instrument : ''
  if (seat) return [`seat ${seat.split('.')[0]!.toUpperCase()}`]
  return 'player' in event ? [playerPlace(event.player)] : []
}

/** What a Musician token does; clefs are worth something else where they are played with. */
export function tokenWords(token: string, view: View, speaker: Speaker): string {
  return speaker.say(token === 'clef' && view.clef_cards ? 'web.token.clef_variant' : `web.token.${token}`)
}

/** The price of a clash on a note, if it is one. */
export function clashAt(view: View, at: string): Clash | undefined {
  return view.play?.clashes?.find((one) => one.note === at)
}

export function clashWords(clash: Clash, speaker: Speaker): string {
  return speaker.say('web.clash.price', { steps: clash.steps, cost: -clash.points })
}

/** The value of a note ("s", "m", "c", "q"), its height from 1 to 7 and its accidental. */
export function readNote(text: string): { value: string; height: number; accidental: string } {
  return {
    value: text.charAt(0),
    height: Number(text.charAt(1)),
    accidental: { b: '♭', '#': '♯' }[text.charAt(2)] ?? '',
  }
}

/** A note in words, for lists and for those who listen. */
export function noteWords(note: Note, speaker: Speaker): string {
  const { value, height, accidental } = readNote(note.note)
  const [voice, bar, number] = note.at.split('.') as [string, string, string]
  const parts = [
    speaker.say('web.note.at', { voice: Number(voice), bar: Number(bar), number: Number(number) }),
    `${speaker.say(`web.note.${value}`)} ${height}${accidental}`,
  ]
  if (note.zone) parts.push(speaker.say('web.note.zone', { zone: speaker.say(`web.colour.${note.zone}`) }))
  if (note.colour) parts.push(speaker.say('web.note.coloured', { colour: speaker.say(`web.colour.${note.colour}`) }))
  if (note.tuplet) parts.push(speaker.say('web.note.tuplet', { count: note.tuplet }))
  if (note.token) parts.push(speaker.look('token', note.token))
  for (const disc of note.discs ?? []) parts.push(discWords(disc, speaker))
  return parts.join(', ')
}

export function discWords(disc: Disc, speaker: Speaker): string {
  if (disc === null) return speaker.say('web.disc.free')
  if (disc === 'black') return speaker.say('web.disc.black')
  if (disc === 'cover') return speaker.say('web.disc.cover')
  return speaker.say('web.disc.of', { name: speaker.look('player', disc) })
}
