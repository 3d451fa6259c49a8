/** A concert: when what sounds, who is muted, and that the players do it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desks } from '$lib/concert/desks'
import { Engine, type Order } from '$lib/concert/engine'
import { Silent } from '$lib/concert/ensemble'
import { Player, type Band } from '$lib/concert/player.svelte'
import {
  channels,
  clock,
  DRUMS,
  from,
  NOTHING,
  pace,
  passage,
  schedule,
  sounding,
  type Muted,
} from '$lib/concert/schedule'
import type { Timeline } from '$lib/concert/timeline'
import { wav } from '$lib/concert/wav'
import { barsOf, cursorIn, rowsOf } from '$lib/games/symphony/concert/layout'
import moves from '$lib/games/symphony/words'
import { find } from './kit'

const part = (
  id: string,
  player: number | null,
  program: number,
  drum: number | null = null,
): Timeline['parts'][number] => ({ id, seat: id, part: 1, card: id, player, program, drum, name: '' })
const tone = (
  part: number,
  voice: number,
  bar: number,
  start: number,
  end: number,
  key: number,
  player: number | null,
): Timeline['tones'][number] => ({
  at: start * 2,
  length: (end - start) * 2,
  start,
  end,
  key,
  velocity: 90,
  part,
  voice,
  bar,
  note: `${voice}.${bar}.1`,
  player,
  kind: player === null ? 'held' : 'disc',
})
/** Two bars of two seconds, with a piano, a triangle, a flute and strings. */
const PIECE: Timeline = {
  title: '',
  bars: 2,
  seconds: 4,
  tempo: [{ at: 0, bpm: 120 }],
  formats: [],
  passages: [
    { bar: 1, start: 0, end: 2, mark: '' },
    { bar: 2, start: 2, end: 4, mark: '' },
  ],
  parts: [part('35', 0, 0), part('31', 1, 0, 81), part('21', 1, 73), part('', null, 48)],
  tones: [
    tone(0, 1, 1, 0.25, 0.75, 64, 0),
    tone(1, 2, 1, 0.5, 1, 60, 1),
    tone(2, 1, 2, 2, 3, 72, 1),
    tone(3, 3, 2, 2.5, 4, 48, null),
  ],
}
const silent = (what: Partial<Muted>): Muted => ({ ...NOTHING, ...what })

