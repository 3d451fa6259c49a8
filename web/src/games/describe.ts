/** More about an action than its words: what lies at the place that it names. Presentation only, never a rule. */
import type { Asked, Speaker } from '$lib/words/speaker'
import { sentence } from '$lib/words/speaker'
import type { Fields } from '$lib/words/template'
import { asPrinted, describeOrchestra } from './orchestra/describe'
import { describeSymphony } from './symphony/describe'

export interface Described {
  title: string
  detail: string
}

export function describe(action: string, view: Fields, speaker: Speaker, prompt: Asked | null = null): Described {
  const title = sentence(spoken(action, view, speaker))
  if (view['game'] === 'orchestra') return { title, detail: describeOrchestra(action, view, speaker, prompt?.args ?? {}) }
  if (view['game'] === 'symphony') return { title, detail: describeSymphony(action, view, speaker) }
  return { title, detail: '' }
}

/** An action in words, inside a sentence; codes as the table writes them. */
export function spoken(action: string, view: Fields, speaker: Speaker): string {
  return speaker.action(view['game'] === 'orchestra' ? asPrinted(action) : action)
}

/** A move that a first click never sends: it has a price that its place does not have by itself. */
export function weighty(action: string, view: Fields): boolean {
  return view['game'] === 'symphony' && action.startsWith('clash ')
}

export interface Group {
  verb: string
  actions: string[]
}

/** Actions in groups of one verb, in the order in which the engine gives them. */
export function grouped(legal: readonly string[]): Group[] {
  const groups = new Map<string, string[]>()
  for (const action of legal) {
    const verb = action.split(' ')[0] ?? action
    groups.set(verb, [...(groups.get(verb) ?? []), action])
  }
  return [...groups].map(([verb, actions]) => ({ verb, actions }))
}
