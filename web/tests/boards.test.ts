import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, test, vi } from 'vitest'
import SymphonimoBoard from '$lib/games/symphonimo/board/Board.svelte'
import OrchestraText from '$lib/games/orchestra/text/Text.svelte'
import SymphonyText from '$lib/games/symphony/text/Text.svelte'
import Plain from '$lib/games/text/Plain.svelte'
import Choices from '$lib/table/Choices.svelte'
import { all, BOXES, choices, expectAccessible, find, GAMES, MOMENTS, props, some, titled, type Recorded } from './kit'

const boxOf = (moment: Recorded): unknown => GAMES.get(moment.game)!.box
const textOf = async (moment: Recorded) => (await GAMES.get(moment.game)!.shown(true)).default

const cases = MOMENTS.map((moment) => ({ title: titled(moment), moment }))

afterEach(cleanup)

describe('the choices', () => {
  test.each(cases.filter(({ moment }) => moment.legal.length))('of $title: each can be made', async ({ moment }) => {
    const act = vi.fn()
    const { container } = render(Choices, choices(moment, act))
    const buttons = [...container.querySelectorAll<HTMLButtonElement>('[data-action]')]
    expect(buttons.map((one) => one.dataset['action']).sort()).toEqual([...moment.legal].sort())
    for (const button of buttons.slice(0, 3)) await fireEvent.click(button)
    expect(act.mock.calls.map(([action]) => action as string)).toEqual(
      buttons.slice(0, 3).map((one) => one.dataset['action']),
    )
  })

  test('a long list can be searched', async () => {
    const moment = find('orchestra', 'piece_at')
    const { container } = render(Choices, choices(moment))
    await fireEvent.input(screen.getByPlaceholderText('Find a choice'), { target: { value: moment.legal[5] } })
    expect([...container.querySelectorAll<HTMLElement>('[data-action]')].map((one) => one.dataset['action'])).toEqual([
      moment.legal[5],
    ])
  })
})

