import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TableLine, type ConnectionState } from '$lib/net/socket'
import { Fake } from './kit'

let heard: string[] = []
let lines: ConnectionState[] = []
let line: TableLine
const last = (): Fake => Fake.all.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  Fake.all = []
  heard = []
  lines = []
  line = new TableLine(
    'ws://x',
    { message: (message) => heard.push(message.type), line: (state) => lines.push(state) },
    () => new Fake() as unknown as WebSocket,
  )
  last().says({ type: 'welcome', n: 1, now: 0, seat: 0, protocol: 1 })
})
afterEach(() => {
  line.close()
  vi.useRealTimers()
})

describe('a line to a table', () => {
  test('says when it is open, and hears in order', () => {
    last().says({ type: 'pong', n: 2, now: 0 })
    expect([lines, heard]).toEqual([
      ['connecting', 'open'],
      ['welcome', 'pong'],
    ])
    expect(last().sent).toEqual([])
  })

  test('asks for everything when a number is missing', () => {
    last().says({ type: 'pong', n: 4, now: 0 })
    expect(last().sent).toEqual([{ type: 'sync' }])
  })

  test('comes back after a break, and says so', () => {
    last().breaks(1012)
    expect(lines.at(-1)).toBe('lost')
    vi.advanceTimersByTime(1000)
    expect(Fake.all.length).toBe(2)
    last().says({ type: 'welcome', n: 1, now: 0, seat: 0, protocol: 1 })
    expect(lines.at(-1)).toBe('open')
  })

  test('tries again within a second, several times, and not ever more often', () => {
    const waits: number[] = []
    for (let i = 0; i < 3; i++) {
      const tries = Fake.all.length
      last().breaks(1006)
      let waited = 0
      for (; Fake.all.length === tries; waited++) vi.advanceTimersByTime(1)
      waits.push(waited)
    }
    const [first, second, third] = waits as [number, number, number]
    expect(first).toBeGreaterThanOrEqual(70)
    expect(first + second + third).toBeLessThan(1000)
    expect(third).toBeGreaterThan(first)
  })

  test('waits longer and longer while nobody answers', () => {
    for (let i = 0; i < 5; i++) {
      last().breaks(1006)
      vi.advanceTimersByTime(20_000)
    }
    const tries = Fake.all.length
    last().breaks(1006)
    vi.advanceTimersByTime(2000)
    expect(Fake.all.length).toBe(tries)
  })

  const welcome = (): void => last().says({ type: 'welcome', n: 1, now: 0, seat: 0, protocol: 1 })

  test('waits longer and longer for a server that greets and drops it', () => {
    for (let i = 0; i < 7; i++) {
      welcome()
      last().breaks(1011)
      vi.advanceTimersByTime(20_000)
    }
    const tries = Fake.all.length
    welcome()
    last().breaks(1011)
    vi.advanceTimersByTime(5000)
    expect(Fake.all.length).toBe(tries)
  })

  test.each([
    ['has held for a while', () => vi.advanceTimersByTime(10_000)],
    ['has answered an order', () => last().says({ type: 'done', n: 2, key: line.send({ type: 'propose' }) })],
  ])('comes back at once to a server that %s', (_, prove) => {
    for (let i = 0; i < 6; i++) {
      last().breaks(1006)
      vi.advanceTimersByTime(20_000)
    }
    welcome()
    prove()
    const tries = Fake.all.length
    last().breaks(1006)
    vi.advanceTimersByTime(1000)
    expect(Fake.all.length).toBe(tries + 1)
  })

  test('sends an order again, with the same key, until it is answered', () => {
    const key = line.send({ type: 'play', question: 3, action: 'draw' })
    const first = last()
    first.breaks(1006)
    vi.advanceTimersByTime(1000)
    last().says({ type: 'welcome', n: 1, now: 0, seat: 0, protocol: 1 })
    expect(last().sent).toEqual(first.sent)
    last().says({ type: 'done', n: 2, key, repeated: true })
    expect(line.unanswered).toBe(0)
  })

  test('gives up when the table is not for us', () => {
    last().breaks(4403, 'no_spectators')
    vi.advanceTimersByTime(60_000)
    expect([Fake.all.length, lines.at(-1)]).toEqual([1, 'closed'])
  })

  test('asks a silent line whether it is there, and leaves it if not', () => {
    vi.advanceTimersByTime(21_000)
    expect(last().sent).toEqual([{ type: 'ping' }])
    vi.advanceTimersByTime(9000)
    expect(lines.at(-1)).toBe('lost')
  })
})
