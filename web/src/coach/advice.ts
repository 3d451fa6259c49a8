/** What a coach tells of the moves that are open, from their previews. */
import type { Preview } from '$lib/state/previews.svelte'
import type { TableState } from '$lib/state/table.svelte'
import type { Prompt } from '$lib/games/module'
import { sentence, type Remark, type Speaker } from '$lib/words/speaker'
import { keyOf, type Json } from '$lib/words/template'

export interface Advice {
  action: string
  title: string
  text: string
}

/** So many moves are told of at once: more nobody reads. */
const MOST = 2

/** The moves whose previews say something of this kind, each thing once.
 *  What few moves do is worth more than what most do. */
export function told(table: TableState, kind: 'warnings' | 'merits'): Advice[] {
  const found: Advice[] = []
  for (const action of table.match.moment?.legal ?? []) {
    const preview: Preview | null = table.choice.previews.of(action)
    if (kind === 'merits' && preview?.warnings.length) continue // a move to beware of is not worth a look
    for (const remark of preview?.[kind] ?? [])
      found.push({
        action,
        title: table.match.describe(action)?.title ?? action,
        text: table.match.speaker.remark(remark as Remark),
      })
  }
  const times = new Map<string, number>()
  for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1)
  const rare = [...found].sort((one, other) => times.get(one.text)! - times.get(other.text)!)
  const once = rare.filter(
    (one, at) => rare.findIndex((other) => other.action === one.action || other.text === one.text) === at,
  )
  return once.slice(0, MOST).map((one) => ({ ...one, title: sentence(one.title) }))
}

/** What to look at: the words for the kind of question,
 *  or for what it is about, and those for moves that are offered. */
export function looked(tells: Speaker, prompt: Prompt, legal: readonly string[]): string {
  const own = Object.entries<Json>(prompt.args).map(([name, value]) => `when.${prompt.step}.${name}.${keyOf(value)}`)
  const offered = legal.map((action) => `offered.${prompt.step}.${action}`)
  const code = own.find((one) => tells.knows(one)) ?? `coach.${prompt.step}`
  return [code, ...offered]
    .filter((one) => tells.knows(one))
    .map((one) => tells.say(one))
    .join(' ')
}

/** How far ahead of the best of the others, were the match scored now, and who that is. */
export function lead(table: TableState): { ahead: number; rival: number } | null {
  const { standing, seat } = table.match
  if (!standing || seat === null) return null
  const [rival] = standing.scored
    .map((_, at) => at)
    .filter((at) => at !== seat)
    .sort((one, other) => standing.scored[other]! - standing.scored[one]!)
  return rival === undefined ? null : { ahead: standing.scored[seat]! - standing.scored[rival]!, rival }
}
