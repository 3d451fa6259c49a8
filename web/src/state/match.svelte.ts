/** A match through one pair of eyes: the table, the view, the log, and what was told at the table. */
import type { OfferInfo, StandingInfo } from '$lib/generated/socket'
import { Game, type Described } from '$lib/games/game'
import { oneByOne } from '$lib/games/board'
import type { AnyShape, Scene } from '$lib/games/module'
import type { TableInfo, TalkLine } from '$lib/net/api'
import type { Message, Moment } from '$lib/net/socket'
import { sentence, type Speaker } from '$lib/words/speaker'
import { Absence } from './absence'
import { CatchUp } from './catch_up.svelte'
import { seatName } from './names'
import { forgetRefusals, note } from './notes.svelte'
import { reuse } from './reuse'
import { prefs } from './prefs.svelte'
import { play as sound } from './sound'
import { Tones } from './tones'
import { speakerOf } from './words.svelte'
import { t } from '$lib/i18n'

type Event = AnyShape['event']

export class Match {
  info = $state.raw<TableInfo | null>(null)
  /** What the client knows of the game that is played here. */
  game = $state.raw<Game | null>(null)
  /** The match through one pair of eyes. */
  moment = $state.raw<Moment | null>(null)
  events = $state.raw<readonly Event[]>([])
  /** What came with the last view, for motion and for those who listen. */
  news = $state.raw<readonly Event[]>([])
  /** The events with which an answer of mine begins that was given by itself. */
  given = $state.raw<ReadonlySet<number>>(new Set())
  /** The events with which a move begins that a stand-in made for me. */
  stood = $state.raw<ReadonlySet<number>>(new Set())
  talk = $state.raw<readonly TalkLine[]>([])
  seat = $state<number | null>(null)
  /** Who is not here though they should be, and since when if we saw them go (server's time). */
  absent = $state.raw<Readonly<Record<number, number | null>>>({})

  /** What happened while this person was away. */
  readonly catchUp = new CatchUp<Event>()
  /** The places of the event that is pointed at in the log. */
  lit = $state.raw<ReadonlySet<string>>(new Set())
  /** The place that is pointed at on the board. */
  pointed = $state('')

  /** What the match sounds like, once its pack is known. */
  tones: Tones | null = null
  /** The hash of the pack that the match is drawn with; none before it begins. */
  private pack: string | null = null
  /** A request of mine that is no longer open, until it is known how it ended. */
  private settled: OfferInfo | null = null
  private readonly absence = new Absence((absent) => (this.absent = absent))

  /** lasts: whether the match goes on while this person is away. */
  constructor(
    private readonly id: string,
    private readonly lasts: boolean,
  ) {}

  readonly names: string[] = $derived(
    (this.info?.seats ?? []).map((seat, at) => seatName(seat, at, t('seat.number', { number: at + 1 }))),
  )
  readonly standing: StandingInfo | null = $derived(this.moment?.standing ?? null)
  /** Where something happened since I acted. */
  readonly fresh: ReadonlySet<string> = $derived(this.touched(this.moment?.since ?? null))
  readonly speaker: Speaker = $derived(speakerOf(this.info?.game ?? 'kernel', this.names, this.seat))

  /** My seats: one, or several when we sit at one screen. */
  get mine(): number[] {
    return (this.info?.seats ?? []).flatMap((seat, at) => (seat.mine ? [at] : []))
  }

  /** Whose decision it is; the view knows it first. */
  get active(): number[] {
    return this.moment?.view.active ?? this.info?.active ?? []
  }

  /** Whether nobody but me and bots sits here: what is asked of the table is granted at once. */
  get alone(): boolean {
    return (this.info?.seats ?? []).every((seat) => seat.mine || seat.kind === 'bot')
  }

  /** Whether a request of mine to take back is open. */
  get asksUndo(): boolean {
    return this.info?.offers?.some((offer) => offer.what === 'undo' && this.mine.includes(offer.seat)) ?? false
  }

  get asked(): boolean {
    return this.moment?.prompt != null
  }

  /** Whether moves can be looked at before they are made. */
  get foresees(): boolean {
    return this.info?.previews ?? true
  }

  /** Whether players are warned here. */
  get coach(): boolean {
    return this.foresees && (this.info?.coach ?? true)
  }

  /** Whether this person wants a coach, and may have one. */
  get coached(): boolean {
    return this.lasts && prefs.coach && this.coach && this.seat !== null
  }

  /** Whether the match was stopped or is over; its end is in the table. */
  get over(): boolean {
    return this.info?.state === 'over'
  }

  // -- coming and going ------------------------------------------------------------------------

