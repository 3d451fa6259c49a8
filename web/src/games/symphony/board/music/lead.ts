/** Who leads in a Zone, on a sheet, in a Voice: as the engine tells it. */
import type { MajorityInfo, StandingInfo } from '$lib/generated/socket'
import type { Zone } from '$lib/generated/games/symphony'
import { lead, majorityName } from '$lib/table/foreseen'
import { LETTERS } from '$lib/games/board'
import { t } from '$lib/i18n'
import type { Speaker } from '$lib/words/speaker'

export type Where = { zone: Zone; sheet: number } | { sheet: number } | { voice: number }

export function majorityOf(standing: StandingInfo | null | undefined, where: Where): MajorityInfo | null {
  const name = 'voice' in where ? 'voice' : 'zone' in where ? 'zone' : 'sheet'
  const wanted = Object.entries(where)
  return (
    standing?.majorities.find((one) => one.name === name && wanted.every(([key, value]) => one.args[key] === value)) ??
    null
  )
}

/** The leader's discs and those of the next, as "3–1". */
export function counted({ counts }: Pick<MajorityInfo, 'counts'>): string {
  return [...counts]
    .sort((one, other) => other - one)
    .slice(0, 2)
    .join('–')
}

/** Letters of those who lead. */
export const letters = ({ leaders }: Pick<MajorityInfo, 'leaders'>): string =>
  leaders.map((seat) => LETTERS[seat]).join('')

/** All of it in words. */
export function leadWords(majority: MajorityInfo, speaker: Speaker): string {
  const each = majority.counts.map((count, seat) => `${speaker.look('player', seat)} ${count}`).join(', ')
  return `${t('label', { label: majorityName(majority, speaker) })} ${lead(majority, speaker)}${majority.leaders.length ? ` (${each})` : ''}`
}
