/** One table as this person sees it: what the server last said, and what is being asked of it. */
import type { Candidate, HintMessage, OfferInfo, StandingInfo } from '$lib/generated/socket'
import { HINTED, oneByOne } from '$lib/games/board'
import { Game, type Described } from '$lib/games/game'
import type { AnyShape, Scene } from '$lib/games/module'
import { Thoughts, type Better } from '$lib/coach/thoughts.svelte'
import { api, failure, type Fault, type TableInfo, type TalkLine } from '$lib/net/api'
import { socketAddress, TableLine, type Line, type Listener, type Message, type Moment } from '$lib/net/socket'
import { sentence, type Speaker } from '$lib/words/speaker'
import { Absence } from './absence'
import { CatchUp } from './catch_up.svelte'
import { seatName } from './names'
import { forgetRefusals, note, refuse } from './notes.svelte'
import { reuse } from './reuse'
import { patched } from './patch'
import { Previews, type Foreseen } from './previews.svelte'
import { prefer, prefs } from './prefs.svelte'
import { infoOf } from './catalogue.svelte'
import { play as sound } from './sound'
import { Tones } from './tones'
import { learn, speakerOf } from './words.svelte'
import { t } from '$lib/i18n'

type Event = AnyShape['event']

/** So long a finger or a key waits for what is to be said before a move; longer would be felt. */
const PATIENCE = 400
/** And so long a move waits for whoever has a coach. */
const COACHED = 1500

/** Why a line was closed for good, in words that are there. */
function closedFor(reason: string, seat: number | null): Fault {
  const code = `error.${reason}`
  return speakerOf('server').knows(code) ? { code, game: 'server', args: { seat } } : { code: 'line.closed', game: 'client' }
}

