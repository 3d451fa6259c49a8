import { fireEvent, screen, waitFor as waitForIt } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { looked } from '$lib/coach/advice'
import { Thoughts } from '$lib/coach/thoughts.svelte'
import type { Candidate, HintMessage } from '$lib/generated/socket'
import { prefer, prefs } from '$lib/state/prefs.svelte'
import { Speaker } from '$lib/words/speaker'
import { expectAccessible, library } from './kit'
import { BOT, BO, furnish, line, ME, MOMENT, question, said, says, screenIs, shows, sit } from './room'

furnish()
/** The first time, its part of the client has to be loaded. */
const waitFor = <T>(check: () => T): Promise<T> => waitForIt(check, { timeout: 30_000 })
beforeEach(() => prefer({ coach: true, confirm: false }))

const LEGAL = ['draw', 'take 1', 'take 2']
const ASKED = { prompt: MOMENT.prompt, legal: LEGAL }
const orders = (type: string): Record<string, unknown>[] => line().sent.filter((one) => one['type'] === type)
const panel = (): HTMLElement | null => document.querySelector('.coach')
const choice = (action: string): Element => document.querySelector(`[data-action="${action}"]`)!
const nothing = {
  events: [],
  stop: 'turn',
  changes: null,
  majorities: [],
  numbers: {},
  sources: {},
  warnings: [],
  merits: [],
}
const BREAKS = { code: 'breaks_set', rule: 'SO-035', args: { set: 'quartet', card: 5 } }

/** Answer every preview that has been asked for; `take 1` breaks a quartet, and some moves have merits. */
async function foresee(merits: Readonly<Record<string, object[]>> = {}): Promise<void> {
  const done = new Set<unknown>()
  for (let more = true; more;) {
    const open = orders('preview').filter((one) => !done.has(one['key']))
    more = open.length > 0
    for (const one of open) {
      done.add(one['key'])
      const [action] = one['actions'] as string[]
      await says({
        type: 'preview',
        key: one['key'],
        ...nothing,
        actions: [action],
        warnings: action === 'take 1' ? [BREAKS] : [],
        merits: merits[action!] ?? [],
      })
    }
  }
}

async function coached(seats = [ME, BOT]): Promise<void> {
  await sit(seats, {}, ASKED)
  await waitFor(() => expect(panel()).not.toBeNull())
}

