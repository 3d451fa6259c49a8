/** A game at a table: what its module says, and what holds for a game without one. */
import type { Sound } from '$lib/concert/timeline'
import { componentsOf, meaningsOf } from '$lib/state/packs'
import { sentence, type Speaker } from '$lib/words/speaker'
import type { Component } from 'svelte'
import { Actions, Legal, type Meanings } from './actions'
import type { BoardProps } from './board'
import type { Account, AnyShape, GameModule, Moves, Prompt, Scene, Struck } from './module'
import { moduleOf } from './registry'
import type { View } from '$lib/generated/shown'

export interface Described {
  title: string
  detail: string
}

type Seen = Omit<Scene, 'box'>

export class Game {
  constructor(
    readonly name: string,
    private readonly module: GameModule,
    private readonly moves: Moves,
    /** What the components of the match say. */
    readonly box: unknown,
    private readonly actions = new Actions({}),
  ) {}

  /** With the components of the match and the meanings of its actions, fetched by the hash of their pack if the game
   *  draws them. */
  static async open(
    name: string,
    pack: string,
    components: (pack: string) => Promise<object> = componentsOf,
    meanings: (pack: string) => Promise<Meanings> = meaningsOf,
  ): Promise<Game> {
    const module = moduleOf(name)
    const moves: Moves = (await module.moves?.())?.default ?? {}
    const [printed, meant] = await Promise.all([moves.box && components(pack), module.board ? meanings(pack) : {}])
    return new Game(name, module, moves, printed && moves.box?.(printed), new Actions(meant))
  }

  /** The table as a picture, if that is wished for and there is one; else as text. */
  shown(text: boolean): Promise<{ default: Component<BoardProps> }> {
    const { board, text: own } = this.module
    return ((!text && board) || own || (() => import('./text/Plain.svelte')))()
  }

  /** The score of a concert, if the game draws one. */
  get concert(): GameModule['concert'] {
    return this.module.concert
  }

  /** Who plays, in words. */
  instrument(card: string, speaker: Speaker): string {
    return sentence(this.moves.instrument?.(card, speaker) ?? speaker.look('card', card))
  }

  /** What is heard when an event is seen. */
  tones(event: AnyShape['event'], view: View, sounds: Readonly<Record<string, Sound>>): readonly Struck[] {
    return this.moves.tones?.(event, view, sounds) ?? []
  }

  /** Whether placements sound. */
  get sounds(): boolean {
    return this.moves.tones !== undefined
  }

  /** What draws the pictures of its guide, if it has some. */
  get picture(): GameModule['picture'] {
    return this.module.picture
  }

  /** Where a position of this game is put together, if it has such a place. */
  get editor(): GameModule['editor'] {
    return this.module.editor
  }

  /** What may be done, by verbs and arguments. */
  offered(legal: readonly string[]): Legal {
    return new Legal(this.actions, legal)
  }

  describe(action: string, seen: Seen): Described {
    return {
      title: sentence(this.spoken(action, seen.speaker)),
      detail: this.moves.detail?.(this.actions.read(action), { ...seen, box: this.box }) ?? '',
    }
  }

  /** A move in words, inside a sentence; codes as the table writes them. */
  spoken(action: string, speaker: Speaker): string {
    const meant = this.actions.read(action)
    return this.moves.spoken?.(meant, speaker, this.box) || speaker.action(this.moves.printed?.(meant) ?? action)
  }

  warning(action: string, seen: Seen): string {
    return this.moves.warning?.(this.actions.read(action), { ...seen, box: this.box }) ?? ''
  }

  points(view: View, player: number): Account | null {
    if (this.moves.points) return this.moves.points(view, player, this.box)
    const points: unknown = 'points' in view ? view.points : null
    const total: unknown = Array.isArray(points) ? points[player] : null
    return typeof total === 'number' ? { total, sources: {} } : null
  }

  /** Keys and their moves; where the game says nothing of its own, numbers count the choices. */
  keys(prompt: Prompt, legal: readonly string[]): readonly (readonly [key: string, action: string])[] {
    const own = this.moves.keys?.(prompt, this.offered(legal))
    return own?.map(([key, action]) => [key, action.text] as const) ?? counted(legal)
  }

  get brief(): boolean {
    return this.moves.brief ?? false
  }

  onBoard = (action: string): boolean => this.moves.onBoard?.(this.actions.read(action)) ?? false

  /** The places of the table that an event touches. */
  places(event: AnyShape['event']): readonly string[] {
    const own = this.moves.places?.(event, this.box)
    return own ?? (typeof event.player === 'number' ? [playerPlace(event.player)] : [])
  }

  get drawsGhost(): boolean {
    return this.moves.ghost ?? false
  }

  opens(event: string): boolean {
    return this.moves.opens?.includes(event) ?? false
  }
}

/** The place of a player, as every table names it. */
export function playerPlace(player: number): string {
  return `player ${player}`
}

/** The first to ninth choice, by their numbers. */
export function counted<A>(legal: readonly A[]): [key: string, action: A][] {
  return legal.slice(0, 9).map((action, at) => [String(at + 1), action])
}
