/** One table as this person sees it: its connection, its match, and the choice that is open there. */
import { failure, type Fault, type TableInfo, type TalkLine } from '$lib/net/api'
import type { Message } from '$lib/net/socket'
import { infoOf } from './catalogue.svelte'
import { Choice } from './choice.svelte'
import { Connection, SERVER, type Venue } from './connection.svelte'
import { Match } from './match.svelte'
import { prefs } from './prefs.svelte'
import { play as sound } from './sound'
import { learn, speakerOf } from './words.svelte'

/** Why a line was closed for good, in words that are there. */
function closedFor(reason: string, seat: number | null): Fault {
  const code = `error.${reason}`
  return speakerOf('server').knows(code)
    ? { code, game: 'server', args: { seat } }
    : { code: 'line.closed', game: 'client' }
}

export class TableState {
  /** Why there is no table, if there is none. */
  gone = $state.raw<Fault | null>(null)
  /** Somebody else at this screen is asked: the seat that waits for its person. */
  handover = $state<number | null>(null)

  readonly connection: Connection
  readonly match: Match
  readonly choice: Choice

  private left = false
  private autoTold = false

  constructor(
    readonly id: string,
    private readonly venue: Venue = SERVER,
  ) {
    this.connection = new Connection(id, venue)
    this.match = new Match(id, venue.lasts)
    this.choice = new Choice(this.match, this.connection)
  }

  // -- coming and going ------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      const info = (this.match.info = await this.venue.table(this.id))
      await Promise.all([this.match.lay(info), learn(info.game)])
    } catch (error) {
      await this.lose(error)
      return
    }
    // Whoever has left meanwhile needs no line.
    if (!this.left) this.sit(this.match.mine[0] ?? null)
  }

  private async lose(error: unknown): Promise<void> {
    this.close()
    await learn()
    this.gone = failure(error)
  }

  /** Look through another of my seats, or from the hall. */
  sit(seat: number | null): void {
    this.match.sit(seat)
    this.handover = null
    this.choice.forget()
    this.autoTold = false
    this.connection.open(seat, {
      message: (message) => this.hear(message),
      closed: (reason) => {
        // A substitute has the seat now, or its owner is back: the match goes on without us, and can be watched.
        if (reason === 'not_your_seat' && this.match.info && seat !== null) this.sit(null)
        else this.gone = closedFor(reason, seat)
      },
    })
  }

  close(): void {
    this.left = true
    this.choice.close()
    this.connection.close()
    this.match.close()
  }

  // -- hearing ---------------------------------------------------------------------------------

  private hear(message: Message): void {
    switch (message.type) {
      case 'table':
        this.hearTable(message.table as TableInfo)
        break
      case 'talk':
        this.match.hearTalk(message.lines as TalkLine[])
        break
      case 'view':
        this.hearView(message)
        break
      default:
        this.choice.hear(message)
    }
  }

  private hearTable(info: TableInfo): void {
    const { match } = this
    match.hearTable(info, Date.now() + this.connection.offset)
    match.lay(info).catch((error: unknown) => this.lose(error))
    // Whoever takes a seat, or loses it, looks with other eyes.
    if (match.seat === null && match.mine.length) this.sit(match.mine[0]!)
    else if (match.seat !== null && !info.seats[match.seat]?.mine) this.sit(match.mine[0] ?? null)
    else this.followScreen()
  }

  /** Several of us at one screen: show the seat that is asked. */
  private followScreen(): void {
    const { info, seat, mine, active } = this.match
    if (!info || mine.length < 2 || info.state !== 'running') return
    if (seat !== null && active.includes(seat)) return
    const next = mine.find((one) => active.includes(one))
    if (next === undefined || next === seat) return
    // Where hands are secret, the screen is handed over first.
    if (infoOf(info.game)?.secrets ?? true) this.handover = next
    else this.sit(next)
  }

  private hearView(message: Extract<Message, { type: 'view' }>): void {
    const { match, choice, connection } = this
    const was = match.moment
    const another = was?.question !== message.question
    if (was && another) choice.forget()
    match.hearView(message)
    if (message.prompt && another) choice.thoughts.begin()
    choice.arrive('view')
    if (!this.autoTold && match.seat !== null && prefs.auto !== message.auto) {
      this.autoTold = true
      connection.send({ type: 'auto', on: prefs.auto })
    }
    this.followScreen()
    if (!was) {
      match.tones?.prepare()
      return
    }
    const heard = match.tones?.hear(match.news, message.view) ?? false
    if (message.prompt && !was.prompt) sound('turn')
    else if (match.news.length && !heard) sound('move')
  }
}
