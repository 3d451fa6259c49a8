/** Short notes that come up at the edge of the screen and go again. */
import { Refused, type Fault } from '$lib/net/api'
import { language } from '$lib/i18n'
import { quote } from './rules.svelte'
import { learn, refusalText } from './words.svelte'

export interface Note {
  id: number
  /** done: what I wanted has been done. answer: what others said to a request of mine; unlike a refusal it stays when
   *  the match goes on. */
  kind: 'info' | 'done' | 'refusal' | 'answer'
  text: string
  /** A ledger rule that is one click away, and its game. */
  rule: string
  game: string
  /** What that rule says. */
  quote: string
}

export const notes = $state<Note[]>([])
let last = 0

export function note(text: string, kind: Note['kind'] = 'info', rule = '', game = ''): number {
  const same = notes.findIndex((one) => one.text === text)
  if (same >= 0) notes.splice(same, 1)
  const id = ++last
  notes.push({ id, kind, text, rule, game, quote: '' })
  if (notes.length > 3) notes.shift()
  setTimeout(() => dismiss(id), kind === 'info' || kind === 'done' ? 5000 : 12_000)
  return id
}

export function dismiss(id: number): void {
  const at = notes.findIndex((one) => one.id === id)
  if (at >= 0) notes.splice(at, 1)
}

/** What was refused no longer matters: something else is asked. */
export function forgetRefusals(): void {
  for (const one of notes.filter((note) => note.kind === 'refusal')) dismiss(one.id)
}

/** Say why something was refused, and quote its rule. */
export function refuse(fault: Fault, names: readonly string[] | null = null, you: number | null = null): void {
  const { rule = '', game = '' } = fault
  const id = note(refusalText(fault, names, you), 'refusal', rule, game)
  if (!rule) return
  void quote(game, rule, language()).then((text) => {
    const shown = notes.find((one) => one.id === id)
    if (shown) shown.quote = text
  })
}

/** Do something that the server may refuse; undefined when it did. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { game = 'server' } = error.fault
    if (game !== 'client') await learn(game)
    refuse(error.fault)
    return undefined
  }
}
