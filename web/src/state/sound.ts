/** Small sounds, made on the spot: no files, nothing to load. */
import { prefs } from './prefs.svelte'

type Name = 'turn' | 'move' | 'place' | 'begin' | 'end' | 'talk'

/** Notes as [start in seconds, frequency, length, loudness]. */
const TUNES: Record<Name, [number, number, number, number][]> = {
  turn: [
    [0, 659.3, 0.35, 0.16],
    [0.12, 880, 0.5, 0.16],
  ],
  move: [[0, 196, 0.09, 0.08]],
  place: [[0, 293.7, 0.12, 0.1]],
  begin: [
    [0, 440, 0.9, 0.12],
    [0.15, 554.4, 0.9, 0.1],
    [0.3, 659.3, 1.1, 0.1],
  ],
  end: [
    [0, 523.3, 0.5, 0.12],
    [0.18, 659.3, 0.5, 0.12],
    [0.36, 784, 0.5, 0.12],
    [0.54, 1046.5, 1.2, 0.14],
  ],
  talk: [[0, 1174.7, 0.12, 0.07]],
}

let context: AudioContext | null = null

/** Play a sound, if sounds are wanted. Browsers allow it once somebody has clicked. */
export function play(name: Name): void {
  if (!prefs.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  void context.resume()
  const now = context.currentTime
  for (const [start, pitch, length, loud] of TUNES[name]) pluck(context, now + start, pitch, length, loud)
}

/** A struck bar: a soft fundamental and a short overtone. */
function pluck(ctx: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  for (const [ratio, share, shorter] of [
    [1, 1, 1],
    [3.98, 0.25, 0.3],
  ] as const) {
    const tone = ctx.createOscillator()
    const gain = ctx.createGain()
    tone.frequency.value = pitch * ratio
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(loud * share, at + 0.006)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length * shorter)
    tone.connect(gain).connect(ctx.destination)
    tone.start(at)
    tone.stop(at + length)
  }
}
