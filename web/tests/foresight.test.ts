import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, test, vi } from 'vitest'
import type { PreviewMessage } from '$lib/generated/socket'
import { markOf } from '$lib/games/board'
import { patched } from '$lib/state/patch'
import { Previews, type Preview } from '$lib/state/previews.svelte'
import { see, seenOf } from '$lib/state/seen'
import { foretold, nothing, spoken } from '$lib/table/foreseen'
import Standing from '$lib/table/Standing.svelte'
import type { Fields } from '$lib/words/template'
import { expectAccessible, GAMES, MOMENTS, props, speakerOf } from './kit'
import { BO, BOT, furnish, line, ME, MOMENT, says, screenIs, shows, sit } from './room'

furnish()

const PREVIEW: Preview = {
  actions: ['take 1'],
  events: [],
  stop: 'turn',
  changes: null,
  majorities: [],
  numbers: {
    points: [
      [3, 1, 0],
      [5, 1, 0],
    ],
    scored: [
      [3, 1, 0],
      [5, 1, 0],
    ],
    cards: [
      [4, 2, 2],
      [8, 2, 3],
    ],
  },
  sources: {
    quartets: [
      [0, 0, 0],
      [2, 0, 0],
    ],
  },
  warnings: [{ code: 'breaks_set', rule: 'SO-035', args: { set: 'soloist', card: 5 } }],
  merits: [{ code: 'completes_set', rule: 'SO-035', args: { set: 'quartet', card: 7 } }],
}
const message = (key: string, more: Partial<Preview> = {}): PreviewMessage => ({
  type: 'preview',
  n: 1,
  key,
  ...PREVIEW,
  ...more,
})
const node = (): Element => document.createElement('button')

describe('previews', () => {
  const asking = () => {
    vi.useFakeTimers()
    const sent: string[] = []
    const previews = new Previews((action) => (sent.push(action), `key ${action}`))
    const look = (action: string, after = 100): void => {
      previews.look(action, 'hover', node())
      vi.advanceTimersByTime(after)
    }
    return { previews, sent, look }
  }

  test('are asked for once somebody has looked for a moment, and once for all', () => {
    const { previews, sent, look } = asking()
    look('take 1', 20)
    look('take 2', 20)
    look('take 3')
    expect(sent).toEqual(['take 3'])
    expect(previews.shown).toBeNull()
    previews.hear(message('key take 3'))
    expect(previews.shown).toMatchObject({ action: 'take 3', by: 'hover', preview: PREVIEW })
    previews.leave()
    expect(previews.shown).toBeNull()
    look('take 3', 0)
    expect(previews.shown).toMatchObject({ action: 'take 3' })
    expect(sent).toEqual(['take 3'])
  })

  test('that come after somebody looks elsewhere are kept and not shown', () => {
    const { previews, look } = asking()
    look('take 1')
    look('take 2')
    previews.hear(message('key take 1'))
    expect(previews.shown).toBeNull()
    expect(previews.of('take 1')).toEqual(PREVIEW)
  })

  test('are never many on their way: of what found no room only the last is asked for', () => {
    const { previews, sent, look } = asking()
    for (const number of [1, 2, 3, 4, 5]) look(`take ${number}`)
    expect(sent).toEqual(['take 1', 'take 2', 'take 3'])
    previews.hear(message('key take 2'))
    expect(sent.slice(3)).toEqual(['take 5'])
  })

  test('of an old question are forgotten, and what was on its way is nobody’s', () => {
    const { previews, look } = asking()
    look('take 1')
    previews.hear(message('key take 1'))
    look('take 2')
    previews.forget()
    expect([previews.shown, previews.of('take 1')]).toEqual([null, null])
    previews.hear(message('key take 2'))
    expect(previews.of('take 2')).toBeNull()
    look('take 3')
    previews.forget()
    expect(previews.refused('key take 3')).toBe(true)
  })

  test('that are refused are not asked for again for a while', () => {
    const { previews, sent, look } = asking()
    look('take 1')
    expect(previews.refused('key take 1')).toBe(true)
    expect(previews.refused('key of another order')).toBe(false)
    look('take 2')
    expect(sent).toEqual(['take 1'])
    vi.advanceTimersByTime(3000)
    look('take 2')
    expect(sent).toEqual(['take 1', 'take 2'])
  })

  test('can be waited for, but not for long', async () => {
    const { previews } = asking()
    const [quick, slow] = [previews.soon('take 1', 400), previews.soon('take 2', 400)]
    previews.hear(message('key take 1'))
    expect(await quick).toEqual(PREVIEW)
    vi.advanceTimersByTime(500)
    expect(await slow).toBeNull()
  })
})

