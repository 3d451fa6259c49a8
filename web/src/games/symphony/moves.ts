import type { Moves, Scene } from '$lib/games/module'
import { Box, type Shape } from './box'
import { clashAt, clashWords, noteWords, places, seatOf, tokenWords } from './view'

function detail(action: string, { view, speaker }: Scene<Shape>): string {
  const [verb, target = ''] = action.split(' ')
  if (verb === 'control') {
    const seat = seatOf(view, target)
    return seat ? speaker.look('card', seat.card) : ''
  }
  if (verb === 'note' || verb === 'clash') {
    const note = view.score.find((one) => one.at === target)
    const clash = verb === 'clash' && clashAt(view, target)
    return note ? `${clash ? `${clashWords(clash, speaker)}; ` : ''}${noteWords(note, speaker)}` : ''
  }
  if (verb === 'score') {
    const card = view.own?.objective_cards?.find((one) => String(one.card) === target)
    return card ? speaker.say('screen.objective', card) : ''
  }
  if (verb === 'play' || verb === 'take' || verb === 'give') return tokenWords(target, view, speaker)
  return ''
}

export default {
  box: (components) => new Box(components),
  detail,
  warning: (action, { speaker }) => (action.startsWith('clash ') ? speaker.say('web.clash.sure') : ''),
  opens: ['movement'],
  places,
} satisfies Moves<Shape>
