/** A lesson on the page: a table that a scene plays, and what is told beside it. */
import { api, Refused, type Fault, type LessonMoment } from '$lib/net/api'
import { play as sound } from '$lib/state/sound'
import { TableState } from '$lib/state/table.svelte'
import { attempt } from '$lib/state/notes.svelte'
import { noteLearned } from './learned.svelte'
import { LessonLine } from './line'

export class LessonState {
  moment = $state.raw<LessonMoment | null>(null)
  /** Why the last move was not taken, until another is made. */
  amiss = $state.raw<Fault | null>(null)
  hinted = $state(false)
  /** The lesson after this one; empty after the last. */
  next = $state('')
  readonly table: TableState

  private line: LessonLine | null = null

  constructor(
    readonly game: string,
    readonly scene: string,
  ) {
    this.table = new TableState(`${game}/${scene}`, {
      table: async () => {
        const scenes = (await api.lessons()).find((one) => one.game === game)?.scenes ?? []
        if (!scenes.includes(scene)) throw new Refused({ code: 'error.no_such_lesson', game: 'server', args: {} }, 404)
        this.next = scenes[scenes.indexOf(scene) + 1] ?? ''
        this.moment = await api.lesson(game, scene, [])
        return this.moment.table
      },
      line: (_id, _seat, listener) =>
        (this.line = new LessonLine(game, scene, this.moment!, listener, {
          moment: (now) => this.show(now),
          amiss: (fault) => this.miss(fault),
        })),
      lasts: false,
    })
  }

  /** Whether there is nothing to be played now. */
  get still(): boolean {
    return this.moment !== null && (this.moment.done || this.moment.missed)
  }

  back = (): void => this.goTo(this.moment?.moves.slice(0, -1) ?? [])
  again = (): void => this.goTo([])

  private goTo(moves: readonly string[]): void {
    void attempt(async () => this.line?.goTo(moves))
  }

  private show(moment: LessonMoment): void {
    const before = this.moment
    if (before && before.said !== moment.said) this.hinted = false
    this.moment = moment
    this.amiss = null
    if (moment.done) noteLearned(this.game, this.scene)
    if (moment.done && !before?.done) sound('end')
  }

  private miss(fault: Fault): void {
    this.amiss = fault
  }
}