describe('what a move would do', () => {
  const told = foretold(PREVIEW, speakerOf(MOMENT, 'en', 0), 0, true)

  test('is told in the words of the game, mine before that of others', () => {
    expect(told.warnings).toEqual([{ text: 'Breaks your soloist of 5 Owl', rule: 'SO-035' }])
    expect(told.merits).toEqual([{ text: 'Completes your quartet of 7 Penguin', rule: 'SO-035' }])
    expect(told.numbers.map(({ label, who, before, after }) => [label, who, before, after])).toEqual([
      ['Points', '', 3, 5],
      ['Cards collected', '', 4, 8],
      ['Cards collected', MOMENT.names[2], 2, 3],
    ])
    expect(told.sources.map(({ label, after }) => [label, after])).toEqual([['Quartets', 2]])
  })

  test('is read out with what to beware of first', () => {
    expect(spoken(told)).toMatch(
      /^Beware: Breaks your soloist of 5 Owl\. Completes .* Points from 3 to 5\..* Then others decide\.$/,
    )
  })

  test('holds no warnings without a coach', () => {
    expect(foretold(PREVIEW, speakerOf(MOMENT), 0, false).warnings).toEqual([])
  })

  test('counts points of now and of the end once if they change alike, else both', () => {
    const other = foretold(
      {
        ...PREVIEW,
        numbers: {
          ...PREVIEW.numbers,
          scored: [
            [3, 1, 0],
            [9, 1, 0],
          ],
        },
      },
      speakerOf(MOMENT),
      0,
      true,
    )
    expect(other.numbers.map(({ label, after }) => [label, after])).toContainEqual(['Points if scored now', 9])
  })

  test('says who takes the lead, and what that pays', () => {
    const one = {
      name: 'section',
      args: {},
      counts: [1, 2, 0],
      pays: [3, 7, 0],
      leaders: [1],
      margin: 1,
      exclusive: false,
    }
    const after = { ...one, counts: [3, 2, 0], pays: [7, 3, 0], leaders: [0], margin: 1 }
    const [lead] = foretold(
      {
        ...PREVIEW,
        majorities: [
          [one, after],
          [
            { ...one, leaders: [] },
            { ...one, leaders: [0, 1] },
          ],
        ],
      },
      speakerOf(MOMENT),
      0,
      true,
    ).majorities
    expect(lead).toMatchObject({
      before: `${MOMENT.names[1]} leads by 1`,
      after: `${MOMENT.names[0]} leads by 1`,
      pays: 4,
    })
  })

  test('leaves out majorities in which nothing changes but counts, and tells last of mere margins', () => {
    const one = {
      name: 'section',
      args: {},
      counts: [4, 4, 1],
      pays: [3, 3, 0],
      leaders: [0, 1],
      margin: 0,
      exclusive: false,
    }
    const low = { ...one, counts: [4, 4, 2] }
    const ahead = { ...one, counts: [5, 3, 0], leaders: [0], margin: 2 }
    const pairs: Preview['majorities'] = [
      [one, low],
      [ahead, { ...ahead, counts: [6, 3, 0], margin: 3 }],
      [one, { ...ahead, counts: [5, 4, 0], margin: 1 }],
    ]
    const found = foretold({ ...PREVIEW, majorities: pairs }, speakerOf(MOMENT), 0, true).majorities
    expect(found.map(({ after }) => after)).toEqual([`${MOMENT.names[0]} leads by 1`, `${MOMENT.names[0]} leads by 3`])
  })

  test('tells of others only the points in which all of theirs ends, and no points twice', () => {
    const numbers = {
      points: [
        [3, 1, 0],
        [5, 1, 2],
      ],
      scored: [
        [3, 4, 9],
        [5, 6, 11],
      ],
      cards: [
        [4, 2, 2],
        [8, 3, 3],
      ],
    } as Preview['numbers']
    const found = foretold(
      {
        ...PREVIEW,
        numbers,
        sources: {
          quartets: [
            [0, 0, 0],
            [2, 2, 2],
          ],
        },
      },
      speakerOf(MOMENT),
      0,
      true,
    )
    expect(found.numbers.map(({ label, who, after }) => [label, who, after])).toEqual([
      ['Points', '', 5],
      ['Cards collected', '', 8],
      ['Points if scored now', MOMENT.names[1], 6],
      ['Points', MOMENT.names[2], 2],
    ])
    expect(found.sources.map(({ who, after }) => [who, after])).toEqual([['', 2]])
  })

  test('is nothing where the match only goes on', () => {
    const empty = foretold(
      { ...PREVIEW, numbers: {}, sources: {}, warnings: [], merits: [] },
      speakerOf(MOMENT),
      0,
      true,
    )
    expect([nothing(empty, 'turn'), nothing(empty, 'chance'), nothing(told, 'turn')]).toEqual([true, false, false])
  })

  test('is a view with some values changed', () => {
    const view = { points: [1, 2], drawn: 5, hands: { '3': 1, 'a/b': 2 }, deck: [] }
    const steps: Fields[] = [
      { op: 'replace', path: '/points/1', value: 4 },
      { op: 'remove', path: '/hands/3' },
      { op: 'add', path: '/hands/7', value: 2 },
      { op: 'replace', path: '/hands/a~1b', value: 9 },
      { op: 'replace', path: '/drawn', value: null },
    ]
    const soon = patched(view, steps)
    expect(soon).toEqual({ points: [1, 4], drawn: null, hands: { '7': 2, 'a/b': 9 }, deck: [] })
    expect(view.points).toEqual([1, 2])
    expect(soon.deck).toBe(view.deck)
  })
})

