/** All games that this client was built with: `games/<game>/index.ts`, here and in the folder TUTTI_CLIENT_GAMES.
 *
 *  Here a name meets the types of a game. A module is checked against what its game shows where it is written; from
 *  here on it is a module of some game, and is only given the views of its own table, whose name it was found by. */
import type { GameModule } from './module'

const found = {
  ...import.meta.glob<GameModule>('./*/index.ts', { eager: true, import: 'default' }),
  ...import.meta.glob<GameModule>('$games/*/index.ts', { eager: true, import: 'default' }),
}
const MODULES = new Map(Object.entries(found).map(([path, module]) => [path.split('/').at(-2)!, module]))
/** Of a game that the client does not know. */
const PLAIN: GameModule = {}

export function moduleOf(game: string): GameModule {
  return MODULES.get(game) ?? PLAIN
}

/** Whether there is a picture of its table, beside the text. */
export function pictured(game: string): boolean {
  return moduleOf(game).board !== undefined
}
