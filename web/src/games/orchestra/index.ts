import type { GameModule } from '$lib/games/module'
import './colour.css'
import Cover from './Cover.svelte'
import type { Shape } from './box'

export default {
  cover: Cover,
  text: () => import('./Text.svelte'),
  moves: () => import('./moves'),
} satisfies GameModule<Shape>
