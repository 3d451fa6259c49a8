/** The piece in my hand: which one, over which chair, and what letting it go means.
 *  Where it may lie the engine has said. */
import { inRow } from '$lib/games/board'
import type { Prompt } from '$lib/games/module'
import type { Areas } from '$lib/generated/games/orchestra'
import type { Box, Shape } from '../../components'
import { covered } from '../../view'
import { aims, attempt, family, type Lines } from './geometry'

export interface Asked {
  prompt: Prompt<Shape> | null
  legal: readonly string[]
  box: Box
  /** The move that waits for its confirmation. */
  picked: string | null
}

/** A piece over the hall. */
export interface Held {
  piece: string
  shape: Lines
  at: string
  chairs: string[]
  area: string
  /** Whether it may lie there. */
  fits: boolean
  cost: number | null
  /** What is played when it is let go, in a row. */
  move: string
}

export const WCU = 'wcu'

export class Hand {
  private taken = $state('')
  /** The chair under the pointer, the finger or the cursor. */
  over = $state('')
  /** A finger has let go: the piece lies there and waits for Confirm. */
  waits = $state(false)
  /** It is being dragged: what it would do is told on the way. */
  carried = $state(false)

  constructor(private readonly asked: () => Asked) {}

  private readonly step = $derived.by(() => {
    const { prompt } = this.asked()
    return prompt?.step === 'place_piece' || prompt?.step === 'piece_at' ? prompt : null
  })
  /** Whether a piece is asked for. */
  get active(): boolean {
    return this.step !== null
  }
  /** Whether the piece is chosen already and only its place is asked for. */
  get chosen(): boolean {
    return this.step?.step === 'piece_at'
  }

  readonly piece: string = $derived.by(() => {
    const { legal } = this.asked()
    if (this.step?.step === 'piece_at') return this.step.args.piece
    if (this.step === null) return ''
    if (this.taken && legal.includes(moveOf(this.taken))) return this.taken
    const only = legal.filter((one) => one !== 'skip')
    return only.length === 1 ? nameOf(only[0]!, Object.keys(this.step.args.places)) : ''
  })
  readonly shape: Lines = $derived.by(() => this.asked().box.pieces[this.piece]?.shape ?? [])
  /** The corners at which it may lie. */
  readonly anchors: readonly string[] = $derived.by(() => {
    if (this.step?.step === 'piece_at')
      return this.asked().legal.flatMap((one) => (one.startsWith('at ') ? [one.slice(3)] : []))
    const at = this.step?.args.places[this.piece]?.at
    return at ? at.split(' ') : []
  })
  readonly aims: ReadonlyMap<string, string> = $derived(
    this.shape.length ? aims(this.shape, this.anchors) : new Map<string, string>(),
  )
  private readonly costs: Areas | undefined = $derived(
    this.step?.step === 'piece_at' ? this.step.args.costs : this.step?.args.places[this.piece]?.costs,
  )

  /** The chosen piece over a chair. */
  held(seat: string): Held | null {
    const { box } = this.asked()
    const { piece, shape } = this
    if (!seat || !shape.length) return null
    const aim = this.aims.get(seat)
    const at = aim ?? attempt(shape, seat, box.map)
    const chairs = covered(shape, at)
    const area = box.areaOf(chairs[0] ?? '')
    return {
      piece,
      shape,
      at,
      chairs,
      area,
      fits: aim !== undefined,
      cost: this.costs?.[area as keyof Areas] ?? null,
      move: this.chosen ? `at ${at}` : inRow(moveOf(piece), `at ${at}`),
    }
  }

  /** What is drawn: the piece that waits for its confirmation, else the one under the pointer. */
  readonly shown: Held | null = $derived.by(() => {
    const waiting = /(?:^|, )at (\w+)$/.exec(this.asked().picked ?? '')?.[1]
    const seat = waiting ? [...this.aims].find(([, at]) => at === waiting)?.[0] : this.over
    return this.held(seat ?? this.over)
  })

  take(piece: string): void {
    this.taken = this.taken === piece ? '' : piece
    this.waits = false
  }

  putBack(): void {
    this.taken = ''
    this.waits = this.carried = false
  }

  /** The pieces that this one can become by turning, with those that are left and may lie somewhere. */
  readonly turns: readonly string[] = $derived.by(() => {
    const { box, legal } = this.asked()
    return this.piece && this.piece !== WCU && !this.chosen
      ? family(box.pieces, this.piece).filter((one) => legal.includes(moveOf(one)))
      : []
  })

  /** Turn it: take the next piece of the supply that has this shape. False if there is none. */
  turn(by = 1): boolean {
    const at = this.turns.indexOf(this.piece)
    if (this.turns.length < 2 || at < 0) return false
    this.taken = this.turns[(at + by + this.turns.length) % this.turns.length]!
    return true
  }
}

export const moveOf = (piece: string): string => (piece === WCU ? WCU : `piece ${piece.toLowerCase()}`)
const nameOf = (action: string, pieces: readonly string[]): string =>
  pieces.find((one) => moveOf(one) === action) ?? action