/** Where a table is: as a rule on the server, for as long as the match lasts. */
export interface Venue {
  table(id: string): Promise<TableInfo>
  line(id: string, seat: number | null, listener: Listener): Pick<TableLine, 'send' | 'close'>
  /** Whether somebody who comes back is told what happened meanwhile. */
  lasts: boolean
}
const SERVER: Venue = {
  table: (id) => api.table(id),
  line: (id, seat, listener) => new TableLine(socketAddress(id, seat), listener),
  lasts: true,
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
  /** The events with which an answer of mine begins that was given by itself. */
  given = $state.raw<ReadonlySet<number>>(new Set())
  /** The events with which a move begins that a stand-in made for me. */
  stood = $state.raw<ReadonlySet<number>>(new Set())
  talk = $state.raw<readonly TalkLine[]>([])
  line = $state<Line>('connecting')
  /** Why there is no table, if there is none. */
  gone = $state.raw<Fault | null>(null)
  seat = $state<number | null>(null)
  /** A move that waits for its confirmation. */
  picked = $state<string | null>(null)
  /** The list of choices leaves what the board shows to the board. */
  unlisted = $state(false)
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
  readonly catchUp = new CatchUp<Event>()
  /** The places of the event that is pointed at in the log. */
  lit = $state.raw<ReadonlySet<string>>(new Set())
  /** The place that is pointed at on the board. */
  pointed = $state('')
  readonly previews = new Previews((action) => this.askPreview(action))
  readonly thoughts = new Thoughts(() => this.askQuietly())
  /** Whether moves are made with a finger, which cannot look at them first. */
  finger = false

  private tones: Tones | null = null
  private socket: Pick<TableLine, 'send' | 'close'> | null = null
  private left = false
  /** The hash of the pack that the match is drawn with; none before it begins. */
  private pack: string | null = null
  private sent = ''
  /** What is left of a row of moves: each is sent when it is asked for. */
  private rest: readonly string[] = []
  /** A row that was chosen, while its reason is asked for. */
  private doubted: { key: string; row: string; question: number; unseen: boolean } | null = null
  private readonly arrived = new Set<'done' | 'view'>()
  private hinting = ''
  private autoTold = false
  /** A request of mine that is no longer open, until it is known how it ended. */
  private settled: OfferInfo | null = null
  private readonly absence = new Absence((absent) => (this.absent = absent))

  constructor(
    readonly id: string,
    private readonly venue: Venue = SERVER,
  ) {}

  readonly names: string[] = $derived(
    (this.info?.seats ?? []).map((seat, at) => seatName(seat, at, t('seat.number', { number: at + 1 }))),
  )
  /** What a hint says: a few moves, the best first. Where there is a single move, there is nothing to compare. */
  readonly hints: readonly Candidate[] = $derived((this.moment?.legal.length ?? 0) > 1 ? (this.hint?.candidates.slice(0, HINTED) ?? []) : [])
  readonly standing: StandingInfo | null = $derived(this.moment?.standing ?? null)
  /** Where something happened since I acted. */
  readonly fresh: ReadonlySet<string> = $derived(this.touched(this.moment?.since ?? null))
  /** The move that is looked at, or that a finger chose and that waits. */
  readonly foreseen: Foreseen | null = $derived.by(() => {
    const { picked, previews } = this
    const known = picked !== null && this.game?.brief ? previews.of(picked) : null
    return previews.shown ?? (known && { action: picked!, by: 'hold', at: document.body, preview: known })
  })
  /** The view after the move that is looked at. */
  readonly ghost: AnyShape['view'] | null = $derived.by(() => {
    const changes = this.foreseen?.preview.changes
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

  /** Whether this person wants a coach, and may have one. */
  get coached(): boolean {
    return this.venue.lasts && prefs.coach && this.coach && this.seat !== null
  }

  /** Whether the match was stopped or is over; its end is in the table. */
  get over(): boolean {
    return this.info?.state === 'over'
  }

  // -- coming and going ------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      const info = (this.info = await this.venue.table(this.id))
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
    if (pack !== this.pack) return
    this.game = game
    this.tones = game && pack ? new Tones(game, pack) : null
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
    if (this.venue.lasts) this.catchUp.open(this.id, seat)
    this.handover = null
    this.moment = null
    this.events = []
    this.news = []
    this.given = new Set()
    this.stood = new Set()
    this.forget()
    this.autoTold = false
    this.socket = this.venue.line(this.id, seat, {
      message: (message) => this.hear(message),
      line: (line, reason) => {
        this.line = line
        // A substitute has the seat now, or its owner is back: the match goes on without us, and can be watched.
        if (line === 'closed' && reason === 'not_your_seat' && this.info && seat !== null) this.sit(null)
        else if (line === 'closed') this.gone = closedFor(reason, seat)
      },
    })
  }

  close(): void {
    this.left = true
    this.catchUp.close()
    this.previews.forget()
    this.thoughts.forget()
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
        if (this.thoughts.refused(message.key) && message.key !== this.hinting) break
        if (message.key === this.sent) this.rest = []
        this.answered(message.key)
        refuse(message.fault as Fault, this.names, this.seat)
        break
      case 'hint':
        this.answered(message.key)
        if (message.key === this.hinting) this.hint = message
        this.thoughts.hear(message)
        break
      case 'preview':
        this.previews.hear(message)
        break
      case 'why':
        if (message.key === this.sent) this.rest = []
        this.answered(message.key)
        if (message.fault) refuse(message.fault as Fault, this.names, this.seat)
        else this.undoubted(message.key)
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
    const ended = before?.offers?.find((offer) => offer.what !== 'newcomer' && this.mine.includes(offer.seat) && !open.has(offer.id))
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
    this.given = new Set([...[...this.given].filter((at) => at < message.keep), ...(message.given ?? []).map((at) => message.keep + at)])
    this.stood = new Set([...[...this.stood].filter((at) => at < message.keep), ...(message.stood ?? []).map((at) => message.keep + at)])
    this.news = goesOn ? fresh : []
    if (was && was.question !== message.question) {
      this.forget()
      if (fresh.length) forgetRefusals()
    }
    this.moment = was ? { ...message, view: reuse(was.view, message.view) } : message
    if (message.prompt && was?.question !== message.question) this.thoughts.begin()
    // Several people at one screen have seen it each in their time.
    if (this.venue.lasts && this.mine.length < 2) this.catchUp.tell(this.events, message.since ?? 0, [...this.stood].some((at) => at >= (message.since ?? 0)))
    this.arrive('view')
    // Table and talk come before the view: if neither said how my request ended, the match has gone on without it.
    if (this.settled) note(t(`offer.lapsed.${this.settled.what}`), 'answer')
    this.settled = null
    if (!this.autoTold && this.seat !== null && prefs.auto !== message.auto) {
      this.autoTold = true
      this.socket?.send({ type: 'auto', on: prefs.auto })
    }
    this.followScreen()
    if (!was) {
      this.tones?.prepare()
      return
    }
    const heard = this.tones?.hear(this.news, message.view) ?? false
    if (was.question !== message.question && this.goOn()) return
    if (message.prompt && !was.prompt) sound('turn')
    else if (this.news.length && !heard) sound('move')
  }

  private forget(): void {
    this.previews.forget()
    this.thoughts.forget()
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
   *  Whoever chose unseen, by a finger or a key, could not look at it first: where it is warned of, it waits, too,
   *  and so it does for whoever has a coach. */
  choose = (action: string, unseen = this.finger): void => {
    if (!this.moment || this.sending) return
    const [first = '', ...rest] = oneByOne(action)
    if (!this.moment.legal.includes(first)) {
      this.socket?.send({ type: 'why', action: first })
      return
    }
    // Whether the rest of a row is legal is known from its preview, or has to be asked.
    if (rest.length && this.picked !== action && !this.previews.of(action)) this.doubt(action, unseen)
    else this.decide(action, unseen)
  }

  private decide(action: string, unseen: boolean): void {
    if (!this.moment) return
    if (this.warning(action) || (prefs.confirm && this.picked !== action)) {
      this.picked = action
      return
    }
    // A finger on the picture shows what the move would do; it is made by the second touch, or by Confirm.
    if (unseen && this.finger && this.foresees && this.picked !== action && this.game?.brief && this.game.onBoard(action)) {
      this.picked = action
      this.previews.ask(action)
      return
    }
    if ((unseen || this.coached) && this.coach && this.picked !== action) void this.mind(action, this.moment.question)
    else this.play(action)
  }

  private doubt(row: string, unseen: boolean): void {
    if (!this.moment || !this.socket) return
    const before = oneByOne(row)
    const action = before.pop()!
    this.doubted = { key: this.socket.send({ type: 'why', action, before }), row, question: this.moment.question, unseen }
  }

  /** Nothing speaks against it. */
  private undoubted(key: string): void {
    const { doubted } = this
    if (doubted?.key !== key) return
    this.doubted = null
    if (this.moment?.question === doubted.question && !this.sending) this.decide(doubted.row, doubted.unseen)
  }

  /** A move that is warned of waits for its confirmation. */
  private async mind(action: string, question: number): Promise<void> {
    const preview = await this.previews.soon(action, this.coached ? COACHED : PATIENCE)
    if (this.moment?.question !== question || this.sending) return
    if (preview?.warnings.length || this.better(action)) this.picked = action
    else this.play(action)
  }

  /** What the coach is certain would be clearly better than this move. */
  better(action: string): Better | null {
    return this.coached ? this.thoughts.better(oneByOne(action)[0] ?? '') : null
  }

  /** Ask for a hint that is not shown; only where nobody else waits for the bots, and there is a choice. */
  private askQuietly(): string {
    const { moment, socket } = this
    if (!moment?.prompt || !socket || !this.coached || !this.alone || !this.info?.hints || this.sending || moment.legal.length < 2) return ''
    return socket.send({ type: 'hint', question: moment.question })
  }

  /** Ask what a legal move would do. */
  private askPreview(action: string): string | null {
    const { moment, socket } = this
    const actions = oneByOne(action) as [string, ...string[]]
    if (!moment?.prompt || !socket || this.sending || !this.foresees || this.line !== 'open' || !moment.legal.includes(actions[0])) return null
    return socket.send({ type: 'preview', question: moment.question, actions, view: this.game?.drawsGhost ?? false })
  }

  private get scene(): Omit<Scene, 'box'> | null {
    return this.moment && { view: this.moment.view, prompt: this.moment.prompt, speaker: this.speaker }
  }

  /** A move in words, with what its place tells. */
  describe(action: string): Described | null {
    const { scene, game } = this
    if (!scene || !game) return null
    const all = oneByOne(action).map((one) => game.describe(one, scene))
    return { title: all.map((one) => one.title).join(' → '), detail: all.map((one) => one.detail).filter(Boolean).join(', ') }
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

  private play(row: string): void {
    if (!this.moment || !this.socket) return
    const [action = '', ...rest] = oneByOne(row)
    this.rest = rest
    this.send(action)
    sound('place')
  }

  /** The next move of a row that is asked for (what has one answer may have been answered meanwhile); else the row ends here. */
  private goOn(): boolean {
    const at = this.rest.findIndex((one) => this.moment?.legal.includes(one))
    const next = this.rest[at]
    this.rest = next === undefined ? [] : this.rest.slice(at + 1)
    if (next === undefined) return false
    this.send(next)
    return true
  }

  private send(action: string): void {
    if (!this.moment || !this.socket) return
    this.sending = true
    this.arrived.clear()
    this.picked = null
    this.hint = null
    this.sent = this.socket.send({ type: 'play', question: this.moment.question, action })
  }

  undo = (): void => {
    if (this.moment) this.socket?.send({ type: 'undo', question: this.moment.question })
  }

  askHint = (): void => {
    if (!this.moment || !this.socket) return
    this.thoughts.wanted()
    this.hint = this.thoughts.hint
    if (this.hint) return
    this.thinking = true
    this.hinting = this.thoughts.key || this.socket.send({ type: 'hint', question: this.moment.question })
  }

  why = (action: string): void => void this.socket?.send({ type: 'why', action })
  say = (text: string): void => void this.socket?.send({ type: 'say', text })
  ahead = (actions: string[]): void => void this.socket?.send({ type: 'ahead', actions })
  setAuto = (on: boolean): void => {
    void prefer({ auto: on })
    this.socket?.send({ type: 'auto', on })
  }
  slow = (days: number): void => void this.socket?.send({ type: 'slow', days })
  invite = (seat: number): void => void this.socket?.send({ type: 'invite', seat })
  propose = (): void => void this.socket?.send({ type: 'propose' })
  answer = (offer: number, agree: boolean): void => void this.socket?.send({ type: 'answer', offer, agree })
  resign = (): void => void this.socket?.send({ type: 'resign' })
  away = (): void => void this.socket?.send({ type: 'away' })
  back = (): void => void this.socket?.send({ type: 'back' })
  replace = (seat: number): void => void this.socket?.send({ type: 'replace', seat })
}
