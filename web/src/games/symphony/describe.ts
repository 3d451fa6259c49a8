import type { Speaker } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'
import { clashAt, clashWords, noteWords, seatOf, symphony, tokenWords } from './view'

export function describeSymphony(action: string, raw: Fields, speaker: Speaker): string {
  const view = symphony(raw)
  const [verb, target = ''] = action.split(' ')
  if (verb === 'control') {
    const seat = seatOf(view, target)
    return seat ? speaker.look('card', seat.card) : ''
  }
  if (verb === 'note' || verb === 'clash') {
    const note = view.score.find((one) => one.at === target)
    const clash = verb === 'clash' && clashAt(view, target)
    return note ? `${clash ? `${clashWords(clash)}; ` : ''}${noteWords(note, speaker)}` : ''
  }
  if (verb === 'score') {
    const card = view.own?.objective_cards?.find((one) => String(one.card) === target)
    return card ? speaker.say('screen.objective', card) : ''
  }
  if (verb === 'play' || verb === 'take' || verb === 'give') return tokenWords(target, view)
  return ''
}
