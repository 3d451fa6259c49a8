import type { Event, Verbs, View } from '$lib/generated/games/symphony'
import type { Action } from '$lib/games/actions'
import type { Moves, Scene, Struck } from '$lib/games/module'
import { Box, type Shape } from './components'
import type { Sound } from '$lib/concert/timeline'
import { clashAt, clashWords, noteWords, places, readNote, tokenWords } from './view'

function detail({ verb, args }: Action<Verbs>, { view, speaker }: Scene<Shape>): string {
  switch (verb) {
    case 'control':
    case 'control_part': {
      const seat = view.orchestra[args[0]]
      return seat ? speaker.look('card', seat.card) : ''
    }
    case 'note':
    case 'clash': {
      const note = view.score.find((one) => one.at === args[0])
      const clash = verb === 'clash' && clashAt(view, args[0])
      return note ? `${clash ? `${clashWords(clash, speaker)}; ` : ''}${noteWords(note, speaker)}` : ''
    }
    case 'score': {
      const card = view.own?.objective_cards?.find((one) => one.card === args[0])
      return card ? speaker.say('screen.objective', card) : ''
    }
    case 'play':
    case 'take':
    case 'give':
      return tokenWords(args[0], view, speaker)
    default:
      return ''
  }
}

/** A clash, a disc on one's own and a disc that leaves the match are asked for twice. */
function warning({ verb, args }: Action<Verbs>, { view, speaker }: Scene<Shape>): string {
  if (verb === 'burn') return speaker.say('web.lost.burn')
  if (verb === 'clash') return speaker.say('web.clash.sure')
  return verb === 'note' && view.play?.covers?.includes(args[0]) ? speaker.say('web.lost.covers') : ''
}

/** How long a note of a value is heard at the table, in seconds: long enough to be known. */
const HEARD: Record<string, number> = { s: 1.6, m: 1.1, c: 0.75, q: 0.45 }

/** A disc on a note sounds as its instrument plays it; a black one is muted. */
function tones(event: Event, view: View, sounds: Readonly<Record<string, Sound>>): Struck[] {
  if (event.event !== 'placed' && event.event !== 'paired') return []
  const note = view.score.find((one) => one.at === event.note)
  const sound = sounds[event.card]
  if (!note || !sound) return []
  const { value, height, accidental } = readNote(note.note)
  const key =
    (sound.keys[Number(note.at.charAt(0)) - 1]?.[height - 1] ?? 60) +
    (accidental === '♯' ? 1 : accidental === '♭' ? -1 : 0)
  const black = (event.event === 'placed' ? event.disc : event.over) === 'black'
  return [
    {
      program: sound.program,
      drum: sound.drum,
      key,
      velocity: black ? 52 : 92,
      seconds: (HEARD[value] ?? 0.75) * (black ? 0.3 : 1),
    },
  ]
}

const SHOWN: ReadonlySet<keyof Verbs> = new Set([
  'card',
  'discard',
  'seat',
  'control',
  'control_part',
  'note',
  'clash',
  'take',
  'score',
] as const)

export default {
  box: (components) => new Box(components),
  detail,
  warning,
  onBoard: ({ verb }) => SHOWN.has(verb),
  brief: true,
  ghost: true,
  opens: ['movement'],
  places,
  instrument: (card, speaker) => speaker.look('card', card),
  tones,
} satisfies Moves<Shape>