describe('at the table', () => {
  const asks = { prompt: MOMENT.prompt, legal: ['draw', 'take 1'], question: 5 }
  const sent = (type: string) => line().sent.filter((one) => one['type'] === type)
  const choice = (action = 'take 1'): HTMLElement => document.querySelector(`.choices [data-action="${action}"]`)!
  const touch = async (at: Element): Promise<void> => {
    await fireEvent(at, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    await fireEvent(at, new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }))
    await fireEvent.click(at)
  }
  const answer = async (more: Partial<Preview> = {}): Promise<void> => {
    await waitFor(() => expect(sent('preview').length).toBe(1), { timeout: 30_000 })
    await says({ ...message(String(sent('preview')[0]!['key']), more) })
  }
  const begin = async (info: object = {}): Promise<void> => {
    await sit([ME, BO, BOT], info)
    await shows(asks)
  }

  test('the mouse shows what a choice would do, near it, and describes it', async () => {
    await begin()
    await fireEvent(choice(), new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    await answer()
    expect(sent('preview')[0]).toMatchObject({ question: 5, actions: ['take 1'], view: true })
    expect(document.querySelector('.foresight')?.textContent).toMatch(/Take conductor 1.*Breaks your soloist.*SO-035/s)
    expect(document.getElementById(choice().getAttribute('aria-describedby')!)?.textContent).toContain(
      'Beware: Breaks your soloist',
    )
    expect(document.querySelector('[data-told]')?.textContent).toBe('')
    await expectAccessible(document.body)
    await shows({ ...asks, question: 6 })
    expect(document.querySelector('.foresight')).toBeNull()
    expect(choice().hasAttribute('aria-describedby')).toBe(false)
  })

  test('a press that takes the focus from another move goes on looking at what it presses', async () => {
    await begin()
    choice('draw').focus()
    await fireEvent(choice(), new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    await answer()
    await waitFor(() => expect(document.querySelector('.foresight')).not.toBeNull())
    choice('draw').blur()
    await tick()
    expect(document.querySelector('.foresight')).not.toBeNull()
    await fireEvent(choice().closest('.middle')!, new PointerEvent('pointerleave', { pointerType: 'mouse' }))
    expect(document.querySelector('.foresight')).toBeNull()
  })

  test('a refusal of a preview says nothing', async () => {
    await begin()
    await fireEvent(choice(), new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    await waitFor(() => expect(sent('preview').length).toBe(1))
    await says({ type: 'refused', key: sent('preview')[0]!['key'], fault: { code: 'error.stale', game: 'server' } })
    expect(document.querySelector('.note')).toBeNull()
    expect(document.querySelector('.foresight')).toBeNull()
  })

  test('a finger on a move that is warned of waits for Confirm, which tells why', async () => {
    await begin()
    await touch(choice())
    await answer()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Breaks your soloist of 5 Owl'))
    expect(sent('play')).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(sent('play')).toMatchObject([{ actions: ['take 1'] }])
  })

  test('a key for a move that is warned of asks once, and makes it when it is pressed again', async () => {
    await begin()
    await fireEvent.keyDown(document.body, { key: '1' })
    await answer()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Breaks your soloist of 5 Owl'))
    await fireEvent.keyDown(document.body, { key: '1', repeat: true })
    expect(sent('play')).toEqual([])
    await fireEvent.keyDown(document.body, { key: '1' })
    expect(sent('play')).toMatchObject([{ actions: ['take 1'] }])
  })

  test('a finger on any other move makes it', async () => {
    await begin()
    await touch(choice())
    await answer({ warnings: [] })
    await waitFor(() => expect(sent('play')).toMatchObject([{ actions: ['take 1'] }]))
  })

  test('a finger does not wait for an answer that does not come', async () => {
    await begin()
    await touch(choice())
    expect(sent('play')).toEqual([])
    await waitFor(() => expect(sent('play')).toMatchObject([{ actions: ['take 1'] }]))
  })

  test('a finger that rests looks, and chooses nothing', async () => {
    await begin()
    await fireEvent(choice(), new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    await answer()
    await waitFor(() => expect(document.querySelector('.foresight')).not.toBeNull())
    await fireEvent.click(choice())
    expect(sent('play')).toEqual([])
  })

  test.each([[{ previews: false }], [{ coach: false }]])(
    'where it is switched off nobody is warned: %o',
    async (off) => {
      await begin(off)
      await touch(choice())
      expect(sent('play')).toMatchObject([{ actions: ['take 1'] }])
      expect(sent('preview').length).toBe('coach' in off ? 1 : 0)
    },
  )

  test('what others did since I acted is marked until I act', async () => {
    await begin()
    const placed = { event: 'placed', player: 1, conductor: 2, card: 5 }
    const fresh = (): (string | undefined)[] =>
      [...document.querySelectorAll<HTMLElement>('[data-fresh]')].map((one) => one.dataset['place'])
    const own = { event: 'placed', player: 0, conductor: 1, card: 5 }
    await shows({ ...asks, events: [own, placed], since: 1 })
    await waitFor(() => expect(fresh()).toEqual(['conductor 2']), { timeout: 30_000 })
    expect(document.querySelector('.since')?.nextElementSibling?.textContent).toContain('Bo placed')
    await shows({ keep: 2, question: 6, since: 2 })
    await waitFor(() => expect(fresh()).toEqual([]))
  })

  test('a line of the log and its place on the board point at one another', async () => {
    await begin()
    await shows({
      ...asks,
      events: [
        { event: 'placed', player: 1, conductor: 2, card: 5 },
        { event: 'placed', player: 1, conductor: 1, card: 6 },
      ],
      since: 2,
    })
    const lines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-line]')]
    const place = (): HTMLElement => document.querySelector('[data-place="conductor 2"]')!
    await waitFor(() => expect(place()).not.toBeNull(), { timeout: 30_000 })
    await fireEvent.pointerEnter(lines()[0]!)
    expect(place().hasAttribute('data-lit')).toBe(true)
    await fireEvent.pointerLeave(lines()[0]!)
    expect(place().hasAttribute('data-lit')).toBe(false)
    await fireEvent(place(), new PointerEvent('pointerover', { bubbles: true }))
    await tick()
    expect(lines().map((one) => one.classList.contains('lit'))).toEqual([true, false])
    const log = screen.getByRole('region', { name: 'Log' })
    Element.prototype.scrollIntoView ??= () => {}
    log.focus()
    await fireEvent.keyDown(log, { key: 'ArrowUp' })
    await fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(lines()[0])
    expect(place().hasAttribute('data-lit')).toBe(true)
  })

  test('the log stays at its end whatever grows or shrinks around it, until somebody scrolls up', async () => {
    await begin()
    const log = screen.getByRole('region', { name: 'Log' })
    const size = { scrollHeight: 1000, clientHeight: 300 }
    for (const name of ['scrollHeight', 'clientHeight'] as const)
      vi.spyOn(log, name, 'get').mockImplementation(() => size[name])
    const scrolls = async (top: number): Promise<void> => {
      log.scrollTop = top
      await fireEvent.scroll(log)
    }
    const goes = vi
      .spyOn(log, 'scrollTo')
      .mockImplementation((to) => void scrolls((to as ScrollToOptions).top! - size.clientHeight))
    let lines = 0
    /** Whether the list follows when the next line comes. */
    const follows = async (): Promise<boolean> => {
      goes.mockClear()
      await shows({
        keep: lines,
        events: [{ event: 'placed', player: 1, conductor: 2, card: 5 }],
        question: 10 + lines++,
      })
      await new Promise(requestAnimationFrame)
      return goes.mock.calls.length > 0
    }
    await scrolls(700)
    expect(await follows()).toBe(true)
    size.clientHeight = 200
    await scrolls(700) // the standings unfold
    expect(await follows()).toBe(true)
    size.scrollHeight = 1400
    await scrolls(650) // lines wrap anew, and the browser keeps them where they were
    expect(await follows()).toBe(true)
    await scrolls(1200)
    await scrolls(1100)
    expect(await follows()).toBe(false)
    await scrolls(1190)
    expect(await follows()).toBe(true)
  })

  test('whoever comes back is told what happened meanwhile, once', async () => {
    const events = [
      { event: 'placed', player: 0, conductor: 1, card: 5 },
      { event: 'placed', player: 1, conductor: 2, card: 5 },
      { event: 'ended', player: 1 },
    ]
    see('abc', 0, 1, Date.now() - 3_600_000)
    await sit([ME, BO, BOT], {}, { events, since: 1 })
    const region = (): Element | null => document.querySelector('.catch-up')
    expect(screen.getByRole('status').textContent).toBe('Since you left: 2 things have happened')
    expect([...region()!.querySelectorAll('li')].length).toBe(2)
    await expectAccessible(region()!)
    // By keys, too, a line points at its place on the board.
    const lit = (): boolean => document.querySelector('[data-place="conductor 2"]')!.hasAttribute('data-lit')
    const scroll = region()!.querySelector<HTMLElement>('[role="region"]')!
    await waitFor(() => expect(document.querySelector('[data-place="conductor 2"]')).not.toBeNull(), {
      timeout: 30_000,
    })
    scroll.focus()
    await fireEvent.keyDown(scroll, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(region()!.querySelector('li'))
    await waitFor(() => expect(lit()).toBe(true))
    await fireEvent.click(screen.getByRole('button', { name: 'I have read it' }))
    expect(region()).toBeNull()
    expect(seenOf('abc', 0)?.count).toBe(3)
  })

  test('whoever comes back to a page that stayed open is told as well', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const turn = (away: boolean): Promise<boolean> => (
      hidden.mockReturnValue(away),
      fireEvent(document, new Event('visibilitychange'))
    )
    const now = vi.spyOn(Date, 'now')
    const ended = { event: 'ended', player: 1 }
    await sit([ME, BO, BOT], {}, { events: [ended], since: 0 })
    await turn(true)
    await shows({ keep: 1, events: [ended, ended], since: 0, question: 2 })
    expect(document.querySelector('.catch-up')).toBeNull()
    now.mockReturnValue(Date.now() + 3_600_000)
    await turn(false)
    expect(document.querySelectorAll('.catch-up li').length).toBe(2)
  })

  test('whoever comes back sees which moves a stand-in made for them, also on another device', async () => {
    const events = [
      { event: 'ended', player: 0 },
      { event: 'placed', player: 0, conductor: 1, card: 5 },
      { event: 'ended', player: 1 },
    ]
    await sit([ME, BO, BOT], {}, { events, since: 1, stood: [1] })
    const told = [...document.querySelectorAll('.catch-up li')].map((one) =>
      one.textContent?.includes('by the bot, for you'),
    )
    expect(told).toEqual([true, false])
    await fireEvent.click(screen.getByRole('button', { name: 'I have read it' }))
    await shows({ keep: 3, events: [{ event: 'ended', player: 1 }], since: 1, question: 2 })
    expect(document.querySelector('.catch-up')).toBeNull() // once
  })

  test.each([
    ['was hardly away', 3, 1000],
    ['has seen it all', 4, 3_600_000],
  ])('whoever %s is told nothing', async (_, count, ago) => {
    see('abc', 0, Number(count), Date.now() - Number(ago))
    await sit([ME, BO, BOT], {}, { events: Array(4).fill({ event: 'ended', player: 1 }), since: 0 })
    expect(document.querySelector('.catch-up')).toBeNull()
  })

  test('a hint tells how good its moves are beside one another, why, and how it may go on', async () => {
    await begin()
    await fireEvent.click(screen.getByRole('button', { name: 'Hint' }))
    const move = (action: string, chance: number, more: object = {}) => ({
      action,
      chance,
      points: 10 * chance,
      visits: 9,
      error: 0.02,
      points_error: 0.1,
      equal: false,
      reasons: [],
      ...more,
    })
    const reasons = [{ code: 'completes_set', rule: 'SO-035', args: { set: 'quartet', card: 7 } }]
    const candidates = [
      move('take 1', 0.4, { equal: true, reasons }),
      move('draw', 0.39, { equal: true }),
      move('take 2', 0.2),
      move('take 3', 0.1),
    ]
    await says({
      type: 'hint',
      key: sent('hint')[0]!['key'],
      bot: 'maestro',
      iterations: 9,
      fair: 1 / 3,
      line: [
        [0, 'take 1'],
        [1, 'draw'],
      ],
      candidates,
    })
    const told = [...document.querySelectorAll('.thought > ol > li .words')].map((one) =>
      one.textContent?.replace(/\s+/g, ' ').trim(),
    )
    expect(told).toEqual([
      'Take conductor 1 equally good 40 ± 2 % to win (a fair share is 33 %) Completes your quartet of 7 Penguin',
      'Draw a card equally good 39 ± 2 % to win',
      'Take conductor 2 20 ± 2 % to win · 20 % and 2 points behind the best',
    ])
    expect([...document.querySelectorAll('.thought .line li')].map((one) => one.textContent)).toEqual([
      'Ada: Take conductor 1',
      'Bo: Draw a card',
    ])
  })

  test('a hint to a single move claims nothing', async () => {
    await begin()
    await shows({ ...asks, legal: ['draw'] })
    await fireEvent.click(screen.getByRole('button', { name: 'Hint' }))
    const only = {
      action: 'draw',
      chance: 0,
      points: 0,
      visits: 4,
      error: 0,
      points_error: 0,
      equal: true,
      reasons: [],
    }
    await says({
      type: 'hint',
      key: sent('hint')[0]!['key'],
      bot: 'maestro',
      iterations: 0,
      fair: 1 / 3,
      line: [],
      candidates: [only],
    })
    expect(document.querySelector('.thought')?.textContent?.trim()).toBe('This is your only move: Draw a card.')
    expect(document.body.textContent).not.toMatch(/0 %|continuations/)
  })

  test('moves that do the same are told once, and marked all', async () => {
    await begin()
    await shows({ ...asks, legal: ['draw', 'take 1', 'take 2'] })
    await fireEvent.click(screen.getByRole('button', { name: 'Hint' }))
    const one = {
      action: 'take 1',
      chance: 0.4,
      points: 4,
      visits: 9,
      error: 0.02,
      points_error: 0.1,
      equal: true,
      same: ['take 2'],
      reasons: [],
    }
    await says({
      type: 'hint',
      key: sent('hint')[0]!['key'],
      bot: 'maestro',
      iterations: 9,
      line: [],
      candidates: [one],
    })
    const told = [...document.querySelectorAll('.thought > ol > li .words')].map((each) =>
      each.textContent?.replace(/\s+/g, ' ').trim(),
    )
    expect(told).toEqual(['Take conductor 1 equally good 40 ± 2 % to win Exactly the same: Take conductor 2'])
    expect(
      ['take 1', 'take 2', 'draw'].map(
        (action) => document.querySelector(`[data-action="${action}"] .hint`)?.textContent,
      ),
    ).toEqual(['equally good, 40 % to win', 'equally good, 40 % to win', undefined])
  })

  test.each([[false], [true]])('everybody sees how it stands (small screen: %s)', async (small) => {
    screenIs(small)
    await begin()
    const standing = {
      points: [3, 1, 0],
      scored: [9, 4, 0],
      sources: [{ soloists: 3, quartets: 6 }, { soloists: 4 }, {}],
      open: [false, true, false],
      majorities: [],
    }
    await shows({ ...asks, standing })
    await fireEvent.click(
      small
        ? screen.getByRole('tab', { name: 'Standing' })
        : screen.getByRole('button', { name: /Standing.*3.*9.*1.*4\+/s }),
    )
    const rows = [...document.querySelectorAll('.standing tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent?.trim()),
    )
    expect(rows.slice(1)).toEqual([
      ['Points now', '3', '1', '0'],
      ['Soloists', '3', '4', '0'],
      ['Quartets', '6', '0', '0'],
      ['If scored now', '9', '4+?', '0'],
    ])
    await expectAccessible(document.body)
  })
})

test('majorities tell who leads by how much, and what each of them pays', () => {
  const majority = {
    name: 'nothing',
    args: {},
    counts: [2, 2, 1],
    pays: [5, 5, 0],
    leaders: [0, 1],
    margin: 0,
    exclusive: false,
  }
  render(Standing, {
    standing: {
      points: [0, 0, 0],
      scored: [5, 5, 0],
      sources: [{}, {}, {}],
      open: [false, false, false],
      majorities: [majority, { ...majority, counts: [3, 1, 0], pays: [9, 0, 0], leaders: [0], margin: 2 }],
    },
    speaker: speakerOf(MOMENT),
    names: MOMENT.names,
    me: 0,
  })
  const rows = [...document.querySelectorAll('.majorities tr')].slice(1)
  expect(rows.map((row) => row.querySelector('.lead')?.textContent)).toEqual([
    `${MOMENT.names[0]} and ${MOMENT.names[1]} level`,
    `${MOMENT.names[0]} leads by 2`,
  ])
  expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
    ['2+5, pays 5 points', '2+5, pays 5 points', '1'],
    ['3+9, pays 9 points', '1', '0'],
  ])
})

test('what one player scores alone has no leader, in the standing and in a preview', () => {
  const area = {
    name: 'nothing',
    args: {},
    counts: [1, 3, 0],
    pays: [1, 0, 0],
    leaders: [],
    margin: 0,
    exclusive: true,
  }
  render(Standing, {
    standing: {
      points: [0, 0, 0],
      scored: [1, 0, 0],
      sources: [{}, {}, {}],
      open: [false, false, false],
      majorities: [area, { ...area, counts: [0, 0, 0], pays: [0, 0, 0] }],
    },
    speaker: speakerOf(MOMENT),
    names: MOMENT.names,
    me: 0,
  })
  expect(document.querySelector('.majorities')).toBeNull()
  const [head, ...rows] = [...document.querySelectorAll('.alone tr')]
  expect(head?.textContent).toBe('Scored by one player each')
  expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
    ['1+1, pays 1 point', '3', '0'],
  ])
  expect(document.querySelector('.lead, .free, .alone .best')).toBeNull()
  const [told] = foretold(
    { ...PREVIEW, majorities: [[{ ...area, pays: [0, 0, 0] }, area]] },
    speakerOf(MOMENT),
    0,
    true,
  ).majorities
  expect(told).toMatchObject({ before: 'nobody', after: `${MOMENT.names[0]} would score it`, pays: 1 })
})

