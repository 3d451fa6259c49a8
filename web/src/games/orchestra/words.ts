import { playerPlace } from '$lib/games/game'
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
function spoken(action: string, speaker: Speaker, box: Shape['box']): string {
  const [verb, code = ''] = action.split(' ')
  const card = verb === 'keep' ? box.theaters.get(code.toUpperCase()) : undefined
  return card ? speaker.say('web.theaters.keeps', { card: card.name, code: code.toUpperCase() }) : ''
}

function detail(action: string, { view, prompt, box, speaker }: Scene<Shape>): string {
  const [verb, target = ''] = action.split(' ')
  const slots = (need: readonly string[]): string => need.map((slot) => speaker.look('slot', slot)).join(', ')
  if ((verb === 'card' || verb === 'take' || verb === 'resolve') && target.includes('.')) {
    const card = box.scenarios.get(cardAt(view, target)?.card ?? '')
    return card
      ? `${t('label', { label: speaker.look('scenario', card.name) })} ${slots(card.need)}${card.alt ? ` / ${slots(card.alt)}` : ''}, ${t('points.of', { points: card.pts })}`
      : ''
  }
  if (verb === 'assign') {
    const spot = box.spotOf(target)
    return spot ? `${speaker.look('section', spot.section)}, ${gainWords(spot.gain, speaker)}` : ''
  }
  if (verb === 'to' || verb === 'return') return gainWords(box.column[Number(target) - 1]?.gain ?? [], speaker)
  if (verb === 'show') return gainWords(box.social.get(target.toUpperCase())?.gain ?? [], speaker)
  if (verb === 'poster') return box.posterEffects(Number(target), speaker)
  if (verb === 'keep') {
    const card = box.theaters.get(target.toUpperCase())
    return card ? speaker.say('web.theaters.wants', { count: card.seats.split(' ').length }) : ''
  }
  if (verb === 'part' && prompt?.step === 'part') {
    return slots(prompt.args.parts[Number(target) - 1] ?? [])
  }
  if (verb === 'grid' && prompt?.step === 'evolve_column') {
    const cost = prompt.args.costs.find((one) => String(one.column) === target)
    return cost ? speaker.say('web.table.cost', { money: cost.money, prestige: cost.prestige }) : ''
  }
  if (verb === 'choose' && prompt?.step === 'poster_effect')
    return gainWords(prompt.args.gains[Number(target) - 1] ?? [], speaker)
  if (verb === 'piece') {
    const chairs = box.pieces[target.toUpperCase()]?.shape.join('').replaceAll('.', '').length
    return chairs ? speaker.say('web.table.chairs', { count: chairs }) : ''
  }
  return ''
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
const SAID =
  /^(skip|pass|pay|left|right|choose \d|invite|coin|show|part|area|with|exchange .*[1-9]m [1-9]p|exchange 0m 0p)\b/

export default {
  box: boxOf,
  onBoard: (action) => !SAID.test(action),
  brief: true,
  printed: asPrinted,
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
