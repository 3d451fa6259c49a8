/** The HTTP side of the server. All shapes are generated. */
import type { components } from '$lib/generated/api'
import type { PreviewMessage } from '$lib/generated/socket'
import type { Moment, Shows } from './socket'
import type { Meanings } from '$lib/games/actions'
import type { Fields } from '$lib/words/template'

type Schemas = components['schemas']
export type Fault = Schemas['Fault']
export type Me = Schemas['Me']
export type TableInfo = Schemas['TableInfo']
export type SeatInfo = Schemas['SeatInfo']
export type SeatPlan = Schemas['SeatPlan']
export type TablePage = Schemas['TablePage']
export type NewTable = Schemas['NewTable']
export type Clock = Schemas['Clock']
export type Ending = Schemas['Ending']
export type GameInfo = Schemas['GameInfo']
export type PackInfo = Schemas['PackInfo']
export type OptionInfo = Schemas['OptionInfo']
export type Conflict = Schemas['Conflict']
export type BotInfo = Schemas['BotInfo']
export type RuleInfo = Schemas['RuleInfo']
export type ReplayInfo = Schemas['ReplayInfo']
export type ReplayMoment = Shows<Schemas['ReplayMoment']>
export type ReplayMoments = Omit<Schemas['ReplayMoments'], 'frames'> & { frames: ReplayMoment[] }
export type AnalysisInfo = Schemas['AnalysisInfo']
export type PositionInfo = Omit<Schemas['PositionInfo'], 'view'> & { view: Shows<unknown>['view'] | null }
export type NoticesInfo = Schemas['NoticesInfo']
export type NoticeWishes = Schemas['NoticeWishes']
export type ChannelInfo = Schemas['ChannelInfo']
export type Holidays = Schemas['Holidays']
export type PastMatch = Schemas['PastMatch']
export type Statistics = Schemas['Statistics']
export type SessionInfo = Schemas['SessionInfo']
export type StatusInfo = Schemas['StatusInfo']
export type AdminInfo = Schemas['AdminInfo']
export type ReportInfo = Schemas['ReportInfo']
export type MeasureInfo = Schemas['MeasureInfo']
export type AdminTable = Schemas['AdminTable']
export type AdminAct = Schemas['ActInfo']
export type TalkLine = Schemas['TalkLine']
export type LessonMoment = Omit<Schemas['LessonMoment'], 'core' | 'events'> & {
  core: Moment
  events: Shows<unknown>['events']
}

/** The server said no, or could not be reached. */
export class Refused extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
  ) {
    super(fault.text ?? fault.code)
  }
}

/** What to say of a failure: the refusal, or else that something
 *  could not be fetched (a part of the page itself, say). */
export const failure = (error: unknown): Fault =>
  error instanceof Refused ? error.fault : { code: 'error.unreachable', game: 'client', args: {} }

async function ask<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new Refused(failure(null), 0)
  }
  const text = await answer.text()
  if (!answer.ok) throw new Refused(faultOf(text, answer.status), answer.status)
  return (text ? JSON.parse(text) : undefined) as T
}

function faultOf(text: string, status: number): Fault {
  try {
    const raw = JSON.parse(text) as Fault
    if (typeof raw.code === 'string') return raw
  } catch {
    // An answer that is not ours: a proxy speaks.
  }
  return { code: 'error.unreachable', game: 'client', args: { status } }
}

