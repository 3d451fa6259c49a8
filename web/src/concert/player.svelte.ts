/** A concert that can be played, paused and moved about in. Where there is no sound, it goes on without. */
import { SvelteSet } from 'svelte/reactivity'
import type { Order } from './engine'
import type { Ensemble, Silence } from './ensemble'
import { from, passage, schedule, sounding, type Muted } from './schedule'
import type { Timeline, Tone } from './timeline'

/** Between the order and the first tone: it has to reach the players. */
const LEAD = 0.1
/** So long we wait for a loudspeaker, in milliseconds. */
const PATIENCE = 2500

/** What takes orders and knows the time: the ensemble, or in a test somebody who takes notes. */
export type Band = Pick<Ensemble, 'now' | 'delay' | 'order' | 'wake' | 'close' | 'volume'>

/** Nobody plays, but the time goes on. */
class Nobody implements Band {
  readonly delay = 0
  volume = 0
  get now(): number {
    return performance.now() / 1000
  }
  order(_order: Order): void {}
  close(): void {}
  wake(): Promise<boolean> {
    return Promise.resolve(true)
  }
}

export class Player {
  state = $state<'still' | 'loading' | 'playing'>('still')
  /** Seconds at the written tempo. */
  position = $state(0)
  /** How many times as fast as it is written. */
  tempo = $state(1)
  volume = $state(0.8)
  /** Why nothing is heard; empty while something is, or might be. */
  silence = $state<Silence | 'blocked' | ''>('')
  readonly players = new SvelteSet<number>()
  readonly voices = new SvelteSet<number>()
  readonly parts = new SvelteSet<number>()
  company = $state(false)

  private band: Band | null = null
  private anchor = { at: 0, position: 0 }
  private frame = 0

  constructor(
    readonly timeline: Timeline,
    private readonly open: () => Promise<Band> = async () => (await import('./ensemble')).Ensemble.open(),
  ) {}

  readonly muted: Muted = $derived({
    players: new Set(this.players),
    voices: new Set(this.voices),
    parts: new Set(this.parts),
    company: this.company,
  })
  readonly at: { index: number; bar: number; share: number } = $derived.by(() => passage(this.timeline, this.position))
  /** What sounds now; nothing before it has begun. */
  readonly tones: readonly Tone[] = $derived.by(() =>
    this.state === 'playing' || this.position > 0 ? sounding(this.timeline, this.position, this.muted) : [],
  )

  async play(): Promise<void> {
    if (this.state !== 'still') return
    this.state = 'loading'
    const band = (this.band ??= await this.gather())
    if (this.state !== 'loading') return // somebody has left, or thought better of it
    if (this.position >= this.timeline.seconds) this.position = 0
    band.volume = this.volume
    this.state = 'playing'
    this.begin()
    this.follow()
  }

  pause(): void {
    if (this.state === 'playing') this.position = this.heardNow()
    this.halt()
  }

  stop(): void {
    this.halt()
    this.position = 0
  }

  toggle(): void {
    if (this.state === 'still') void this.play()
    else this.pause()
  }

  /** Go to a moment, in seconds at the written tempo. */
  seek(moment: number): void {
    this.position = Math.max(0, Math.min(this.timeline.seconds, moment))
    if (this.state !== 'playing') return
    this.band?.order({ type: 'stop' })
    this.begin()
  }

  /** To the beginning of the passage, or of the one before if it has hardly begun; and to the next one. */
  step(by: -1 | 1): void {
    const { passages } = this.timeline
    const { index } = this.at
    const late = this.position - (passages[index]?.start ?? 0) > 0.6
    const wanted = by > 0 ? passages[index + 1]?.start : passages[late ? index : index - 1]?.start
    this.seek(wanted ?? (by > 0 ? this.timeline.seconds : 0))
  }

  pace(tempo: number): void {
    if (this.state === 'playing') this.position = this.now()
    this.tempo = tempo
    if (this.state === 'playing') this.begin(0)
  }

  loudness(volume: number): void {
    this.volume = volume
    if (this.band) this.band.volume = volume
  }

  mute(change: () => void): void {
    change()
    if (this.state === 'playing') this.tell()
  }

  close(): void {
    this.halt()
    this.band?.close()
    this.band = null
  }

  private async gather(): Promise<Band> {
    try {
      const band = await this.open()
      const late = new Promise<boolean>((no) => setTimeout(no, PATIENCE, false))
      if (await Promise.race([band.wake(), late])) return band
      band.close()
      this.silence = 'blocked'
    } catch (error) {
      this.silence = (error as { why?: Silence }).why ?? 'unreachable'
    }
    return new Nobody()
  }

  /** From here on the clock of the band counts. */
  private begin(lead = LEAD): void {
    this.anchor = { at: this.band!.now + lead, position: this.position }
    this.tell()
  }

  /** What is played from now on; what sounds already goes on, if it may. */
  private tell(): void {
    const { notes, desks } = schedule(this.timeline, this.tempo, this.muted)
    const zero = this.anchor.at - this.anchor.position / this.tempo
    this.band!.order({ type: 'play', notes: from(notes, this.now() / this.tempo), desks, zero })
  }

  private now(): number {
    return Math.max(this.anchor.position, this.anchor.position + (this.band!.now - this.anchor.at) * this.tempo)
  }

  /** What is drawn is what has reached the ear. */
  private heardNow(): number {
    return Math.max(this.anchor.position, this.now() - this.band!.delay * this.tempo)
  }

  private follow = (): void => {
    if (this.state !== 'playing') return
    this.position = Math.min(this.timeline.seconds, this.heardNow())
    if (this.position >= this.timeline.seconds) this.stop()
    else this.frame = requestAnimationFrame(this.follow)
  }

  private halt(): void {
    cancelAnimationFrame(this.frame)
    this.band?.order({ type: 'stop' })
    this.state = 'still'
  }
}