describe('when what sounds', () => {
  test('at the written tempo and at others', () => {
    expect(schedule(PIECE).notes.map(({ on, off }) => [on, off])).toEqual([
      [0.25, 0.75],
      [0.5, 1],
      [2, 3],
      [2.5, 4],
    ])
    const slow = schedule(PIECE, 0.5)
    expect(slow.notes.map(({ on }) => on)).toEqual([0.5, 1, 4, 5])
    expect(slow.seconds).toBe(8)
  })

  test('each part has its channel, and what has no pitch the one of the drums with its own key', () => {
    expect(schedule(PIECE).notes.map(({ channel, key }) => [channel, key])).toEqual([
      [0, 64],
      [DRUMS, 81],
      [1, 72],
      [2, 48],
    ])
    const many = channels(Array.from({ length: 40 }, (_, at) => part(String(at), 0, 0)))
    expect(new Set(many).size).toBe(40)
    expect(many.filter((channel) => channel % 16 === DRUMS)).toEqual([])
  })

  test.each([
    ['a player', { players: new Set([1]) }, [0, 3]],
    ['a Voice', { voices: new Set([1]) }, [1, 3]],
    ['an instrument', { parts: new Set([2]) }, [0, 1, 3]],
    ['what is held', { company: true }, [0, 1, 2]],
  ])('without %s', (_, muted, left) => {
    expect(schedule(PIECE, 1, silent(muted)).notes.map(({ id }) => id)).toEqual(left)
  })

  test('from the middle on, with what sounds there unless it is all but over', () => {
    const { notes } = schedule(PIECE)
    expect(from(notes, 0.7).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(from(notes, 2.6).map(({ id }) => id)).toEqual([2, 3])
  })

  test('where the cursor is, what is lit, how quick it is', () => {
    expect(passage(PIECE, 0)).toEqual({ index: 0, bar: 1, share: 0 })
    expect(passage(PIECE, 3)).toEqual({ index: 1, bar: 2, share: 0.5 })
    expect(passage(PIECE, 99)).toEqual({ index: 1, bar: 2, share: 1 })
    expect(sounding(PIECE, 2.75).map((one) => one.note)).toEqual(['1.2.1', '3.2.1'])
    expect(sounding(PIECE, 2.75, silent({ company: true })).map((one) => one.note)).toEqual(['1.2.1'])
    const faster = {
      ...PIECE,
      tempo: [
        { at: 0, bpm: 60 },
        { at: 2, bpm: 90 },
      ],
    }
    expect([0, 1.9, 2.1].map((moment) => pace(faster, moment))).toEqual([60, 60, 90])
    expect([0, 59.99, 65].map(clock)).toEqual(['0:00', '0:59', '1:05'])
  })

  test('parts of one instrument are one desk; those who have nothing to play have none', () => {
    const bowed = {
      ...PIECE,
      parts: [...PIECE.parts, { ...PIECE.parts[2]!, id: '21p', program: 45 }, part('99', 1, 0)],
      tones: [...PIECE.tones, tone(4, 1, 2, 3, 4, 70, 1)],
    }
    expect(desks(bowed, 1)).toEqual([
      { key: '31/31/1', card: '31', part: 0, parts: [1] },
      { key: '21/21/1', card: '21', part: 0, parts: [2, 4] },
    ])
    expect(desks(bowed, null).map((desk) => desk.parts)).toEqual([[3]])
  })
})

/** Somebody who takes notes instead of playing them, at a clock that the test turns. */
class Listener implements Band {
  now = 10
  delay = 0
  volume = -1
  closed = false
  orders: Order[] = []
  order(order: Order): void {
    this.orders.push(order)
  }
  wake(): Promise<boolean> {
    return Promise.resolve(true)
  }
  close(): void {
    this.closed = true
  }
  /** The ids that were wanted last, and when the concert began for them. */
  get last(): { ids: number[]; zero: number } | null {
    const order = this.orders.at(-1)
    return order?.type === 'play' ? { ids: order.notes.map(({ id }) => id), zero: order.zero } : null
  }
}

describe('a performance', () => {
  let frame: FrameRequestCallback = () => {}
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => ((frame = next), 1))
    vi.stubGlobal('cancelAnimationFrame', () => (frame = () => {}))
  })
  afterEach(() => vi.unstubAllGlobals())
  const on = (band: Listener, seconds: number): void => {
    band.now += seconds
    frame(0)
  }
  async function begun(): Promise<[Player, Listener]> {
    const band = new Listener()
    const player = new Player(PIECE, () => Promise.resolve(band))
    await player.play()
    // The first tone has a little time to reach the players.
    band.now += 0.1
    return [player, band]
  }

  test('goes on with the clock of the players, and ends by itself', async () => {
    const [player, band] = await begun()
    expect(band.last).toEqual({ ids: [0, 1, 2, 3], zero: expect.closeTo(10.1) as number })
    expect(band.volume).toBe(0.8)
    on(band, 2.75)
    expect(player.position).toBeCloseTo(2.75)
    expect(player.at.bar).toBe(2)
    expect(player.tones.map((one) => one.note)).toEqual(['1.2.1', '3.2.1'])
    on(band, 2)
    expect([player.state, player.position]).toEqual(['still', 0])
    expect(band.orders.at(-1)).toEqual({ type: 'stop' })
  })

  test('is paused where it is, and goes on from there', async () => {
    const [player, band] = await begun()
    on(band, 0.6)
    player.pause()
    expect(band.orders.at(-1)).toEqual({ type: 'stop' })
    band.now += 100
    await player.play()
    expect(player.position).toBeCloseTo(0.6)
    expect(band.last).toEqual({ ids: [0, 1, 2, 3], zero: expect.closeTo(band.now + 0.1 - 0.6) as number })
  })

  test('a mute is obeyed at once, and nothing else stops', async () => {
    const [player, band] = await begun()
    on(band, 0.3)
    const before = band.orders.length
    player.mute(() => player.voices.add(1))
    expect(band.last?.ids).toEqual([1, 3])
    player.mute(() => player.voices.delete(1))
    expect(band.last?.ids).toEqual([0, 1, 2, 3])
    expect(band.orders.slice(before).map((order) => order.type)).toEqual(['play', 'play'])
  })

  test('elsewhere, bar by bar, and at another tempo', async () => {
    const [player, band] = await begun()
    player.seek(1.5)
    expect(band.orders.at(-2)).toEqual({ type: 'stop' })
    expect(band.last?.ids).toEqual([2, 3])
    player.step(1)
    expect(player.position).toBe(2)
    player.step(-1)
    expect(player.position).toBe(0)
    band.now += 0.1
    on(band, 1)
    player.pace(2)
    on(band, 0.5)
    expect(player.position).toBeCloseTo(2)
  })

  test('without an ensemble it goes on, and says why it is silent', async () => {
    const player = new Player(PIECE, () => Promise.reject(new Silent('unsupported')))
    await player.play()
    expect([player.state, player.silence]).toEqual(['playing', 'unsupported'])
    const [start] = [player.position]
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1500)
    frame(0)
    expect(player.position).toBeGreaterThan(start + 1)
    player.close()
    vi.restoreAllMocks()
  })

  test('whoever leaves while the instruments are fetched hears nothing', async () => {
    const band = new Listener()
    const player = new Player(PIECE, () => Promise.resolve(band))
    const going = player.play()
    player.close()
    await going
    expect(band.last).toBe(null)
    expect(player.state).toBe('still')
  })
})