  /** Lay out what the match is drawn with. Its pack is known when it begins; what is over for good is not drawn. */
  async lay(info: TableInfo): Promise<void> {
    const pack = info.broken || info.state === 'waiting' || info.state === 'closed' ? null : (info.pack_hash ?? '')
    if (pack === this.pack) return
    this.pack = pack
    this.game = null
    const game = pack === null ? null : await Game.open(info.game, pack)
    if (pack !== this.pack) return
    this.game = game
    this.tones = game && pack ? new Tones(game, pack) : null
  }

  /** Look through the eyes of a seat, or from the hall: nothing has been told to them yet. */
  sit(seat: number | null): void {
    this.seat = seat
    if (this.lasts) this.catchUp.open(this.id, seat)
    this.moment = null
    this.events = []
    this.news = []
    this.given = new Set()
    this.stood = new Set()
  }

  close(): void {
    this.catchUp.close()
    this.absence.forget()
  }

  // -- hearing ---------------------------------------------------------------------------------

  /** The table has changed; now: the server's time. */
  hearTable(info: TableInfo, now: number): void {
    const before = this.info
    this.info = info
    this.absence.see(info.seats, now)
    const open = new Set(info.offers?.map((offer) => offer.id))
    const ended = before?.offers?.find(
      (offer) => offer.what !== 'newcomer' && this.mine.includes(offer.seat) && !open.has(offer.id),
    )
    if (ended && info.state === 'running') this.settled = ended
    if (before?.state === 'waiting' && info.state === 'running') sound('begin')
    if (before && before.state !== 'over' && info.state === 'over') sound('end')
  }

  hearTalk(lines: TalkLine[]): void {
    const known = this.talk.at(-1)?.no ?? 0
    const fresh = lines.filter((line) => line.no > known)
    if (known && fresh.some((line) => line.text && line.seat !== this.seat)) sound('talk')
    this.talk = [...this.talk, ...fresh]
    if (known || this.settled) for (const line of fresh) this.hearNotice(line)
  }

  /** Some notices matter at the table itself: how my request ended, and that somebody took back a move. */
  private hearNotice({ code, args }: TalkLine): void {
    const mine = this.mine.includes(Number(args['player']))
    const said = (): string => sentence(speakerOf('server', this.names, this.seat).say(`notice.${code}`, args))
    if (this.settled && (code.startsWith(`${this.settled.what}_`) || (code === 'undone' && mine))) {
      this.settled = null
      if (!mine) note(said(), 'answer')
    } else if (code === 'undone' && !mine) note(said())
  }

  hearView(message: Extract<Message, { type: 'view' }>): void {
    const fresh = message.events
    const goesOn = message.keep === this.events.length && this.moment !== null
    const was = this.moment
    this.events = [...this.events.slice(0, message.keep), ...fresh]
    this.given = new Set([
      ...[...this.given].filter((at) => at < message.keep),
      ...(message.given ?? []).map((at) => message.keep + at),
    ])
    this.stood = new Set([
      ...[...this.stood].filter((at) => at < message.keep),
      ...(message.stood ?? []).map((at) => message.keep + at),
    ])
    this.news = goesOn ? fresh : []
    if (was && was.question !== message.question && fresh.length) forgetRefusals()
    this.moment = was ? { ...message, view: reuse(was.view, message.view) } : message
    // Several people at one screen have seen it each in their time.
    if (this.lasts && this.mine.length < 2)
      this.catchUp.tell(
        this.events,
        message.since ?? 0,
        [...this.stood].some((at) => at >= (message.since ?? 0)),
      )
    // Table and talk come before the view: if neither said how my request ended, the match has gone on without it.
    if (this.settled) note(t(`offer.lapsed.${this.settled.what}`), 'answer')
    this.settled = null
  }

  // -- looking back ----------------------------------------------------------------------------

  /** The places where others did something from an event on. */
  private touched(since: number | null): ReadonlySet<string> {
    const { game } = this
    if (since === null || !game) return new Set()
    return new Set(this.events.slice(since).flatMap((event) => (event.player === this.seat ? [] : game.places(event))))
  }

  /** An event is pointed at, or none any more. */
  point = (event: Event | null): void => {
    this.lit = new Set(event ? this.game?.places(event) : [])
  }

  // -- words -----------------------------------------------------------------------------------

  private get scene(): Omit<Scene, 'box'> | null {
    return this.moment && { view: this.moment.view, prompt: this.moment.prompt, speaker: this.speaker }
  }

  /** A move in words, with what its place tells. */
  describe(action: string): Described | null {
    const { scene, game } = this
    if (!scene || !game) return null
    const all = oneByOne(action).map((one) => game.describe(one, scene))
    return {
      title: all.map((one) => one.title).join(' → '),
      detail: all
        .map((one) => one.detail)
        .filter(Boolean)
        .join(', '),
    }
  }

  /** What is asked before a weighty move is sent; empty for all others. */
  warning(action: string): string {
    return (this.scene && this.game?.warning(action, this.scene)) ?? ''
  }
}
