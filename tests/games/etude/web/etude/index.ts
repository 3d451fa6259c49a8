/** The étude in the browser: all that a client built with this folder knows of it. */
import type { GameModule } from '$lib/games/module'
import './colour.css'
import Cover from './Cover.svelte'
import type { Shown } from './types'

export default {
  cover: Cover,
  board: () => import('./Board.svelte'),
  moves: () => import('./words'),
} satisfies GameModule<Shown>