test('moves that a hint cannot tell apart have one rank and are said to be equally good', () => {
  const hint = (action: string, chance: number, equal = false) => ({ action, chance, equal, visits: 1, points: 0 })
  const hints = [hint('draw', 0.34), hint('take 1', 0.33, true), hint('take 2', 0.2)]
  expect(hints.map(({ action }) => markOf(hints, action)?.words)).toEqual([
    'equally good, 34 % to win',
    'equally good, 33 % to win',
    '3. choice, 20 % to win',
  ])
  expect(markOf(hints, 'take 3')).toBeNull()
  const alike = [hint('draw', 0.34), hint('take 1', 0.202), hint('take 2', 0.2), { ...hint('take 3', 0.2), points: 1 }]
  expect(alike.map(({ action }) => markOf(alike, action)?.rank)).toEqual([1, 2, 2, 4])
  expect(markOf(hints.slice(2), 'take 2')?.said).toBe('Hint 1: 20 % to win')
})

test.each([...GAMES])('the places that events of %s touch are those of its tables', async (name, game) => {
  const kind = (place: string): string => place.split(' ')[0]!
  const [touched, found] = [new Set<string>(), new Set<string>()]
  const wants = MOMENTS.filter((one) => one.game === name).map((moment) => ({
    moment,
    wanted: new Set(moment.events.flatMap((event) => game.places(event))),
  }))
  // Those that touch most come first: few tables have to be drawn until every kind of place was seen.
  wants.sort((a, b) => b.wanted.size - a.wanted.size)
  for (const { moment, wanted } of wants) {
    for (const place of wanted) touched.add(kind(place))
    if ([...wanted].every((place) => found.has(kind(place)))) continue
    const { container, unmount } = render((await game.shown(false)).default, props(moment, game.box))
    for (const at of container.querySelectorAll<HTMLElement>('[data-place]'))
      if (wanted.has(at.dataset['place']!)) found.add(kind(at.dataset['place']!))
    unmount()
  }
  const kinds = {
    symphonimo: ['conductor', 'deck', 'set'],
    symphony: ['note', 'seat'],
    orchestra: ['card', 'chair', 'column', 'spot'],
  }[name]!
  expect([...touched]).toEqual(expect.arrayContaining([...kinds, 'player']))
  expect([...touched].filter((one) => !found.has(one))).toEqual([])
})
