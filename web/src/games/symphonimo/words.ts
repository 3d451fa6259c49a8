import { counted } from '$lib/games/game'
import type { Moves } from '$lib/games/module'
import { Box, type Shape } from './components'
import { places } from './view'

const CONDUCTORS = [1, 2, 3, 4, 5, 6]

export default {
  box: (components) => new Box(components),
  points: (view, player, box) => ({
    total: view.points[player] ?? 0,
    sources: box.sources(view.collections[player] ?? {}),
  }),
  /** A number means a conductor wherever one is chosen; elsewhere it counts the choices. */
  keys: ({ step }, legal) => [
    ...legal.each('draw').map((draw) => ['d', draw] as const),
    ...legal.each('end').map((end) => ['e', end] as const),
    ...(step === 'place' || step === 'turn' || step === 'last'
      ? CONDUCTORS.map((number) => [String(number), legal.of(step === 'place' ? 'place' : 'take', number)] as const)
      : counted(legal.all())),
  ],
  /** Yes, no and ending are only said in the list. */
  onBoard: ({ verb }) => verb !== 'take_now' && verb !== 'keep' && verb !== 'end',
  opens: ['round'],
  places,
  ghost: true,
} satisfies Moves<Shape>
