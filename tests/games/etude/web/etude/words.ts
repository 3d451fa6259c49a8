import { counted } from '$lib/games/game'
import type { Moves } from '$lib/games/module'
import type { Shown } from './types'

export default {
  /** Moves name slots: say which card lies there. */
  detail: (action, { view, speaker }) => {
    const [verb, slot] = action.split(' ')
    const card = view.you === null || (verb !== 'offer' && verb !== 'show') ? undefined : view.hands[view.you]?.[Number(slot) - 1]
    return card ? speaker.look('card', card.card) : ''
  },
  keys: ({ step }, legal) => (step === 'peek' ? [['k', 'keep'], ['b', 'bury']] : counted(legal)),
  onBoard: (action) => /^(offer|show) /.test(action),
  opens: ['round'],
} satisfies Moves<Shown>