const at = (id: string): string => encodeURIComponent(id)
const query = (values: Record<string, string | number | null | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}` : ''
}

export const api = {
  me: () => ask<Me>('GET', '/me'),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  protect: (passphrase: string, old: string | null) =>
    ask<Schemas['Protected']>('PUT', '/me/passphrase', { passphrase, old }),
  signIn: (name: string, passphrase: string) => ask<Me>('POST', '/me/sign-in', { name, passphrase }),
  recover: (name: string, code: string, passphrase: string) =>
    ask<Schemas['Protected']>('POST', '/me/recover', { name, code, passphrase }),
  newCode: (passphrase: string) => ask<{ recovery: string }>('POST', '/me/recovery', { passphrase }),
  sessions: () => ask<SessionInfo[]>('GET', '/me/sessions'),
  endSession: (id: string) => ask<void>('DELETE', `/me/sessions/${at(id)}`),
  endOtherSessions: () => ask<Me>('POST', '/me/sessions/end-others'),
  matches: (wish: Record<string, string | number>, first: number) =>
    ask<Schemas['PastPage']>(
      'GET',
      `/me/matches${query({ ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value)), first })}`,
    ),
  statistics: () => ask<Statistics>('GET', '/me/statistics'),
  exportAddress: '/api/me/export',
  status: () => ask<StatusInfo>('GET', '/status'),
  signOut: () => ask<void>('POST', '/me/sign-out'),
  forget: () => ask<void>('DELETE', '/me'),
  mine: (show: 'open' | 'over', before?: number) => ask<TablePage>('GET', `/me/tables${query({ show, before })}`),
  next: (after?: string) => ask<{ table: string | null; waiting: number }>('GET', `/me/next${query({ after })}`),

  notices: () => ask<NoticesInfo>('GET', '/me/notices'),
  wish: (wishes: NoticeWishes) => ask<NoticesInfo>('PUT', '/me/notices', wishes),
  addChannel: (channel: Schemas['NewChannel']) => ask<ChannelInfo>('POST', '/me/notices/channels', channel),
  testChannel: (id: string) => ask<Schemas['Tested']>('POST', `/me/notices/channels/${at(id)}/test`),
  dropChannel: (id: string) => ask<void>('DELETE', `/me/notices/channels/${at(id)}`),
  signed: (purpose: string, token: string) => ask<void>('POST', `/notices/${at(purpose)}/${at(token)}`),
  holidays: () => ask<Holidays>('GET', '/me/holidays'),
  goAway: (since: number, until: number) => ask<Holidays>('PUT', '/me/holidays', { since, until }),
  comeBack: () => ask<Holidays>('DELETE', '/me/holidays'),

  tables: (show: 'waiting' | 'running' | 'over', before?: number) =>
    ask<TablePage>('GET', `/tables${query({ show, before })}`),
  conflicts: (game: string, players: number, options: Fields) =>
    ask<Conflict[]>('POST', `/games/${at(game)}/options`, { players, options }),
  create: (table: NewTable) => ask<TableInfo>('POST', '/tables', table),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${at(id)}`),
  join: (id: string, seat: number | null) => ask<TableInfo>('POST', `/tables/${at(id)}/join`, { seat }),
  leave: (id: string) => ask<TableInfo>('POST', `/tables/${at(id)}/leave`),
  setSeat: (id: string, seat: number, plan: SeatPlan) => ask<TableInfo>('PUT', `/tables/${at(id)}/seats/${seat}`, plan),
  start: (id: string, fill: string) => ask<TableInfo>('POST', `/tables/${at(id)}/start`, { fill }),
  keepOpen: (id: string) => ask<TableInfo>('POST', `/tables/${at(id)}/keep`),
  take: (id: string, seat: number, invite: string) =>
    ask<TableInfo>('POST', `/tables/${at(id)}/take`, { seat, invite }),
  untake: (id: string) => ask<TableInfo>('POST', `/tables/${at(id)}/untake`),
  comeHome: (id: string, seat: number) => ask<TableInfo>('POST', `/tables/${at(id)}/return`, { seat }),
  rematch: (id: string) => ask<{ id: string }>('POST', `/tables/${at(id)}/rematch`),
  mute: (id: string, seat: number, on: boolean) => ask<void>('POST', `/tables/${at(id)}/mute`, { seat, on }),
  report: (id: string, line: number, reason: string) => ask<void>('POST', `/tables/${at(id)}/report`, { line, reason }),
  share: (id: string) => ask<{ id: string }>('POST', `/tables/${at(id)}/share`),
  recordAddress: (id: string, player: number | null) => `/api/tables/${at(id)}/record${query({ player })}`,

  games: () => ask<GameInfo[]>('GET', '/games'),
  pack: (hash: string) => ask<PackInfo>('GET', `/packs/${at(hash)}`),
  actions: (hash: string) => ask<Meanings>('GET', `/packs/${at(hash)}/actions`),
  bots: () => ask<BotInfo[]>('GET', '/bots'),
  rules: (game: string) => ask<RuleInfo[]>('GET', `/games/${at(game)}/rules`),
  guide: (game: string, lang: string) => ask<unknown>('GET', `/games/${at(game)}/guide/${at(lang)}`),
  languages: () => ask<string[]>('GET', '/words'),
  covers: (lang: string) => ask<Record<string, Record<string, string>>>('GET', `/words/${at(lang)}`),
  words: (lang: string, about: string) => ask<Record<string, string>>('GET', `/words/${at(lang)}/${at(about)}`),

  importRecord: (record: Fields) => ask<{ id: string }>('POST', '/replays', record),
  replay: (token: string) => ask<ReplayInfo>('GET', `/replays/${at(token)}`),
  frames: (token: string, player: number | null, first: number, count: number) =>
    ask<ReplayMoments>('GET', `/replays/${at(token)}/frames${query({ player, first, count })}`),
  analysis: (token: string) => ask<AnalysisInfo>('GET', `/replays/${at(token)}/analysis`),
  analyse: (token: string) => ask<AnalysisInfo>('POST', `/replays/${at(token)}/analysis`),
  stopAnalysis: (token: string) => ask<AnalysisInfo>('DELETE', `/replays/${at(token)}/analysis`),

  concert: (token: string) => ask<Schemas['ConcertInfo']>('GET', `/replays/${at(token)}/concert`),
  concertAddress: (token: string, format: string) => `/api/replays/${at(token)}/concert.${format}`,
  sounds: (hash: string) => ask<Schemas['Sounds']>('GET', `/packs/${at(hash)}/sounds`),

  lessons: () => ask<Schemas['LessonsOf'][]>('GET', '/lessons'),
  learned: () => ask<Schemas['Learned'][]>('GET', '/me/lessons'),
  lesson: (game: string, scene: string, moves: readonly string[]) =>
    ask<LessonMoment>('POST', `/lessons/${at(game)}/${at(scene)}`, { moves }),
  lessonPreview: (game: string, scene: string, look: Schemas['LessonLook']) =>
    ask<PreviewMessage>('POST', `/lessons/${at(game)}/${at(scene)}/preview`, look),
  lessonWhy: (game: string, scene: string, wish: Schemas['LessonWhy']) =>
    ask<Schemas['WhyNot']>('POST', `/lessons/${at(game)}/${at(scene)}/why`, wish),

  playOn: (token: string, entry: number, seat: number, bot: string) =>
    ask<TableInfo>('POST', `/replays/${at(token)}/play`, { entry, seat, bot }),
  playPosition: (position: Fields, seat: number, bot: string) =>
    ask<TableInfo>('POST', '/positions', { position, seat, bot }),
  checkPosition: (position: Fields) => ask<PositionInfo>('POST', '/positions/check', { position }),
  positionAddress: (id: string, player: number | null) => `/api/tables/${at(id)}/position${query({ player })}`,
  replayPositionAddress: (token: string, entry: number) => `/api/replays/${at(token)}/position${query({ entry })}`,
  replayRecordAddress: (token: string) => `/api/replays/${at(token)}/record`,
}

/** What admins may do: everything with the owner's key. */
export const admin = {
  info: (key: string) => ask<AdminInfo>('GET', '/house', undefined, key),
  reports: (key: string) => ask<ReportInfo[]>('GET', '/house/reports', undefined, key),
  settle: (key: string, table: string, line: number, reason: string) =>
    ask<void>('POST', `/house/reports/${at(table)}/${line}/settle`, { reason }, key),
  measures: (key: string) => ask<MeasureInfo[]>('GET', '/house/measures', undefined, key),
  take: (key: string, wish: Record<string, unknown>) => ask<MeasureInfo>('POST', '/house/measures', wish, key),
  lift: (key: string, id: string) => ask<void>('DELETE', `/house/measures/${at(id)}`, undefined, key),
  switch: (key: string, change: Schemas['SwitchChange']) =>
    ask<Schemas['Switches']>('PATCH', '/house/switches', change, key),
  tables: (key: string, show: 'running' | 'waiting') =>
    ask<AdminTable[]>('GET', `/house/tables${query({ show })}`, undefined, key),
  audit: (key: string) => ask<AdminAct[]>('GET', '/house/audit', undefined, key),
}
