import { playerPlace } from '$lib/games/game'
import type { Verbs } from '$lib/generated/games/orchestra'
import type { Action } from '$lib/games/actions'
import type { Moves, Scene } from '$lib/games/module'
import { t } from '$lib/i18n'
import type { Speaker } from '$lib/words/speaker'
import { boxOf, type Shape } from './components'
import { gainWords } from './board/gain'
import { cardAt, covered } from './view'

const CODED = ['card', 'take', 'keep', 'show', 'piece', 'assign', 'area']

/** An action with the codes of cards, pieces and spots as the table shows them: "card I.1" for "card i.1". */
export function asPrinted(action: string): string {
  const [verb = '', ...rest] = action.split(' ')
  return CODED.includes(verb) || rest[0]?.includes('.')
    ? [verb, ...rest.map((one) => one.toUpperCase())].join(' ')
    : action
}

/** A Theater Card is known by its name, which the pack gives. */
function spoken({ verb, args }: Action<Verbs>, speaker: Speaker, box: Shape['box']): string {
  if (verb !== 'keep') return ''
  const card = box.theaters.get(args[0])
  return card ? speaker.say('web.theaters.keeps', { card: card.name, code: args[0] }) : ''
}

function detail({ verb, args }: Action<Verbs>, { view, prompt, box, speaker }: Scene<Shape>): string {
  const slots = (need: readonly string[]): string => need.map((slot) => speaker.look('slot', slot)).join(', ')
  switch (verb) {
    case 'card':
    case 'take':
    case 'resolve_card': {
      const card = box.scenarios.get(cardAt(view, args[0])?.card ?? '')
      return card
        ? `${t('label', { label: speaker.look('scenario', card.name) })} ${slots(card.need)}${card.alt ? ` / ${slots(card.alt)}` : ''}, ${t('points.of', { points: card.pts })}`
        : ''
    }
    case 'assign': {
      const spot = box.spotOf(args[0])
      return spot ? `${speaker.look('section', spot.section)}, ${gainWords(spot.gain, speaker)}` : ''
    }
    case 'to':
    case 'return':
      return gainWords(box.column[args[0] - 1]?.gain ?? [], speaker)
    case 'show':
      return gainWords(box.social.get(args[0])?.gain ?? [], speaker)
    case 'poster':
      return box.posterEffects(args[0], speaker)
    case 'keep': {
      const card = box.theaters.get(args[0])
      return card ? speaker.say('web.theaters.wants', { count: card.seats.split(' ').length }) : ''
    }
    case 'part':
      return prompt?.step === 'part' ? slots(prompt.args.parts[args[0] - 1] ?? []) : ''
    case 'grid': {
      const cost = prompt?.step === 'evolve_column' && prompt.args.costs.find(({ column }) => column === args[0])
      return cost ? speaker.say('web.table.cost', { money: cost.money, prestige: cost.prestige }) : ''
    }
    case 'choose':
      return prompt?.step === 'poster_effect' ? gainWords(prompt.args.gains[args[0] - 1] ?? [], speaker) : ''
    case 'piece': {
      const chairs = box.pieces[args[0]]?.shape.join('').replaceAll('.', '').length
      return chairs ? speaker.say('web.table.chairs', { count: chairs }) : ''
    }
    default:
      return ''
  }
}

/** The places that an event touches, where the table shows them one by one; else the academy of its player. */
function places(event: Shape['event'], box: Shape['box']): string[] {
  switch (event.event) {
    case 'spot_taken':
      return [`spot ${event.spot.toUpperCase()}`]
    case 'card_staffed':
    case 'card_shown':
      return [`card ${event.place.toUpperCase()}`]
    case 'piece_placed':
      return covered(box.pieces[event.piece]?.shape ?? [], event.at).map((seat) => `chair ${seat}`)
    case 'column_moved':
      return [`column ${event.to}`]
    default:
      return typeof event.player === 'number' ? [playerPlace(event.player)] : []
  }
}

/** What is only said in words: to decline, to pass, and small answers without a place of their own. */
const SAID: ReadonlySet<keyof Verbs> = new Set([
  'skip',
  'pass',
  'pay',
  'side',
  'choose',
  'invite',
  'coin',
  'show',
  'part',
  'area',
  'with',
] as const)

/** Coins are exchanged on the board, but for none at all and both kinds at once. */
function onBoard({ verb, args }: Action<Verbs>): boolean {
  if (verb !== 'exchange') return !SAID.has(verb)
  const [money, prestige] = args
  return money > 0 !== prestige > 0
}

export default {
  box: boxOf,
  onBoard,
  brief: true,
  printed: ({ text }) => asPrinted(text),
  spoken,
  detail,
  points: (view, player) => ({
    total: view.academies[player]?.points ?? 0,
    sources: view.academies[player]?.scores ?? {},
  }),
  opens: ['round_began', 'turn_began'],
  ghost: true,
  places,
} satisfies Moves<Shape>
