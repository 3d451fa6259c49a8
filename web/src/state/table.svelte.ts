/** One table as this person sees it: what the server last said, and what is being asked of it. */
import type { Candidate, HintMessage, OfferInfo, StandingInfo } from '$lib/generated/socket'
import { HINTED } from '$lib/games/board'
import { Game, type Described } from '$lib/games/game'
import type { AnyShape, Scene } from '$lib/games/module'
import { api, failure, type Fault, type TableInfo, type TalkLine } from '$lib/net/api'
import { socketAddress, TableLine, type Line, type Message, type Moment } from '$lib/net/socket'
import { sentence, type Speaker } from '$lib/words/speaker'
import { Absence } from './absence'
import { Meanwhile } from './meanwhile.svelte'
import { seatName } from './names'
import { forgetRefusals, note, refuse } from './notes.svelte'
import { patched } from './patch'
import { Previews } from './previews.svelte'
import { prefs } from './prefs.svelte'
import { infoOf } from './shelf.svelte'
import { play as sound } from './sound'
import { learn, speakerOf } from './words.svelte'
import { t } from '$lib/i18n'

type Event = AnyShape['event']

/** So long a finger or a key waits for what is to be said before a move; longer would be felt. */
const PATIENCE = 400

/** Why a line was closed for good, in words that are there. */
function closedFor(reason: string, seat: number | null): Fault {
  const code = `error.${reason}`
  return speakerOf('server').knows(code) ? { code, game: 'server', args: { seat } } : { code: 'line.closed', game: 'client' }
}

export class TableState {
  info = $state.raw<TableInfo | null>(null)
  /** What the client knows of the game that is played here. */
  game = $state.raw<Game | null>(null)
  /** The match through one pair of eyes. */
  moment = $state.raw<Moment | null>(null)
  events = $state.raw<readonly Event[]>([])
  /** What came with the last view, for motion and for those who listen. */
  news = $state.raw<readonly Event[]>([])
  talk = $state.raw<readonly TalkLine[]>([])
  line = $state<Line>('connecting')
  /** Why there is no table, if there is none. */
  gone = $state.raw<Fault | null>(null)
  seat = $state<number | null>(null)
  /** A move that waits for its confirmation. */
  picked = $state<string | null>(null)
  /** A move that is on its way. */
  sending = $state(false)
  hint = $state.raw<HintMessage | null>(null)
  thinking = $state(false)
  /** Somebody else at this screen is asked: the seat that waits for its person. */
  handover = $state<number | null>(null)
  /** Server's time minus ours, in milliseconds. */
  offset = $state(0)
  /** Who is not here though they should be, and since when if we saw them go (server's time). */
  absent = $state.raw<Readonly<Record<number, number | null>>>({})

  /** What happened while this person was away. */
  readonly meanwhile = new Meanwhile<Event>()
  /** The places of the event that is pointed at in the log. */
  lit = $state.raw<ReadonlySet<string>>(new Set())
  /** The place that is pointed at on the board. */
  pointed = $state('')
  readonly previews = new Previews((action) => this.askPreview(action))
  /** Whether moves are made with a finger, which cannot look at them first. */
  finger = false

  private socket: TableLine | null = null
  private left = false
  /** The hash of the pack that the match is drawn with; none before it begins. */
  private pack: string | null = null
  private sent = ''
  private readonly arrived = new Set<'done' | 'view'>()
  private hinting = ''
  private autoTold = false
  /** A request of mine that is no longer open, until it is known how it ended. */
  private settled: OfferInfo | null = null
  private readonly absence = new Absence((absent) => (this.absent = absent))

  constructor(readonly id: string) {}

  readonly names: string[] = $derived(
    (this.info?.seats ?? []).map((seat, at) => seatName(seat, at, t('seat.number', { number: at + 1 }))),
  )
  /** What a hint says: a few moves, the best first. */
  readonly hints: readonly Candidate[] = $derived(this.hint?.candidates.slice(0, HINTED) ?? [])
  readonly standing: StandingInfo | null = $derived(this.moment?.standing ?? null)
  /** Where something happened since I acted. */
  readonly fresh: ReadonlySet<string> = $derived(this.touched(this.moment?.since ?? null))
  /** The view after the move that is looked at. */
  readonly ghost: AnyShape['view'] | null = $derived.by(() => {
    const changes = this.previews.shown?.preview.changes
    return changes && this.moment ? patched(this.moment.view, changes) : null
  })
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

  /** Whether the match was stopped or is over; its end is in the table. */
  get over(): boolean {
    return this.info?.state === 'over'
  }