describe('the text table', () => {
  test.each(some(cases))('of $title', async ({ moment }) => {
    const { container } = render(await textOf(moment), props(moment, boxOf(moment)))
    expect(container.textContent).not.toMatch(/undefined|NaN|\[object|\{\w+\}/)
  })

  test('a game without one shows every value', () => {
    const moment: Recorded = find('symphonimo', 'turn', 3)
    const { container } = render(Plain, props(moment, null))
    expect(container.textContent).toContain('Collections')
  })
})

test('a note with discs is called by its name alone', () => {
  for (const moment of all('symphony').filter(({ step }) => step === 'over'))
    render(SymphonyText, props(moment, BOXES.symphony))
  const marks = [...document.querySelectorAll<HTMLElement>('.note .disc')]
  expect(marks.map((mark) => mark.dataset['letter'])).toContain('A')
  expect(marks.map((mark) => mark.textContent).join('')).toBe('')
})

describe('the board of Symphonimo', () => {
  test.each(some(all('symphonimo')).map((moment) => ({ title: titled(moment), moment })))(
    '$title',
    async ({ moment }) => {
      const act = vi.fn()
      const { container } = render(SymphonimoBoard, props(moment, BOXES.symphonimo, act))
      expect(container.textContent).not.toMatch(/undefined|NaN|\[object/)
      for (const button of container.querySelectorAll('button')) await fireEvent.click(button)
      const reached = new Set(act.mock.calls.map(([action]) => action as string))
      const elsewhere = ['now yes', 'now no', 'drop none', 'end']
      expect(moment.legal.filter((action) => !reached.has(action) && !elsewhere.includes(action))).toEqual([])
    },
  )

  test.each(['picture', 'text'])('shows at the end which cards False Note had removed: as %s', async (as) => {
    const moment = find('symphonimo', 'over', 4)
    const removed = Object.entries(moment.view.removed ?? {})
    expect(removed.reduce((sum, [, count]) => sum + count, 0)).toBe(5)
    const shown = as === 'text' ? await textOf(moment) : SymphonimoBoard
    const { container } = render(shown as typeof SymphonimoBoard, props(moment, BOXES.symphonimo))
    const told = /Removed: [^·]*/.exec(container.querySelector('.removed, .facts')!.textContent)?.[0] ?? ''
    const { speaker } = props(moment, BOXES.symphonimo)
    for (const [value, count] of removed)
      expect(told.split(speaker.look('card', Number(value))), told).toHaveLength(count + 1)
  })

  // One only: axe is slow without a browser. The browser tests look at many more, of all games.
  test('axe finds nothing', async () => {
    const { container } = render(SymphonimoBoard, props(find('symphonimo', 'pass_left', 2), BOXES.symphonimo))
    await expectAccessible(container)
  })

  test('a conductor that cannot be taken is still asked for, so that the table can say why', async () => {
    const moment = find('symphonimo', 'place', 4)
    const act = vi.fn()
    render(SymphonimoBoard, props(moment, BOXES.symphonimo, act, { legal: ['place 2'] }))
    await fireEvent.click(screen.getByRole('button', { name: /^1 / }))
    expect(act).toHaveBeenCalledWith('place 1')
  })

  test('hints stand at their moves with rank and chance', () => {
    const moment = find('symphonimo', 'place', 4)
    const hints = [
      { action: 'place 2', chance: 0.41, visits: 10, points: 3 },
      { action: 'place 1', chance: 0.3, visits: 5, points: 2 },
    ]
    const { container } = render(
      SymphonimoBoard,
      props(moment, BOXES.symphonimo, () => {}, { hints }),
    )
    expect(container.querySelector('[data-conductor="2"] .hint')?.textContent).toContain('Hint 1: 41 % to win')
    expect(container.querySelector('[data-conductor="1"] .hint')?.textContent).toContain('Hint 2')
    expect(container.querySelector('[data-conductor="3"] .hint')).toBeNull()
  })

  test('a set shows what it scores now', () => {
    const moment = find('symphonimo', 'turn', 3)
    const view: typeof moment.view = {
      ...moment.view,
      collections: [{ '3': 1, '5': 4, '6': 2 }, {}, {}],
      points: [6, 0, 0],
    }
    const { container } = render(
      SymphonimoBoard,
      props(moment, BOXES.symphonimo, () => {}, { view }),
    )
    const worth = [...container.querySelectorAll('[data-player="0"] .worth')].map((one) => one.textContent)
    expect(worth).toEqual(['+1', '+5', '0'])
  })
})

describe('the tables of the heavy games', () => {
  test('the Theater Cards to choose from are pictures that can be clicked', async () => {
    const moment = find('orchestra', 'keep_theater')
    const act = vi.fn()
    render(OrchestraText, props(moment, BOXES.orchestra, act))
    for (const button of screen.getAllByRole('button', { name: /Keep this card/ })) await fireEvent.click(button)
    expect(act.mock.calls.map(([action]) => action as string).sort()).toEqual([...moment.legal].sort())
  })

  test('a chair where the piece does not fit is still asked for, so that the table can say why', async () => {
    const moment = find('orchestra', 'piece_at')
    const act = vi.fn()
    const { container } = render(OrchestraText, props(moment, BOXES.orchestra, act))
    await fireEvent.click(container.querySelector('.chair.taken, .chair.ask')!)
    const [asked] = act.mock.calls[0] as [string]
    expect(asked).toMatch(/^at [a-k]\d\d$/)
    expect(moment.legal).not.toContain(asked)
  })

  test.each([
    ['symphony', 'seat', 'Orchestra'],
    ['symphony', 'place', 'Score'],
    ['orchestra', 'piece_at', 'The hall'],
    ['orchestra', 'column_steps', 'Column Track'],
  ] as const)('%s, %s: a mark shows the part where something can be done', async (game, step, part) => {
    const moment: Recorded = find(game, step)
    const { container } = render(await textOf(moment), props(moment, boxOf(moment)))
    expect([...container.querySelectorAll('.jump .live')].map((one) => one.textContent)).toEqual([
      `${part}, something can be done here`,
    ])
  })

  test('a card of the hand tells what is printed on it', () => {
    const { container } = render(SymphonyText, props(find('symphony', 'card'), BOXES.symphony))
    const cards = [...container.querySelectorAll('.instrument')]
    expect(cards.length).toBeGreaterThan(3)
    for (const card of cards)
      expect(card.textContent).toMatch(/(Strings|Brass|Woodwinds|Percussion|Soloist|Choir).*\d spaces?:\s/su)
  })

  test('choices name cards as the table does, and what they cost', () => {
    const moment = find('orchestra', 'evolve_column')
    const { container } = render(Choices, choices(moment))
    expect(container.querySelector('[data-action^="grid"]')?.textContent).toMatch(
      /\w+ column of the grid\s*\d Money, \d Prestige/,
    )
    const other = find('orchestra', 'allocate', 2)
    const { container: more } = render(Choices, choices(other))
    expect(more.querySelector('[data-action="card i.1"]')?.textContent).toContain('Use the first card of Level I I.1')
  })
})

describe('the boards of the heavy games answer clicks', () => {
  test.each([
    ['symphony', 'place', /Voice \d/],
    ['symphony', 'seat', /in the \w+ row/],
    ['symphony', 'control', /control /],
    ['orchestra', 'piece_at', /row from the stage \(chair \d+\)/],
    ['orchestra', 'virtuoso_spot', /to the \w+ spot/],
    ['orchestra', 'column_steps', /to space/],
  ] as const)('%s %s', async (game, step, name) => {
    const moment: Recorded = find(game, step)
    const act = vi.fn()
    render(await textOf(moment), props(moment, boxOf(moment), act))
    for (const button of screen.getAllByRole('button', { name }))
      if (button.getAttribute('aria-disabled') !== 'true') await fireEvent.click(button)
    expect(new Set(act.mock.calls.map(([action]) => action as string))).toEqual(
      new Set(moment.legal.filter((one) => !['skip', 'burn', 'pass'].includes(one))),
    )
  })
})
