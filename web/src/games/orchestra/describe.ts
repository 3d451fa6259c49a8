import type { Speaker } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'
import { t } from '$lib/i18n'
import { cardAt, gainWords, orchestra, posterEffects, SCENARIO, SOCIAL, spotOf, COLUMN } from './view'

export function describeOrchestra(action: string, raw: Fields, speaker: Speaker): string {
  const view = orchestra(raw)
  const [verb, target = ''] = action.split(' ')
  if ((verb === 'card' || verb === 'take' || verb === 'resolve') && target.includes('.')) {
    const card = SCENARIO.get(cardAt(view, target)?.card ?? '')
    return card ? `${card.name}: ${card.need.join(' ')}${card.alt ? ` / ${card.alt.join(' ')}` : ''}, ${t('orchestra.points', { points: card.pts })}` : ''
  }
  if (verb === 'assign') {
    const spot = spotOf(target)
    return spot ? `${speaker.look('section', spot.section)}, ${gainWords(spot.gain)}` : ''
  }
  if (verb === 'to' || verb === 'return') return gainWords(COLUMN[Number(target) - 1]?.gain ?? [])
  if (verb === 'show') return gainWords(SOCIAL.get(target.toUpperCase())?.gain ?? [])
  if (verb === 'poster') return posterEffects(Number(target))
  return ''
}