  // -- coming and going ------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      const info = (this.info = await api.table(this.id))
      await Promise.all([this.lay(info), learn(info.game)])
    } catch (error) {
      await this.lose(error)
      return
    }
    // Whoever has left meanwhile needs no line.
    if (!this.left) this.sit(this.mine[0] ?? null)
  }

  /** Lay out what the match is drawn with. Its pack is known when it begins; what is over for good is not drawn. */
  private async lay(info: TableInfo): Promise<void> {
    const pack = info.broken || info.state === 'waiting' || info.state === 'closed' ? null : (info.pack_hash ?? '')
    if (pack === this.pack) return
    this.pack = pack
    this.game = null
    const game = pack === null ? null : await Game.open(info.game, pack)
    if (pack === this.pack) this.game = game
  }

  private async lose(error: unknown): Promise<void> {
    this.close()
    await learn()
    this.gone = failure(error)
  }

  /** Look through another of my seats, or from the hall. */
  sit(seat: number | null): void {
    this.socket?.close()
    this.seat = seat
    this.meanwhile.open(this.id, seat)
    this.handover = null
    this.moment = null
    this.events = []
    this.news = []
    this.forget()
    this.autoTold = false
    this.socket = new TableLine(socketAddress(this.id, seat), {
      message: (message) => this.hear(message),
      line: (line, reason) => {
        this.line = line
        if (line === 'closed') this.gone = closedFor(reason, seat)
      },
    })
  }

  close(): void {
    this.left = true
    this.meanwhile.close()
    this.previews.forget()
    this.socket?.close()
    this.socket = null
    this.absence.forget()
  }

  // -- hearing ---------------------------------------------------------------------------------

  private hear(message: Message): void {
    switch (message.type) {
      case 'welcome':
      case 'pong':
        this.offset = message.now - Date.now()
        break
      case 'table':
        this.hearTable(message.table as TableInfo)
        break
      case 'talk':
        this.hearTalk(message.lines as TalkLine[])
        break
      case 'view':
        this.hearView(message)
        break
      case 'done':
        if (message.key === this.sent) this.arrive('done')
        break
      case 'refused':
        if (this.previews.refused(message.key)) break
        this.answered(message.key)
        refuse(message.fault as Fault, this.names, this.seat)
        break
      case 'hint':
        this.answered(message.key)
        if (message.key === this.hinting) this.hint = message
        break
      case 'preview':
        this.previews.hear(message)
        break
      case 'why':
        this.answered(message.key)
        if (message.fault) refuse(message.fault as Fault, this.names, this.seat)
    }
  }

  private answered(key: string): void {
    if (key === this.sent) this.sending = false
    if (key === this.hinting) this.thinking = false
  }

  /** A move is over when it is done and its view is here, in whichever order: until then the old choices are not offered. */
  private arrive(what: 'done' | 'view'): void {
    this.arrived.add(what)
    if (this.arrived.size === 2) this.sending = false
  }

  private hearTable(info: TableInfo): void {
    const before = this.info
    this.info = info
    this.lay(info).catch((error: unknown) => this.lose(error))
    this.absence.see(info.seats, Date.now() + this.offset)
    const open = new Set(info.offers?.map((offer) => offer.id))
    const ended = before?.offers?.find((offer) => this.mine.includes(offer.seat) && !open.has(offer.id))
    if (ended && info.state === 'running') this.settled = ended
    if (before?.state === 'waiting' && info.state === 'running') sound('begin')
    if (before && before.state !== 'over' && info.state === 'over') sound('end')
    // Whoever takes a seat, or loses it, looks with other eyes.
    if (this.seat === null && this.mine.length) this.sit(this.mine[0]!)
    else if (this.seat !== null && !info.seats[this.seat]?.mine) this.sit(this.mine[0] ?? null)
    else this.followScreen()
  }

  /** Several of us at one screen: show the seat that is asked. */
  private followScreen(): void {
    const { info, seat } = this
    if (!info || this.mine.length < 2 || info.state !== 'running') return
    const active = this.active
    if (seat !== null && active.includes(seat)) return
    const next = this.mine.find((one) => active.includes(one))
    if (next === undefined || next === seat) return
    // Where hands are secret, the screen is handed over first.
    if (infoOf(info.game)?.secrets ?? true) this.handover = next
    else this.sit(next)
  }

  private hearTalk(lines: TalkLine[]): void {
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

  private hearView(message: Extract<Message, { type: 'view' }>): void {
    const fresh = message.events
    const goesOn = message.keep === this.events.length && this.moment !== null
    const was = this.moment
    this.events = [...this.events.slice(0, message.keep), ...fresh]
    this.news = goesOn ? fresh : []
    if (was && was.question !== message.question) {
      this.forget()
      if (fresh.length) forgetRefusals()
    }
    this.moment = message
    // Several people at one screen have seen it each in their time.
    if (this.mine.length < 2) this.meanwhile.tell(this.events, message.since ?? 0)
    this.arrive('view')
    // Table and talk come before the view: if neither said how my request ended, the match has gone on without it.
    if (this.settled) note(t(`offer.lapsed.${this.settled.what}`), 'answer')
    this.settled = null
    if (!this.autoTold && this.seat !== null && prefs.auto !== message.auto) {
      this.autoTold = true
      this.socket?.send({ type: 'auto', on: prefs.auto })
    }
    this.followScreen()
    if (!was) return
    if (message.prompt && !was.prompt) sound('turn')
    else if (this.news.length) sound('move')
  }

  private forget(): void {
    this.previews.forget()
    this.picked = null
    this.hint = null
    this.thinking = false
    this.sending = false
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

  // -- doing -----------------------------------------------------------------------------------

  /** A move was chosen: send it, or let it wait for a second click; if it is not legal, ask why.
   *  A weighty one waits for its own confirmation: a double click must not send it.
   *  Whoever chose unseen, by a finger or a key, could not look at it first: where it is warned of, it waits, too. */
  choose = (action: string, unseen = this.finger): void => {
    if (!this.moment || this.sending) return
    if (!this.moment.legal.includes(action)) {
      this.socket?.send({ type: 'why', action })
      return
    }
    if (this.warning(action) || (prefs.confirm && this.picked !== action)) {
      this.picked = action
      return
    }
    if (unseen && this.coach && this.picked !== action) void this.mind(action, this.moment.question)
    else this.play(action)
  }

  /** A move that is warned of waits for its confirmation. */
  private async mind(action: string, question: number): Promise<void> {
    const preview = await this.previews.soon(action, PATIENCE)
    if (this.moment?.question !== question || this.sending) return
    if (preview?.warnings.length) this.picked = action
    else this.play(action)
  }

  /** Ask what a legal move would do. */
  private askPreview(action: string): string | null {
    const { moment, socket } = this
    if (!moment?.prompt || !socket || this.sending || !this.foresees || this.line !== 'open' || !moment.legal.includes(action)) return null
    return socket.send({ type: 'preview', question: moment.question, actions: [action], view: this.game?.drawsGhost ?? false })
  }

  private get scene(): Omit<Scene, 'box'> | null {
    return this.moment && { view: this.moment.view, prompt: this.moment.prompt, speaker: this.speaker }
  }

  /** A move in words, with what its place tells. */
  describe(action: string): Described | null {
    return (this.scene && this.game?.describe(action, this.scene)) ?? null
  }

  /** What is asked before a weighty move is sent; empty for all others. */
  warning(action: string): string {
    return (this.scene && this.game?.warning(action, this.scene)) ?? ''
  }

  /** Send the move that waits for it. */
  confirm = (): void => {
    if (this.picked !== null) this.play(this.picked)
  }

  cancel = (): void => {
    this.picked = null
  }

  private play(action: string): void {
    if (!this.moment || !this.socket) return
    this.sending = true
    this.arrived.clear()
    this.picked = null
    this.hint = null
    this.sent = this.socket.send({ type: 'play', question: this.moment.question, action })
    sound('place')
  }

  undo = (): void => {
    if (this.moment) this.socket?.send({ type: 'undo', question: this.moment.question })
  }

  askHint = (): void => {
    if (!this.moment || !this.socket) return
    this.thinking = true
    this.hint = null
    this.hinting = this.socket.send({ type: 'hint', question: this.moment.question })
  }

  why = (action: string): void => void this.socket?.send({ type: 'why', action })
  say = (text: string): void => void this.socket?.send({ type: 'say', text })
  ahead = (actions: string[]): void => void this.socket?.send({ type: 'ahead', actions })
  setAuto = (on: boolean): void => void this.socket?.send({ type: 'auto', on })
  propose = (): void => void this.socket?.send({ type: 'propose' })
  answer = (offer: number, agree: boolean): void => void this.socket?.send({ type: 'answer', offer, agree })
  resign = (): void => void this.socket?.send({ type: 'resign' })
  away = (): void => void this.socket?.send({ type: 'away' })
  back = (): void => void this.socket?.send({ type: 'back' })
  replace = (seat: number): void => void this.socket?.send({ type: 'replace', seat })
}
