import type { GameModule } from '$lib/games/module'
import './colour.css'
import type { Shape } from './box'
import Cover from './Cover.svelte'

export default {
  cover: Cover,
  board: () => import('./Board.svelte'),
  text: () => import('./Text.svelte'),
  moves: () => import('./moves'),
  picture: () => import('./Picture.svelte'),
  editor: () => import('./Editor.svelte'),
} satisfies GameModule<Shape>
