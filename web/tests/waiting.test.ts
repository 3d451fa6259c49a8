import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What the server says, and what was asked; which sounds were made. */
let waiting = 0
let asked: string[] = []
const sounds: string[] = []
vi.mock('$lib/state/sound', () => ({ play: (name: string) => void sounds.push(name) }))
const { keepWatch, lookAround } = await import('$lib/state/waiting')

const MINUTE = 60_000
const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(MINUTE)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(new Response(JSON.stringify({ table: waiting ? 'other' : null, waiting }), { status: 200 }))
  })
  waiting = 0
  location.hash = ''
  document.title = 'Rules · Tutti'
  await lookAround()
  asked = []
  sounds.length = 0
})
afterEach(() => {
  location.hash = ''
  document.title = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a tab looks as soon as its person is known, then every minute, and its title has the number', async () => {
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => {}) // the page is that of other tests, too
  document.head.append(Object.assign(document.createElement('title'), { textContent: 'Rules · Tutti' }))
  let known = (): void => {}
  waiting = 1
  keepWatch(new Promise((done) => (known = done)))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toEqual([])
  known()
  await vi.advanceTimersByTimeAsync(10)
  expect(document.title).toBe('(1) Rules · Tutti')
  waiting = 3
  await later()
  expect(document.title).toBe('(3) Rules · Tutti')
  waiting = 0
  await later()
  expect(document.title).toBe('Rules · Tutti')
})

test('one more table sounds, one less does not, and nothing that was there already', async () => {
  waiting = 2
  await lookAround()
  expect(sounds).toEqual(['turn'])
  await lookAround()
  waiting = 1
  await lookAround()
  expect(sounds).toEqual(['turn'])
  waiting = 2
  await lookAround()
  expect(sounds).toEqual(['turn', 'turn'])
})

test('the table that is open here says it itself', async () => {
  location.hash = '#/table/abc'
  dispatchEvent(new HashChangeEvent('hashchange'))
  await lookAround()
  expect(asked.at(-1)).toContain('/me/next?after=abc')
})

test('while the line is down, what was known stands', async () => {
  waiting = 2
  await lookAround()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('down')))
  await lookAround()
  expect(document.title).toBe('(2) Rules · Tutti')
})
