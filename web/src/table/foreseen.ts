/** What a preview tells, in words and numbers of the game: for the panel, and for those who listen. */
import { listed, signed, t } from '$lib/i18n'
import type { MajorityInfo } from '$lib/generated/socket'
import type { Preview } from '$lib/state/previews.svelte'
import { sentence, type Remark, type Speaker } from '$lib/words/speaker'

export interface Told {
  text: string
  rule: string
}

/** A number of somebody that would change. */
export interface Line {
  label: string
  /** Whose it is; empty for mine. */
  who: string
  before: number
  after: number
}

export interface Lead {
  label: string
  before: string
  after: string
  /** What it would pay me more or less. */
  pays: number
}

export interface Foretold {
  warnings: Told[]
  merits: Told[]
  numbers: Line[]
  sources: Line[]
  majorities: Lead[]
  /** What comes then. */
  then: string
}

type Rows = Preview['numbers']

export function foretold(preview: Preview, speaker: Speaker, me: number | null, coach: boolean): Foretold {
  const told = (remarks: Preview['warnings']): Told[] => remarks.map((one) => ({ text: sentence(speaker.remark(one as Remark)), rule: one.rule }))
  const { points, ...others } = preview.numbers
  // Where points come as they are made, those of now and those of the end change alike.
  if (points && others['scored'] && alike(points, others['scored'])) delete others['scored']
  return {
    warnings: coach ? told(preview.warnings) : [],
    merits: told(preview.merits),
    numbers: lines(points ? { points, ...others } : others, (name) => speaker.look('number', name), speaker, me),
    sources: lines(preview.sources, (name) => speaker.look('source', name), speaker, me),
    majorities: preview.majorities.map(([before, after]) => ({
      label: majorityName(after, speaker),
      before: lead(before, speaker),
      after: lead(after, speaker),
      pays: me === null ? 0 : (after.pays[me] ?? 0) - (before.pays[me] ?? 0),
    })),
    then: t(`preview.then.${preview.stop}`),
  }
}

const alike = (one: Rows[string], other: Rows[string]): boolean => one[1].every((after, at) => after - (one[0][at] ?? 0) === (other[1][at] ?? 0) - (other[0][at] ?? 0))

/** The changed ones, mine first. */
function lines(rows: Rows, name: (key: string) => string, speaker: Speaker, me: number | null): Line[] {
  const found = Object.entries(rows).flatMap(([key, [before, after]]) =>
    after.flatMap((now, seat) => {
      const was = before[seat] ?? 0
      return now === was ? [] : [{ label: sentence(name(key)), who: seat === me ? '' : speaker.look('player', seat), before: was, after: now }]
    }),
  )
  return [...found.filter((one) => !one.who), ...found.filter((one) => one.who)]
}

export function majorityName(majority: Pick<MajorityInfo, 'name' | 'args'>, speaker: Speaker): string {
  return sentence(speaker.say(`majority.${majority.name}`, majority.args))
}

/** Who leads, and by how much. */
export function lead({ leaders, margin }: Pick<MajorityInfo, 'leaders' | 'margin'>, speaker: Speaker): string {
  const names = listed(leaders.map((seat) => speaker.look('player', seat)))
  if (!leaders.length) return t('lead.nobody')
  return leaders.length > 1 ? t('lead.shared', { names }) : t('lead.one', { name: names, margin: signed(margin) })
}

/** Whether there is nothing to tell but that the match goes on. */
export function nothing({ warnings, merits, numbers, sources, majorities }: Foretold, stop: Preview['stop']): boolean {
  return (stop === 'question' || stop === 'turn') && ![warnings, merits, numbers, sources, majorities].some((list) => list.length)
}

/** All of it as it is read out: what to beware of comes first. */
export function spoken({ warnings, merits, numbers, sources, majorities, then }: Foretold): string {
  const remarks = [...warnings.map(({ text }) => t('preview.warning', { text })), ...merits.map(({ text }) => text)]
  const changes = [...numbers, ...sources].map(({ label, who, before, after }) => t(who ? 'preview.said.other' : 'preview.said', { label, who, before, after }))
  const leads = majorities.map(({ label, after }) => `${t('label', { label })} ${after}`)
  return [...remarks, ...changes, ...leads].map((text) => `${text}.`).concat(then).join(' ')
}