describe('the players', () => {
  const bytes = readFileSync(join(import.meta.dirname, '..', 'src', 'concert', 'ensemble.sf2'))
  const font = (): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const RATE = 22_050
  function played(timeline: Timeline, muted?: Muted, seconds = timeline.seconds): Float32Array {
    const engine = new Engine(font(), RATE, true)
    const { notes, desks } = schedule(timeline, 1, muted)
    engine.order({ type: 'play', notes, desks, zero: 0 }, 0)
    const [left, right] = [new Float32Array(seconds * RATE), new Float32Array(seconds * RATE)]
    engine.render(left, right, 0)
    return left.map((sample, at) => sample + right[at]!)
  }
  const first = (samples: Float32Array): number => samples.findIndex((sample) => Math.abs(sample) > 1e-5) / RATE
  const loud = (samples: Float32Array, from: number, to: number): number =>
    Math.sqrt(samples.slice(from * RATE, to * RATE).reduce((sum, one) => sum + one * one, 0) / ((to - from) * RATE))

  test.each(PIECE.tones.map((one, at) => [at, one.start] as const))('tone %i begins at %f seconds', (at, start) => {
    // A block of samples is 6 ms; strings need some more until they are heard.
    const heard = first(played({ ...PIECE, tones: [PIECE.tones[at]!] }))
    expect(heard).toBeGreaterThan(start - 0.006)
    expect(heard).toBeLessThan(start + 0.03)
  })

  test('parts beyond the sixteenth channel sound as they should', () => {
    const parts = Array.from({ length: 24 }, (_, at) => part(String(at), 0, 0))
    const samples = played(
      { ...PIECE, parts: [...parts, part('flute', 0, 73)], tones: [tone(24, 1, 1, 0.5, 1.5, 76, 0)] },
      undefined,
      2,
    )
    expect(first(samples)).toBeGreaterThan(0.49)
    expect(first(samples)).toBeLessThan(0.53)
    // A drum would be over long before.
    expect(loud(samples, 1.2, 1.4)).toBeGreaterThan(0.001)
  })

  test('who is muted is not heard, and what is over ends', () => {
    const all = played(PIECE)
    expect(loud(all, 2.2, 2.4)).toBeGreaterThan(0.001)
    const some = played(PIECE, silent({ players: new Set([1]) }))
    expect(loud(some, 0.3, 0.7)).toBeGreaterThan(0.001)
    expect(loud(some, 2.2, 2.4)).toBeLessThan(loud(all, 2.2, 2.4) / 30)
  })

  test('a new order ends what is not in it, and does not begin anew what sounds', () => {
    const engine = new Engine(font(), RATE, true)
    const { notes, desks } = schedule({ ...PIECE, tones: [tone(2, 1, 1, 0, 3, 72, 1), tone(3, 3, 1, 0, 3, 48, null)] })
    const render = (now: number, seconds: number): Float32Array => {
      const [left, right] = [new Float32Array(seconds * RATE), new Float32Array(seconds * RATE)]
      engine.render(left, right, now)
      return left
    }
    engine.order({ type: 'play', notes, desks, zero: 0 }, 0)
    render(0, 1)
    engine.order({ type: 'play', notes: notes.slice(1), desks, zero: 0 }, 1)
    render(1, 0.5)
    expect(loud(render(1.5, 0.5), 0, 0.5)).toBeGreaterThan(0.0005)
    engine.order({ type: 'stop' }, 2)
    render(2, 1)
    expect(loud(render(3, 0.2), 0, 0.2)).toBeLessThan(1e-4)
  })

  test('a single note is struck when it is due', () => {
    const engine = new Engine(font(), RATE, true)
    engine.order({ type: 'strike', after: 0.2, program: 0, drum: null, key: 64, velocity: 90, seconds: 0.3 }, 0)
    const [left, right] = [new Float32Array(RATE), new Float32Array(RATE)]
    engine.render(left, right, 0)
    expect(first(left)).toBeGreaterThan(0.19)
    expect(first(left)).toBeLessThan(0.23)
  })

  test('as a file', () => {
    const file = new DataView(wav([new Float32Array([0, 0.5]), new Float32Array([-0.5, 0])], 8000))
    expect(file.byteLength).toBe(52)
    expect(file.getUint32(24, true)).toBe(8000)
    expect([44, 46, 48, 50].map((at) => file.getInt16(at, true))).toEqual([0, -32_000, 32_000, 0])
  })
})

