import { counted } from '$lib/games/game'
import type { Moves } from '$lib/games/module'
import type { Shown } from './types'

export default {
  /** Moves name slots: say which card lies there. */
  detail: ({ verb, args }, { view, speaker }) => {
    const card =
      view.you === null || (verb !== 'offer' && verb !== 'show') ? undefined : view.hands[view.you]?.[args[0] - 1]
    return card ? speaker.look('card', card.card) : ''
  },
  keys: ({ step }, legal) =>
    step === 'peek'
      ? [
          ['k', legal.of('keep')],
          ['b', legal.of('bury')],
        ]
      : counted(legal.all()),
  onBoard: ({ verb }) => verb === 'offer' || verb === 'show',
  opens: ['round'],
} satisfies Moves<Shown>
