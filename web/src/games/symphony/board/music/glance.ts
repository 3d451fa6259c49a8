/** A preview in a few words: points, what is taken, and the majorities that change. Its numbers are the engine's. */
import { signed } from '$lib/i18n'
import type { MajorityInfo } from '$lib/generated/socket'
import type { Preview } from '$lib/state/previews.svelte'
import { sentence, type Speaker } from '$lib/words/speaker'

export interface Part {
  text: string
  /** A number that belongs to it. */
  value?: string
  kind: 'points' | 'less' | 'token' | 'lead'
}

/** As many majorities as fit beside a note. */
const LEADS = 3

export function glance(preview: Preview, speaker: Speaker, me: number | null): Part[] {
  const parts: Part[] = []
  const change = (name: string): number => {
    const [before, after] = preview.numbers[name] ?? [[], []]
    return me === null ? 0 : (after[me] ?? 0) - (before[me] ?? 0)
  }
  const points = change('points')
  if (preview.numbers['points'] || points) parts.push({ text: signed(points), kind: points < 0 ? 'less' : 'points' })
  for (const event of preview.events) {
    if (event['event'] === 'token_found' && event['player'] === me)
      parts.push({ text: speaker.look('token', String(event['token'])), kind: 'token' })
  }
  const clash = change('clash_steps')
  if (clash) parts.push({ text: sentence(speaker.look('number', 'clash_steps')), value: signed(clash), kind: 'less' })
  for (const [before, after] of preview.majorities) {
    if (String(before.counts) === String(after.counts)) continue
    if (parts.filter(({ kind }) => kind === 'lead').length === LEADS) break
    parts.push({ text: placeName(after, speaker), value: against(after, me), kind: 'lead' })
  }
  return parts
}

/** A Zone by its colour alone: one looks at it. */
function placeName({ name, args }: MajorityInfo, speaker: Speaker): string {
  return sentence(
    name === 'zone'
      ? speaker.say('web.note.zone', { zone: speaker.look('zone', String(args['zone'])) })
      : speaker.say(`majority.${name}`, args),
  )
}

/** My discs and those of the best other player. */
function against({ counts }: MajorityInfo, me: number | null): string {
  if (me === null)
    return [...counts]
      .sort((one, other) => other - one)
      .slice(0, 2)
      .join('–')
  return `${counts[me] ?? 0}–${Math.max(0, ...counts.filter((_, seat) => seat !== me))}`
}
