/** The open question: what is looked at, what is chosen, and how it is sent. */
import type { Candidate, HintMessage } from '$lib/generated/socket'
import { HINTED, oneByOne } from '$lib/games/board'
import type { AnyShape } from '$lib/games/module'
import { Thoughts, type Better } from '$lib/coach/thoughts.svelte'
import type { Fault } from '$lib/net/api'
import type { Message } from '$lib/net/socket'
import type { Connection } from './connection.svelte'
import type { Match } from './match.svelte'
import { refuse } from './notes.svelte'
import { patched } from './patch'
import { Previews, type Foreseen } from './previews.svelte'
import { prefs } from './prefs.svelte'
import { play as sound } from './sound'

/** So long a finger or a key waits for what is to be said before a move; longer would be felt. */
const PATIENCE = 400
/** And so long a move waits for whoever has a coach. */
const COACHED = 1500

export class Choice {
  /** A move that waits for its confirmation. */
  picked = $state<string | null>(null)
  /** The list of choices leaves what the board shows to the board. */
  unlisted = $state(false)
  /** A move that is on its way. */
  sending = $state(false)
  hint = $state.raw<HintMessage | null>(null)
  thinking = $state(false)

  readonly previews = new Previews((action) => this.askPreview(action))
  readonly thoughts = new Thoughts(() => this.askQuietly())
  /** Whether moves are made with a finger, which cannot look at them first. */
  finger = false

  /** The keys of orders that have no answer yet: the last move, and the hint that was asked for. */
  private sent = ''
  private hinting = ''
  private readonly arrived = new Set<'done' | 'view'>()

  constructor(
    private readonly match: Match,
    private readonly connection: Connection,
  ) {}

  /** What a hint says: a few moves, the best first. Where there is a single move, there is nothing to compare. */
  readonly hints: readonly Candidate[] = $derived.by(() =>
    (this.match.moment?.legal.length ?? 0) > 1 ? (this.hint?.candidates.slice(0, HINTED) ?? []) : [],
  )
  /** The move that is looked at, or that a finger chose and that waits. */
  readonly foreseen: Foreseen | null = $derived.by(() => {
    const { picked, previews } = this
    const known = picked !== null && this.match.game?.brief ? previews.of(picked) : null
    return previews.shown ?? (known && { action: picked!, by: 'hold', at: document.body, preview: known })
  })
  /** The view after the move that is looked at. */
  readonly ghost: AnyShape['view'] | null = $derived.by(() => {
    const changes = this.foreseen?.preview.changes
    return changes && this.match.moment ? patched(this.match.moment.view, changes) : null
  })

  /** Another question, or other eyes: nothing of the old one holds. */
  forget(): void {
    this.previews.forget()
    this.thoughts.forget()
    this.picked = null
    this.hint = null
    this.thinking = false
    this.sending = false
  }

  close(): void {
    this.previews.forget()
    this.thoughts.forget()
  }

  // -- hearing ---------------------------------------------------------------------------------

  /** What is answered to an order. */
  hear(message: Message): void {
    switch (message.type) {
      case 'done':
        if (message.key === this.sent) this.arrive('done')
        break
      case 'refused':
        if (this.previews.refused(message.key)) break
        if (this.thoughts.refused(message.key) && message.key !== this.hinting) break
        this.answered(message.key)
        refuse(message.fault as Fault, this.match.names, this.match.seat)
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
        this.answered(message.key)
        if (message.fault) refuse(message.fault as Fault, this.match.names, this.match.seat)
    }
  }

  private answered(key: string): void {
    if (key === this.sent) this.sending = false
    if (key === this.hinting) this.thinking = false
  }

  /** A move is over when it is done and its view is here, in whichever order:
   *  until then the old choices are not offered. */
  arrive(what: 'done' | 'view'): void {
    this.arrived.add(what)
    if (this.arrived.size === 2) this.sending = false
  }

  // -- choosing --------------------------------------------------------------------------------