describe('the score of Symphony', () => {
  const view = find('symphony', 'over', 4).view
  const bars = barsOf(view.score, PIECE)

  test('every note has its place, and none covers its neighbour', () => {
    expect(bars.flatMap((bar) => bar.notes.map((note) => note.at)).sort()).toEqual(
      view.score.map((note) => note.at).sort(),
    )
    for (const bar of bars) {
      for (const voice of [1, 2, 3]) {
        const across = bar.notes.filter((note) => note.voice === voice).map((note) => note.x)
        for (const [at, x] of across.entries()) if (at) expect(x - across[at - 1]!).toBeGreaterThan(2)
      }
      expect(Math.max(...bar.notes.map((note) => note.x))).toBeLessThan(bar.width)
    }
  })

  test('the cursor goes from left to right and meets the notes when they sound', () => {
    for (const bar of bars) {
      const way = Array.from({ length: 21 }, (_, at) => cursorIn(bar, at / 20))
      expect(way.slice().sort((a, b) => a - b)).toEqual(way)
    }
    // 1.1.1 begins an eighth into its bar.
    expect(cursorIn(bars[0]!, 0.125)).toBeCloseTo(bars[0]!.notes.find((note) => note.at === '1.1.1')!.x)
  })

  test('all bars in a row where there is room, a sheet in a row on a telephone', () => {
    expect(rowsOf(bars, 1400).map((row) => row.bars.length)).toEqual([9])
    expect(rowsOf(bars, 366).map((row) => row.bars.length)).toEqual([3, 3, 3])
    for (const row of rowsOf(bars, 366))
      expect((row.bars.at(-1)!.left + row.bars.at(-1)!.width) * row.across).toBeLessThan(366)
  })

  test('what is placed sounds as its instrument plays it, and nothing else does', () => {
    const note = view.score.find((one) => one.note === 'q6b') ?? view.score[0]!
    const [seat, taken] = Object.entries(view.orchestra).find(([, one]) => one)!
    const keys = [1, 2, 3].map((voice) => [0, 2, 4, 5, 7, 9, 11].map((step) => 36 + 12 * voice + step))
    const sounds = { [taken!.card]: { program: 40, drum: null, keys } }
    const placed = {
      event: 'placed',
      card: taken!.card,
      disc: 0,
      instrument: seat,
      note: note.at,
      overwrites: false,
      player: 0,
      points: 1,
      virtuosity: 0,
    } as const
    const height = Number(note.note.charAt(1))
    const key =
      keys[Number(note.at.charAt(0)) - 1]![height - 1]! +
      (note.note.endsWith('b') ? -1 : note.note.endsWith('#') ? 1 : 0)
    expect(moves.tones(placed, view, sounds)).toEqual([expect.objectContaining({ program: 40, drum: null, key })])
    const [black] = moves.tones({ ...placed, disc: 'black' }, view, sounds)
    expect(black!.velocity).toBeLessThan(moves.tones(placed, view, sounds)[0]!.velocity)
    expect(moves.tones({ event: 'baton', player: 0 }, view, sounds)).toEqual([])
    expect(moves.tones(placed, view, {})).toEqual([])
  })
})
