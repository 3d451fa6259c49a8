/** What the tests share: moments of real matches, the words of the sources, and axe. */
import axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Recorded, RecordedOf } from '../gallery/recorded'
import { library } from '../gallery/words'
import type { BoardProps } from '$lib/games/board'
import { Actions, Legal, type Meanings } from '$lib/games/actions'
import { Game } from '$lib/games/game'
import type { Shape } from '$lib/games/module'
import { boxOf, type Shape as Orchestra } from '$lib/games/orchestra/components'
import { Box as SymphonimoBox, type Shape as Symphonimo } from '$lib/games/symphonimo/components'
import { Box as SymphonyBox, type Shape as Symphony } from '$lib/games/symphony/components'
import { Speaker } from '$lib/words/speaker'

interface Shapes {
  symphonimo: Symphonimo
  symphony: Symphony
  orchestra: Orchestra
}
type Name = keyof Shapes
const recorded = <G extends Name>(game: G): RecordedOf<Shapes[G]>[] =>
  JSON.parse(source(`fixtures/${game}.json`)) as RecordedOf<Shapes[G]>[]
const RECORDED: { [G in Name]: RecordedOf<Shapes[G]>[] } = {
  symphonimo: recorded('symphonimo'),
  symphony: recorded('symphony'),
  orchestra: recorded('orchestra'),
}

const components = <G extends Name>(game: G): Shapes[G]['components'] =>
  JSON.parse(source(`fixtures/components/${game}.json`)) as Shapes[G]['components']
/** A standard pack as the server hands it out. */
export const packOf = (game: Name) => ({ game, name: 'standard', hash: 'sha256:0', components: components(game) })
/** What the standard packs say. */
export const BOXES: { [G in Name]: Shapes[G]['box'] } = {
  symphonimo: new SymphonimoBox(components('symphonimo')),
  symphony: new SymphonyBox(components('symphony')),
  orchestra: boxOf(components('orchestra')),
}

/** What the actions of a standard pack mean, as the server tells it. */
export const meanings = (game: Name): Meanings => JSON.parse(source(`fixtures/actions/${game}.json`)) as Meanings
const opened = (name: Name): Promise<Game> =>
  Game.open(
    name,
    '',
    () => Promise.resolve(components(name)),
    () => Promise.resolve(meanings(name)),
  )

export const MOMENTS: Recorded[] = Object.values(RECORDED).flat()
export const GAMES = new Map(
  await Promise.all(
    (Object.keys(RECORDED) as Name[]).map(async (name) => [name as string, await opened(name)] as const),
  ),
)
export const speakerOf = (moment: Pick<Recorded, 'game' | 'names'>, lang = 'en', you: number | null = null): Speaker =>
  new Speaker(library, moment.game, moment.names, lang, you)
export const titled = (moment: Recorded): string => `${moment.game}, ${moment.players} players, ${moment.step}`
export { library, type Recorded }

/** One in eight, in each run others; `make soak` takes all. A failure names its moment, and comes again there. */
const turn = Math.floor(Math.random() * 8)
export const some = <T>(things: readonly T[]): T[] =>
  things.filter((_, at) => at % 8 === turn || process.env['TUTTI_SOAK'])

export const all = <G extends Name>(game: G): RecordedOf<Shapes[G]>[] => RECORDED[game]

export function find<G extends Name>(game: G, step: string, players?: number): RecordedOf<Shapes[G]> {
  const found = RECORDED[game].find((one) => one.step === step && (players === undefined || one.players === players))
  if (!found) throw new Error(`no moment ${game} ${step}`)
  return found
}

/** What may be done at a moment, by verbs and arguments. */
export const offered = <S extends Shape>(moment: RecordedOf<S>, legal = moment.legal as readonly string[]) =>
  (GAMES.get(moment.game)?.offered(legal) ?? new Legal(new Actions({}), legal)) as Legal<S['verbs']>

/** What the table of a moment is given. */
export function props<S extends Shape>(
  moment: RecordedOf<S>,
  box: S['box'],
  act: (action: string) => void = () => {},
  more: Partial<BoardProps<S>> = {},
): BoardProps<S> {
  return {
    view: moment.view,
    prompt: moment.prompt,
    legal: moment.legal,
    offered: offered(moment, more.legal),
    speaker: speakerOf(moment),
    me: moment.seat,
    box,
    act,
    ...more,
  }
}

/** What the list of choices of a moment is given. */
export const choices = (moment: Recorded, act: (action: string) => void = () => {}) => ({
  game: GAMES.get(moment.game)!,
  view: moment.view,
  prompt: moment.prompt,
  legal: moment.legal,
  speaker: speakerOf(moment),
  picked: null,
  hints: [],
  busy: false,
  act,
})

/** Nothing for axe to complain about. (Colours need a layout: the browser tests look at those.) */
export async function expectAccessible(node: Element): Promise<void> {
  const found = await axe.run(node, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
  })
  expect(found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([])
}

export function source(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8')
}

/** A line whose other end is the test. */
export class Fake {
  static all: Fake[] = []
  readyState = 1
  sent: Record<string, unknown>[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  constructor() {
    Fake.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  says(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks(code: number, reason = ''): void {
    this.readyState = 3
    this.onclose?.({ code, reason })
  }
}