  /** A move was chosen: send it, or let it wait for a second click; if it is not legal, ask why.
   *  A weighty one waits for its own confirmation: a double click must not send it.
   *  Whoever chose unseen, by a finger or a key, could not look at it first: where it is warned of, it waits, too,
   *  and so it does for whoever has a coach. */
  choose = (action: string, unseen = this.finger): void => {
    const { moment } = this.match
    if (!moment || this.sending) return
    const [first = ''] = oneByOne(action)
    if (moment.legal.includes(first)) this.decide(action, unseen)
    else this.why(first)
  }

  private decide(action: string, unseen: boolean): void {
    const { match } = this
    if (!match.moment) return
    if (match.warning(action) || (prefs.confirm && this.picked !== action)) {
      this.picked = action
      return
    }
    // A finger on the picture shows what the move would do; it is made by the second touch, or by Confirm.
    if (
      unseen &&
      this.finger &&
      match.foresees &&
      this.picked !== action &&
      match.game?.brief &&
      match.game.onBoard(action)
    ) {
      this.picked = action
      this.previews.ask(action)
      return
    }
    if ((unseen || match.coached) && match.coach && this.picked !== action)
      void this.mind(action, match.moment.question)
    else this.play(action)
  }

  /** A move that is warned of waits for its confirmation. */
  private async mind(action: string, question: number): Promise<void> {
    const preview = await this.previews.soon(action, this.match.coached ? COACHED : PATIENCE)
    if (this.match.moment?.question !== question || this.sending) return
    if (preview?.warnings.length || this.better(action)) this.picked = action
    else this.play(action)
  }

  /** What the coach is certain would be clearly better than this move. */
  better(action: string): Better | null {
    return this.match.coached ? this.thoughts.better(oneByOne(action)[0] ?? '') : null
  }

  /** Send the move that waits for it. */
  confirm = (): void => {
    if (this.picked !== null) this.play(this.picked)
  }

  cancel = (): void => {
    this.picked = null
  }

  // -- sending ---------------------------------------------------------------------------------

  private play(row: string): void {
    const { moment } = this.match
    if (!moment || !this.connection.there) return
    this.sending = true
    this.arrived.clear()
    this.picked = null
    this.hint = null
    this.sent = this.connection.send({ type: 'play', question: moment.question, actions: oneByOne(row) })
    sound('place')
  }

  undo = (): void => {
    const { moment } = this.match
    if (moment) this.connection.send({ type: 'undo', question: moment.question })
  }

  why = (action: string): void => void this.connection.send({ type: 'why', action })

  // -- asking ----------------------------------------------------------------------------------

  askHint = (): void => {
    const { moment } = this.match
    if (!moment || !this.connection.there) return
    this.thoughts.wanted()
    this.hint = this.thoughts.hint
    if (this.hint) return
    this.thinking = true
    this.hinting = this.thoughts.key || this.connection.send({ type: 'hint', question: moment.question })
  }

  /** Ask for a hint that is not shown; only where nobody else waits for the bots, and there is a choice. */
  private askQuietly(): string {
    const { match, connection } = this
    if (
      !match.moment?.prompt ||
      !connection.there ||
      !match.coached ||
      !match.alone ||
      !match.info?.hints ||
      this.sending
    )
      return ''
    if (match.moment.legal.length < 2) return ''
    return connection.send({ type: 'hint', question: match.moment.question })
  }

  /** Ask what a legal move would do. */
  private askPreview(action: string): string | null {
    const { match, connection } = this
    const { moment } = match
    const actions = oneByOne(action) as [string, ...string[]]
    if (!moment?.prompt || !connection.there || this.sending || !match.foresees || connection.line !== 'open')
      return null
    if (!moment.legal.includes(actions[0])) return null
    return connection.send({
      type: 'preview',
      question: moment.question,
      actions,
      view: match.game?.drawsGhost ?? false,
    })
  }
}