describe('a coach', () => {
  test('says what the question means, what to look at and what to beware of', async () => {
    await coached()
    const words = library['en']!
    await waitFor(() => expect(panel()!.textContent).toContain(words['coach_symphonimo']!['coach.turn']))
    expect(panel()!.textContent).toContain(words['symphonimo']!['step.turn.help'])
    await foresee()
    expect(panel()!.textContent).toContain('Beware')
    expect(panel()!.textContent).toMatch(/Take conductor 1:\s+breaks your quartet/)
    await expectAccessible(panel()!)
  })

  test('does not recommend a move that it warns of', async () => {
    await coached()
    const merit = (card: number): object => ({ code: 'completes_set', rule: 'SO-035', args: { set: 'quartet', card } })
    await foresee({ 'take 1': [merit(7)], 'take 2': [merit(9)] })
    const lists = [...panel()!.querySelectorAll('ul')].map((list) =>
      [...list.querySelectorAll('b')].map((one) => one.textContent),
    )
    expect(lists).toEqual([['Take conductor 1:'], ['Take conductor 2:']])
  })

  test('speaks of a black disc where one is played, and of tokens that are there', () => {
    const tells = new Speaker(library, 'coach_symphony')
    const said = library['en']!['coach_symphony']!
    const place = (disc: string | number) => ({ step: 'place', rule: 'SY-096', args: { disc, instrument: 'A1' } })
    expect(looked(tells, place(0), ['note 1.1.1'])).toBe(said['coach.place'])
    expect(looked(tells, place('black'), ['note 1.1.1'])).toBe(said['when.place.disc.black'])
    const pentagon = { step: 'pentagon', rule: 'SY-063', args: {} }
    expect(looked(tells, pentagon, ['take clef', 'take eclectic'])).toBe(said['coach.pentagon'])
    expect(looked(tells, pentagon, ['take prolonged', 'take clef'])).toBe(
      `${said['coach.pentagon']} ${said['offered.pentagon.take prolonged']}`,
    )
  })

  test('is heard once for a kind of question, not with every one', async () => {
    await coached()
    const live = panel()!.querySelectorAll('[aria-live]')
    expect(live.length).toBe(1)
    let changes = 0
    new MutationObserver((found) => (changes += found.length)).observe(live[0]!, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    await waitFor(() => expect(live[0]!.textContent).toContain('collection'))
    await Promise.resolve()
    changes = 0
    await shows({ ...ASKED, question: 2 })
    await tick()
    expect(changes).toBe(0)
  })

  test('holds back a move that is warned of, also from the mouse, and lets it go with the second click', async () => {
    await coached()
    await foresee()
    await fireEvent.click(choice('take 1'))
    await waitFor(() =>
      expect(document.querySelector('[data-waiting="take 1"]')?.textContent).toContain('Breaks your quartet'),
    )
    expect(orders('play')).toEqual([])
    await fireEvent.click(choice('take 1'))
    expect(orders('play')).toMatchObject([{ actions: ['take 1'] }])
  })

  test('lets every other move go', async () => {
    await coached()
    await foresee()
    await fireEvent.click(choice('take 2'))
    await waitFor(() => expect(orders('play')).toMatchObject([{ actions: ['take 2'] }]))
  })

  test('can be silenced and called back, and that is remembered', async () => {
    await coached()
    await fireEvent.click(screen.getByRole('button', { name: /Silence/ }))
    expect(panel()).toBeNull()
    expect(JSON.parse(localStorage.getItem('tutti.prefs')!)).toMatchObject({ coach: false })
    await foresee()
    await fireEvent.click(choice('take 1'))
    expect(orders('play')).toMatchObject([{ actions: ['take 1'] }])
    await fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Coach' }))
    expect(prefs.coach).toBe(true)
    await waitFor(() => expect(panel()).not.toBeNull())
  })

  test('is a strip on a small screen, which unfolds', async () => {
    screenIs(true)
    await coached()
    await waitFor(() => expect(panel()!.textContent).toContain('collection'))
    expect(panel()!.textContent).not.toContain('Either draw')
    await fireEvent.click(screen.getByRole('button', { name: 'What the coach says' }))
    expect(panel()!.textContent).toContain('Either draw')
    await expectAccessible(panel()!)
  })

  test('is not there where the table has none, nor for whoever watches', async () => {
    await sit([ME, BOT], { coach: false }, ASKED)
    await tick()
    expect(panel()).toBeNull()
    expect(question()).not.toBe('')
  })
})

describe('its thoughts', () => {
  const one = (action: string, chance: number, more: Partial<Candidate> = {}): Candidate => ({
    action,
    chance,
    points: 0,
    visits: 1,
    error: 0.01,
    equal: false,
    ...more,
  })
  const hint = (key: string, ...candidates: Candidate[]): HintMessage => ({
    type: 'hint',
    n: 1,
    key,
    bot: 'maestro',
    candidates,
    line: [],
    iterations: 1,
  })
  const thinking = (...candidates: Candidate[]): Thoughts => {
    vi.useFakeTimers()
    const thoughts = new Thoughts(() => 'k')
    thoughts.begin()
    vi.advanceTimersByTime(5000)
    thoughts.hear(hint('k', ...candidates))
    return thoughts
  }

  test('call a move worse only where that is certain and matters', () => {
    const best = one('draw', 0.6, { equal: true })
    expect(thinking(best, one('take 1', 0.3)).better('take 1')).toMatchObject({ action: 'draw' })
    expect(thinking(best, one('take 1', 0.3)).better('draw')).toBeNull()
    expect(thinking(best, one('take 1', 0.3)).better('take 2')).toBeNull()
    expect(thinking(best, one('take 1', 0.57)).better('take 1')).toBeNull()
    expect(thinking(best, one('take 1', 0.3, { error: 0.2 })).better('take 1')).toBeNull()
    expect(thinking(best, one('take 1', 0.3, { equal: true })).better('take 1')).toBeNull()
  })

  const think = async (...candidates: Candidate[]): Promise<void> => {
    await waitFor(() => expect(orders('hint').length).toBe(1))
    await says(hint(orders('hint')[0]!['key'] as string, ...candidates) as unknown as Record<string, unknown>)
  }

  test('are not shown until somebody asks, and need not be asked for again', async () => {
    await coached()
    await think(one('take 2', 0.7, { equal: true }), one('draw', 0.2))
    expect(document.querySelector('.thought')).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Hint' }))
    expect(document.querySelector('.thought')).not.toBeNull()
    expect(orders('hint').length).toBe(1)
  })

  test('hold back what is clearly worse, and name what is better', async () => {
    await coached()
    await foresee()
    await think(one('take 2', 0.7, { equal: true }), one('draw', 0.2))
    await fireEvent.click(choice('draw'))
    await waitFor(() =>
      expect(document.querySelector('[data-waiting="draw"]')?.textContent).toMatch(
        /clearly better: Take conductor 2 \(wins 50 of 100 more\)/,
      ),
    )
    expect(orders('play')).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(orders('play')).toMatchObject([{ actions: ['draw'] }])
  })

  test('that are refused trouble nobody', async () => {
    await coached()
    await waitFor(() => expect(orders('hint').length).toBe(1))
    await says({ type: 'refused', key: orders('hint')[0]!['key'], fault: { code: 'error.slow_down', game: 'server' } })
    expect(said()).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Hint' }))
    expect(orders('hint').length).toBe(2)
  })

  test('cost no bot its time where others wait for it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await coached([ME, BO])
    await vi.advanceTimersByTimeAsync(5000)
    expect(orders('hint')).toEqual([])
  })
})
