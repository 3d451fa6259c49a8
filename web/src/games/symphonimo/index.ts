import type { GameModule } from '$lib/games/module'
import './colour.css'
import type { Shape } from './components'
import Cover from './Cover.svelte'

export default {
  cover: Cover,
  board: () => import('./board/Board.svelte'),
  text: () => import('./text/Text.svelte'),
  moves: () => import('./words'),
  picture: () => import('./Picture.svelte'),
  editor: () => import('./editor/Editor.svelte'),
} satisfies GameModule<Shape>
