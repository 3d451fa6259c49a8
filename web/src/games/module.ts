/** What the client knows of one game. `games/<game>/index.ts` says all of it, and no other file names a game. */
import type { View } from '$lib/generated/shown'
import type { Speaker } from '$lib/words/speaker'
import type { Sound, Timeline } from '$lib/concert/timeline'
import type { Fields } from '$lib/words/template'
import type { Component } from 'svelte'
import type { Action, AnyVerbs, Legal } from './actions'
import type { BoardProps } from './board'

/** What a game shows, as the engine declares it: `Shown` of `generated/games/<game>.ts`. */
export interface Shape {
  view: View
  prompts: object
  event: { event: string; player?: number | null }
  /** The arguments of each verb. */
  verbs: AnyVerbs
  /** What is printed in the pack of the match. */
  components: object
  /** The same, as the pictures look it up; the module says how. */
  box?: unknown
}
/** What is known of a game whose name is only known while we play: what every game shows. */
export interface AnyShape extends Shape {
  prompts: Record<string, Fields>
  event: Fields & { event: string }
}

/** An open question; its step tells what it holds. */
export type Prompt<S extends Shape = AnyShape> = {
  [Step in keyof S['prompts'] & string]: { step: Step; rule: string; args: S['prompts'][Step] }
}[keyof S['prompts'] & string]

/** What a move is spoken of in: the table as I see it, what I am asked, and my language. */
export interface Scene<S extends Shape = AnyShape> {
  view: S['view']
  prompt: Prompt<S> | null
  box: S['box']
  speaker: Speaker
}

export interface Account {
  total: number
  sources: Readonly<Record<string, number>>
}

/** A note that is heard at the table. */
export interface Struck {
  program: number
  drum: number | null
  key: number
  velocity: number
  seconds: number
}

/** A game without any of these has its moves in the words of the engine, and numbers for keys. */
export interface Moves<S extends Shape = AnyShape> {
  /** What is looked up in the components of a match;
   *  a game that has this is given them with every picture and every move. */
  box?: (components: S['components']) => S['box']
  /** A move as the table writes it: "card I.1" for "card i.1". */
  printed?: (action: Action<S['verbs']>) => string
  /** A move in words that name what its code means in this pack; empty where the words of the engine say it. */
  spoken?: (action: Action<S['verbs']>, speaker: Speaker, box: S['box']) => string
  /** More about a move than its words: what lies at the place that it names. Presentation only, never a rule. */
  detail?: (action: Action<S['verbs']>, scene: Scene<S>) => string
  /** What is asked before a move with a price of its own is sent:
   *  a first click never sends it. Empty for all others. */
  warning?: (action: Action<S['verbs']>, scene: Scene<S>) => string
  /** Points of a player, by source where the view tells; without it the list `points` of the view. */
  points?: (view: S['view'], player: number, box: S['box']) => Account
  /** Keys and their moves, the better key of a move first; not u, h, l, c, t, r.
   *  A move that is not legal is refused with its reason. */
  keys?: (
    prompt: Prompt<S>,
    legal: Legal<S['verbs']>,
  ) => readonly (readonly [key: string, action: Action<S['verbs']>])[]
  /** Whether the board shows a move as well; a small screen leaves it to the board. */
  onBoard?: (action: Action<S['verbs']>) => boolean
  /** Whether a board of any size is left what it shows: the list has it when somebody asks for all choices in words. */
  brief?: boolean
  /** The places of the table that an event touches: what has them as `data-place`. Without it, that of its player. */
  places?: (event: S['event'], box: S['box']) => readonly string[]
  /** An instrument of a concert in words, by its card; without it the words for the card. */
  instrument?: (card: string, speaker: Speaker) => string
  /** What sounds when an event is seen: which key of which instrument. */
  tones?: (event: S['event'], view: S['view'], sounds: Readonly<Record<string, Sound>>) => readonly Struck[]
  /** Whether the board draws the view after the move that is looked at. */
  ghost?: boolean
  /** Events that open a part of the log. */
  opens?: readonly S['event']['event'][]
}

/** What a concert is drawn from: the table at its end, all tones, and where the music is. */
export interface ConcertProps<S extends Shape = AnyShape> {
  view: S['view']
  box: S['box']
  speaker: Speaker
  timeline: Timeline
  /** The bar that sounds, and how far it has come, from 0 to 1. */
  at: { bar: number; share: number }
  /** Go on from a bar, and what a button that does so is called. */
  seek: (bar: number) => void
  named: (bar: number) => string
}

/** A part of the table by itself, for a guide: nothing in it can be clicked. */
export interface PictureProps<S extends Shape = AnyShape> {
  part: string
  view: S['view']
  prompt: Prompt<S> | null
  box: S['box']
  speaker: Speaker
  me: number
}

export interface GameModule<S extends Shape = AnyShape> {
  /** The inside of an SVG of 320 × 160, for the door of the game. It comes with the first page: keep it small. */
  cover?: Component
  /** The table as a picture; without it the game is played as text. */
  board?: () => Promise<{ default: Component<BoardProps<S>> }>
  /** The table as text; without it every value of the view is listed. */
  text?: () => Promise<{ default: Component<BoardProps<S>> }>
  moves?: () => Promise<{ default: Moves<S> }>
  /** The score of a concert; without it a concert is shown on the board. What sounds is found by its `data-place`. */
  concert?: () => Promise<{ default: Component<ConcertProps<S>> }>
  /** Parts of the board as pictures of the guide; without it the guide has none. */
  picture?: () => Promise<{ default: Component<PictureProps<S>> }>
  /** Where a position is put together by clicks; without it one is pasted, or opened from a file. */
  editor?: () => Promise<{ default: Component<EditorProps<S>> }>
}

export interface EditorProps<S extends Shape = AnyShape> {
  box: S['box']
  speaker: Speaker
  /** Where to begin; null for an empty table. */
  start: Fields | null
  /** How the server sees it, with all that it has completed; null where it cannot be. */
  view: S['view'] | null
  /** Where the server finds it wrong, as the engine names places; empty where nothing is. */
  wrong: string
  /** The same in words. */
  said: string
  /** The position has changed. Whether it can be, the server says. */
  change: (position: Fields) => void
}
