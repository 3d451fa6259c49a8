import { counted } from '$lib/games/game'
import type { Moves } from '$lib/games/module'
import { Box, type Shape } from './components'
import { places } from './view'

const NUMBERS = Array.from({ length: 9 }, (_, at) => String(at + 1))
const LETTERS = [
  ['d', 'draw'],
  ['e', 'end'],
] as const

export default {
  box: (components) => new Box(components),
  points: (view, player, box) => ({
    total: view.points[player] ?? 0,
    sources: box.sources(view.collections[player] ?? {}),
  }),
  /** A number means a conductor wherever one is chosen; elsewhere it counts the choices. */
  keys: ({ step }, legal) => [
    ...LETTERS.filter(([, action]) => legal.includes(action)),
    ...(step === 'place' || step === 'turn' || step === 'last'
      ? NUMBERS.map((number) => [number, `${step === 'place' ? 'place' : 'take'} ${number}`] as const)
      : counted(legal)),
  ],
  /** Yes, no and ending are only said in the list. */
  onBoard: (action) => /^(draw|(take|place|give|discard|drop) \d+)$/.test(action),
  opens: ['round'],
  places,
  ghost: true,
} satisfies Moves<Shape>
