/** A learner's line to a lesson: it looks like a table's, but all that lasts is the row of moves on this side. */
import { api, failure, type Fault, type LessonMoment } from '$lib/net/api'
import type { Listener, Message, Unkeyed } from '$lib/net/socket'
import { prefs } from '$lib/state/prefs.svelte'

/** What the lesson itself is told. */
export interface Learner {
  /** The lesson as it is now. */
  moment(moment: LessonMoment): void
  /** A move that the rules would take and the lesson does not. */
  amiss(fault: Fault): void
}

/** Sentences of lessons have catalogues of their own. */
export const wordsOf = (game: string): string => `lessons_${game}`

type View = Extract<Message, { type: 'view' }>

export class LessonLine {
  private keys = 0
  /** Every view is another question: after a step back the same one is open again. */
  private questions = 0
  private over = false

  constructor(
    private readonly game: string,
    private readonly scene: string,
    private now: LessonMoment,
    private readonly listener: Listener,
    private readonly learner: Learner,
  ) {
    // Whoever asks for the line must have it before anything is heard on it.
    queueMicrotask(() => {
      if (this.over) return
      listener.line('open', '')
      this.show(now)
    })
  }

  send(order: Unkeyed): string {
    const key = String((this.keys += 1))
    void this.carryOut(order, key)
    return key
  }

  close(): void {
    this.over = true
  }

  /** Go on after these moves: a step back, or the beginning. */
  async goTo(moves: readonly string[]): Promise<void> {
    this.show(await api.lesson(this.game, this.scene, moves))
  }

  private async carryOut(order: Unkeyed, key: string): Promise<void> {
    const { moves } = this.now
    try {
      if (order.type === 'play') {
        let moment = this.now
        for (const action of order.actions ?? []) {
          moment = await api.lesson(this.game, this.scene, [...moment.moves, action])
          if (moment.refused) return this.refuse(key, moment.refused)
          if (moment.done || moment.missed) break
        }
        this.show(moment)
        this.tell({ type: 'done', n: 0, key })
      } else if (order.type === 'undo') await this.goTo(moves.slice(0, -1))
      else if (order.type === 'preview')
        this.tell({
          ...(await api.lessonPreview(this.game, this.scene, {
            moves,
            actions: order.actions,
            view: order.view ?? false,
          })),
          key,
        })
      else if (order.type === 'why')
        this.tell({
          type: 'why',
          n: 0,
          key,
          ...(await api.lessonWhy(this.game, this.scene, { moves, action: order.action })),
        } as Message)
    } catch (error) {
      this.refuse(key, failure(error))
    }
  }

  private refuse(key: string, fault: Fault): void {
    if (this.over) return
    if (!fault.game?.startsWith(wordsOf(''))) {
      this.tell({ type: 'refused', n: 0, key, fault } as Message)
      return
    }
    // The lesson says why, in its own place; the table only has to know that the move is not on its way any more.
    this.learner.amiss(fault)
    this.tell({ type: 'why', n: 0, key, fault: null })
  }

  private tell(message: Message): void {
    if (!this.over) this.listener.message(message)
  }

  private show(moment: LessonMoment): void {
    if (this.over) return
    const before = this.questions ? this.now : null
    const goesOn = before !== null && before.moves.every((move, at) => moment.moves[at] === move)
    this.now = moment
    const keep = goesOn ? before.events.length : 0
    const question = (this.questions += 1)
    this.learner.moment(moment)
    this.tell({
      type: 'view',
      n: 0,
      ...moment.core,
      auto: prefs.auto,
      question,
      keep,
      events: moment.events.slice(keep),
      since: moment.since,
    } as View)
  }
}
