import type { GameModule } from '$lib/games/module'
import type { Shown } from '$lib/generated/games/symphonimo'
import './colour.css'
import Cover from './Cover.svelte'

export default {
  cover: Cover,
  board: () => import('./Board.svelte'),
  text: () => import('./Text.svelte'),
  moves: () => import('./moves'),
} satisfies GameModule<Shown>
