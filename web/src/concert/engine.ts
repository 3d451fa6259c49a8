/** The players: a synthesiser that is told which notes come, and renders block after block.
 *
 *  It runs in an audio worklet, where there is neither a page nor a clock but the count of the samples. */
import { MIDIControllers, SoundBankLoader, SpessaSynthProcessor } from 'spessasynth_core'
import { DRUMS, type Desk, type Note } from './schedule'

/** How the page and the players talk. Times are those of the audio context. */
export type Order =
  /** Play these: `zero` is when the concert has begun, or would have. What sounds and is not among them ends. */
  | { type: 'play'; notes: Note[]; desks: Desk[]; zero: number }
  /** Be silent. */
  | { type: 'stop' }
  /** One note, so many seconds from now. */
  | {
      type: 'strike'
      after: number
      program: number
      drum: number | null
      key: number
      velocity: number
      seconds: number
    }

type Strike = Extract<Order, { type: 'strike' }>

/** Single notes take turns: at a table they are struck, at a concert all else is played, and no page does both. */
const STRUCK = [0, 1, 2, 3, 4, 5, 6, 7]
const BLOCK = 128
/** More than any ensemble has parts. */
const CHANNELS = 128

export class Engine {
  private readonly synth: SpessaSynthProcessor
  private waiting: Note[] = []
  private readonly sounding = new Map<number, Note>()
  private strikesToCome: { at: number; strike: Strike }[] = []
  private struck: { channel: number; key: number; off: number }[] = []
  private strikes = 0
  private zero = 0

  /** `dry`: without the echo of a hall. */
  constructor(
    font: ArrayBuffer,
    private readonly rate: number,
    dry = false,
  ) {
    this.synth = new SpessaSynthProcessor(rate, { eventsEnabled: false, effectsEnabled: !dry, maxBufferSize: BLOCK })
    this.synth.soundBankManager.addSoundBank(SoundBankLoader.fromArrayBuffer(font), 'ensemble')
    // A new channel is one for drums, and mute, until all are reset.
    while (this.synth.midiChannels.length < CHANNELS) this.synth.createMIDIChannel()
    this.synth.reset()
  }

  order(order: Order, now: number): void {
    if (order.type === 'strike') this.strikesToCome.push({ at: now + order.after, strike: order })
    else if (order.type === 'stop') this.stop()
    else {
      for (const { channel, program, pan } of order.desks) {
        this.synth.programChange(channel, program)
        this.synth.controllerChange(channel, MIDIControllers.pan, pan)
      }
      this.zero = order.zero
      const wanted = new Map(order.notes.map((note) => [note.id, note]))
      for (const [id, note] of this.sounding) {
        const still = wanted.get(id)
        if (still) this.sounding.set(id, still)
        else this.end(id, note)
      }
      this.waiting = order.notes.filter((note) => !this.sounding.has(note.id))
    }
  }

  /** Render what sounds from a moment on. */
  render(left: Float32Array, right: Float32Array, now: number): void {
    for (let at = 0; at < left.length; at += BLOCK) {
      const count = Math.min(BLOCK, left.length - at)
      this.cue(now + (at + count / 2) / this.rate)
      this.synth.process(left, right, at, count)
    }
  }

  /** Begin and end what is due. */
  private cue(now: number): void {
    const moment = now - this.zero
    for (const [id, note] of this.sounding) if (note.off <= moment) this.end(id, note)
    let due = 0
    for (let note = this.waiting[due]; note && note.on <= moment; note = this.waiting[++due]) {
      this.synth.noteOn(note.channel, note.key, note.velocity)
      this.sounding.set(note.id, note)
    }
    if (due) this.waiting = this.waiting.slice(due)
    this.strikesToCome = this.strikesToCome.filter(({ at, strike }) => {
      if (at > now) return true
      this.strike(strike, now)
      return false
    })
    this.struck = this.struck.filter(({ channel, key, off }) => {
      if (off > now) return true
      this.synth.noteOff(channel, key)
      return false
    })
  }

  private end(id: number, note: Note): void {
    this.sounding.delete(id)
    this.synth.noteOff(note.channel, note.key)
  }

  private strike({ program, drum, key, velocity, seconds }: Strike, now: number): void {
    const channel = drum === null ? STRUCK[this.strikes++ % STRUCK.length]! : DRUMS
    if (drum === null) this.synth.programChange(channel, program)
    this.synth.noteOn(channel, drum ?? key, velocity)
    this.struck.push({ channel, key: drum ?? key, off: now + seconds })
  }

  private stop(): void {
    this.waiting = []
    this.strikesToCome = []
    this.struck = []
    for (const [id, note] of this.sounding) this.end(id, note)
    this.synth.stopAllChannels()
  }
}
