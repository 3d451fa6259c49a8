/** What the tests share: moments of real matches, the words of the sources, and axe. */
import axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import orchestra from '../fixtures/orchestra.json'
import symphonimo from '../fixtures/symphonimo.json'
import symphony from '../fixtures/symphony.json'
import { library } from '../gallery/words'
import { Speaker, type Asked } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'

export interface Moment {
  game: string
  players: number
  seat: number
  names: string[]
  step: string
  question: number
  view: Fields
  prompt: Asked | null
  legal: string[]
  events: Fields[]
}

export const MOMENTS = [...symphonimo, ...symphony, ...orchestra] as unknown as Moment[]
export const speakerOf = (moment: Moment, lang = 'en', you: number | null = null): Speaker => new Speaker(library, moment.game, moment.names, lang, you)
export const titled = (moment: Moment): string => `${moment.game}, ${moment.players} players, ${moment.step}`
export { library }

export function find(game: string, step: string, players?: number): Moment {
  const found = MOMENTS.find((one) => one.game === game && one.step === step && (players === undefined || one.players === players))
  if (!found) throw new Error(`no moment ${game} ${step}`)
  return found
}

/** Nothing for axe to complain about. (Colours need a layout: the browser tests look at those.) */
export async function expectAccessible(node: Element): Promise<void> {
  const found = await axe.run(node, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } } })
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
