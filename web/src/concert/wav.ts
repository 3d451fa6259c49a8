/** A concert as a file, played by the same ensemble without a loudspeaker:
 *  as it is heard, with its tempo and its mutes. */
import { Engine } from './engine'
import { fontBytes } from './ensemble'
import { schedule, type Muted } from './schedule'
import type { Timeline } from './timeline'

export const RATE = 44_100
/** The hall rings on. */
const ECHO = 2.5
/** Seconds of music between two breaths of the page. */
const BREATH = 1

export interface Wishes {
  tempo?: number
  muted?: Muted
  /** Without the hall: what is over is silent. */
  dry?: boolean
  rate?: number
  /** How far it has come, from 0 to 1. */
  tell?: (share: number) => void
}

/** All samples of both sides. */
export async function rendered(
  timeline: Timeline,
  { tempo = 1, muted, dry = false, rate = RATE, tell }: Wishes = {},
): Promise<[left: Float32Array, right: Float32Array]> {
  const { notes, desks, seconds } = schedule(timeline, tempo, muted)
  const engine = new Engine(await fontBytes(), rate, dry)
  engine.order({ type: 'play', notes, desks, zero: 0 }, 0)
  const length = Math.ceil((seconds + ECHO) * rate)
  const sides: [Float32Array, Float32Array] = [new Float32Array(length), new Float32Array(length)]
  for (let at = 0; at < length; at += BREATH * rate) {
    const [left, right] = sides.map((side) => side.subarray(at, at + BREATH * rate)) as typeof sides
    engine.render(left, right, at / rate)
    tell?.(Math.min(1, (at + BREATH * rate) / length))
    await new Promise((go) => setTimeout(go))
  }
  return sides
}

/** RIFF, 16 bits, as loud as it may be. */
export function wav([left, right]: readonly [Float32Array, Float32Array], rate = RATE): ArrayBuffer {
  let peak = 0.05
  for (const side of [left, right]) for (const sample of side) peak = Math.max(peak, Math.abs(sample))
  const bytes = left.length * 4
  const file = new DataView(new ArrayBuffer(44 + bytes))
  const text = (at: number, word: string): void =>
    [...word].forEach((sign, index) => file.setUint8(at + index, sign.charCodeAt(0)))
  text(0, 'RIFF')
  file.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 2, true)
  file.setUint32(24, rate, true)
  file.setUint32(28, rate * 4, true)
  file.setUint16(32, 4, true)
  file.setUint16(34, 16, true)
  text(36, 'data')
  file.setUint32(40, bytes, true)
  for (let at = 0; at < left.length; at++) {
    file.setInt16(44 + at * 4, Math.round((left[at]! / peak) * 32_000), true)
    file.setInt16(46 + at * 4, Math.round((right[at]! / peak) * 32_000), true)
  }
  return file.buffer
}
