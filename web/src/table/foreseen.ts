/** What a preview tells, in words and numbers of the game: for the panel, and for those who listen. */
import { listed, t } from '$lib/i18n'
import type { MajorityInfo } from '$lib/generated/socket'
import type { Preview } from '$lib/state/previews.svelte'
import { sentence, type Remark, type Speaker } from '$lib/words/speaker'

export interface ForeseenEvent {
  text: string
  rule: string
}

/** A number of somebody that would change. */
export interface ForeseenLine {
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
  warnings: ForeseenEvent[]
  merits: ForeseenEvent[]
  numbers: ForeseenLine[]
  sources: ForeseenLine[]
  majorities: Lead[]
  /** What comes then. */
  then: string
}

type Rows = Preview['numbers']

export function foretold(preview: Preview, speaker: Speaker, me: number | null, coach: boolean): Foretold {
  const told = (remarks: Preview['warnings']): ForeseenEvent[] =>
    remarks.map((one) => ({ text: sentence(speaker.remark(one as Remark)), rule: one.rule }))
  return {
    warnings: coach ? told(preview.warnings) : [],
    merits: told(preview.merits),
    numbers: numbersOf(preview.numbers, speaker, me),
    sources:
      me === null
        ? []
        : changed(preview.sources, me).map(([name, before, after]) => ({
            label: sentence(speaker.look('source', name)),
            who: '',
            before,
            after,
          })),
    majorities: preview.majorities
      .filter(([before, after]) => weight(before, after) > 0)
      .sort((one, other) => weight(...other) - weight(...one))
      .map(([before, after]) => ({
        label: majorityName(after, speaker),
        before: gets(before, speaker),
        after: gets(after, speaker),
        pays: me === null ? 0 : (after.pays[me] ?? 0) - (before.pays[me] ?? 0),
      })),
    then: t(`preview.then.${preview.stop}`),
  }
}

/** What changes for somebody, with its name. */
const changed = (rows: Rows, seat: number): [name: string, before: number, after: number][] =>
  Object.entries(rows).flatMap(([name, [before, after]]) => {
    const [was, now] = [before[seat] ?? 0, after[seat] ?? 0]
    return was === now ? [] : [[name, was, now]]
  })

/** The changed ones: all of mine, then of everybody else the points
 *  in which the rest ends, or the rest where there are none. */
function numbersOf(rows: Rows, speaker: Speaker, me: number | null): ForeseenLine[] {
  const seats = Object.values(rows)[0]?.[1].map((_, seat) => seat) ?? []
  const of = (seat: number): ForeseenLine[] => {
    const found = changed(rows, seat)
    const [points, scored] = ['points', 'scored'].map((name) => found.find((one) => one[0] === name))
    // Where points come as they are made, those of now and those of the end change alike.
    const once = points && scored && points[2] - points[1] === scored[2] - scored[1]
    const rest = found.filter(([name]) => name !== 'points' && name !== 'scored')
    const [sum, more] = once ? [points, undefined] : [scored ?? points, scored && points]
    const kept = seat === me ? [more, sum, ...rest] : sum ? [sum] : rest
    return kept.flatMap((one) =>
      one
        ? [
            {
              label: sentence(speaker.look('number', one[0])),
              who: seat === me ? '' : speaker.look('player', seat),
              before: one[1],
              after: one[2],
            },
          ]
        : [],
    )
  }
  return [...seats.filter((seat) => seat === me), ...seats.filter((seat) => seat !== me)].flatMap(of)
}

/** How much of a majority changes: who leads or what it pays, only by how much, or nothing that matters. */
function weight(before: MajorityInfo, after: MajorityInfo): number {
  if (String(before.leaders) !== String(after.leaders) || String(before.pays) !== String(after.pays)) return 2
  return before.margin === after.margin ? 0 : 1
}

export function majorityName(majority: Pick<MajorityInfo, 'name' | 'args'>, speaker: Speaker): string {
  return sentence(speaker.say(`majority.${majority.name}`, majority.args))
}

/** Who leads, and by how much. */
export function lead({ leaders, margin }: Pick<MajorityInfo, 'leaders' | 'margin'>, speaker: Speaker): string {
  const names = listed(leaders.map((seat) => speaker.look('player', seat)))
  if (!leaders.length) return t('lead.nobody')
  return leaders.length > 1 ? t('lead.shared', { names }) : t('lead.one', { name: names, margin })
}

/** Who leads, or whom it would pay where one player scores it alone. */
function gets(majority: MajorityInfo, speaker: Speaker): string {
  if (!majority.exclusive) return lead(majority, speaker)
  const names = listed(majority.pays.flatMap((points, seat) => (points ? [speaker.look('player', seat)] : [])))
  return names ? t('lead.alone', { name: names }) : t('lead.nobody')
}

/** Whether there is nothing to tell but that the match goes on. */
export function nothing({ warnings, merits, numbers, sources, majorities }: Foretold, stop: Preview['stop']): boolean {
  return (
    (stop === 'question' || stop === 'turn') &&
    ![warnings, merits, numbers, sources, majorities].some((list) => list.length)
  )
}

/** All of it as it is read out: what to beware of comes first. */
export function spoken({ warnings, merits, numbers, sources, majorities, then }: Foretold): string {
  const remarks = [...warnings.map(({ text }) => t('preview.warning', { text })), ...merits.map(({ text }) => text)]
  const changes = [...numbers, ...sources].map(({ label, who, before, after }) =>
    t(who ? 'preview.said.other' : 'preview.said', { label, who, before, after }),
  )
  const leads = majorities.map(({ label, after }) => `${t('label', { label })} ${after}`)
  return [...remarks, ...changes, ...leads]
    .map((text) => `${text}.`)
    .concat(then)
    .join(' ')
}
