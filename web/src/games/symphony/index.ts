import type { GameModule } from '$lib/games/module'
import './colour.css'
import Cover from './Cover.svelte'
import type { Shape } from './components'

export default {
  cover: Cover,
  board: () => import('./board/Board.svelte'),
  text: () => import('./text/Text.svelte'),
  concert: () => import('./concert/Concert.svelte'),
  moves: () => import('./words'),
  picture: () => import('./Picture.svelte'),
  editor: () => import('./editor/Editor.svelte'),
} satisfies GameModule<Shape>
