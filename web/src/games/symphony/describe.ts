import type { Speaker } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'
import { noteWords, seatOf, symphony } from './view'
import { t } from '$lib/i18n'

export function describeSymphony(action: string, raw: Fields, speaker: Speaker): string {
  const view = symphony(raw)
  const [verb, target = ''] = action.split(' ')
  if (verb === 'control') {
    const seat = seatOf(view, target)
    return seat ? speaker.look('card', seat.card) : ''
  }
  if (verb === 'note' || verb === 'clash') {
    const note = view.score.find((one) => one.at === target)
    return note ? noteWords(note, speaker) : ''
  }
  if (verb === 'score') {
    const card = view.own?.objective_cards?.find((one) => String(one.card) === target)
    return card ? speaker.say('screen.objective', card) : ''
  }
  if (verb === 'play' || verb === 'take' || verb === 'give') return t(`token.${target}`)
  return ''
}
