/** The tables of the heavy games tell what counts, to the eye and to the ear. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Gain from '$lib/games/orchestra/board/Gain.svelte'
import { gainWord } from '$lib/games/orchestra/board/gain'
import OrchestraText from '$lib/games/orchestra/text/Text.svelte'
import SymphonyText from '$lib/games/symphony/text/Text.svelte'
import { clashAt, tokenWords } from '$lib/games/symphony/view'
import { prefs } from '$lib/state/prefs.svelte'
import { TableState } from '$lib/state/table.svelte'
import Choices from '$lib/table/Choices.svelte'
import { keys } from '$lib/table/keys'
import Prompt from '$lib/table/Prompt.svelte'
import { all, BOXES, choices, find, GAMES, props, speakerOf } from './kit'

afterEach(cleanup)
/** What a screen reader reads of it. */
function read(node: Element): string {
  const heard = node.cloneNode(true) as Element
  for (const one of heard.querySelectorAll('[aria-hidden="true"]')) one.remove()
  return heard.textContent.replace(/\s+/g, ' ').trim()
}

describe('the hall', () => {
  const moment = find('orchestra', 'over', 4)
  const theater = moment.view.theater!

  test('tells chairs of my Theater Card that are mine, lost and free apart', () => {
    const { container } = render(OrchestraText, props(moment, BOXES.orchestra))
    const { mine, lost, free } = theater.chairs!
    expect([mine.length > 0, lost.length > 5, free.length > 0]).toEqual([true, true, true])
    expect(container.querySelector('.theater')?.textContent).toContain(
      `${mine.length} of 15 chairs ${mine.length === 1 ? 'is' : 'are'} yours (◆), ${lost.length} lost (×), ${free.length} free (◇). It scores ${theater.points} now, 25`,
    )
    const marks = [...container.querySelectorAll('.wish')].map((one) => one.textContent)
    expect(['◆', '×', '◇'].map((mark) => marks.filter((one) => one === mark).length)).toEqual([
      mine.length,
      lost.length,
      free.length,
    ])
    expect(container.querySelectorAll(`[title^="${lost[0]},"][title$="lost"]`)).toHaveLength(1)
  })

  test('a card that is not yet kept wants nothing', () => {
    const { container } = render(OrchestraText, props(find('orchestra', 'keep_theater'), BOXES.orchestra))
    expect(container.querySelector('.theater, .wish')).toBeNull()
  })
})

test('audience and wheelchair rewards have a sign and a name of their own', () => {
  const speaker = speakerOf(find('orchestra', 'over'))
  const looks = [['A:free'], ['W:free'], ['AW:free']].map((gain) => {
    const { container } = render(Gain, { gain, speaker })
    const signs = [container.querySelector('.chair') !== null, container.querySelector('.wheelchair') !== null]
    return `${signs.join()} ${read(container)}`
  })
  expect(looks).toEqual([
    'true,false 1 free Audience Piece',
    'false,true 1 free wheelchair (WCU) Piece',
    'true,true 1 free Audience or wheelchair (WCU) Piece',
  ])
  for (const token of ['AW:pay', 'AW:pay*2', 'AW:disc2', 'AW:back', 'AW:3'])
    expect(gainWord(token, speaker)).toMatch(/Audience or wheelchair/)
})

test('freelancers are read as sentences', () => {
  const { container } = render(OrchestraText, props(find('orchestra', 'allocate', 2), BOXES.orchestra))
  const line = [...container.querySelectorAll('.facts li')].find((one) => one.textContent.includes('Freelancers'))!
  expect(read(line)).toMatch(
    /^Freelancers: Beginner: \d to hire, each for 2 Money and 0 Prestige\. Professional: \d to hire, each for 3 Money and 1 Prestige\. Instrumentalist: \d to hire, each for 4 Money and 2 Prestige\.$/,
  )
})

describe('clefs', () => {
  const moment = find('symphony', 'place', 4)
  const view = moment.view

  test('stand at every instrument, in hands and at the Voices', () => {
    const { container } = render(SymphonyText, props(moment, BOXES.symphony))
    for (const seat of Object.values(view.orchestra))
      if (seat?.card !== '00') expect(BOXES.symphony.clefsOf(seat!)).toMatch(/^G?C?F?$/)
    const seats = [...container.querySelectorAll('.orchestra .cell')].map(read)
    expect(seats.find((text) => text.startsWith('Euphonium in the front row (far left)'))).toContain('; G clef; ')
    expect(seats.filter((text) => /[GCF] clef/.test(text)).length).toBe(seats.length - 1)
    expect([...container.querySelectorAll('.score tbody th')].map(read)).toEqual(
      view.clef_cards!.map(
        (card, at) => `Voice ${at + 1}, ${card.main} clef, ${card.minor} clef ${card.from}–${card.to}`,
      ),
    )
    cleanup()
    const hand = render(SymphonyText, props(find('symphony', 'card'), BOXES.symphony)).container
    for (const card of hand.querySelectorAll('.instrument')) expect(read(card)).toMatch(/[GCF] clef/)
  })

  test('the range of a clef card belongs to its Minor clef', () => {
    const { container } = render(SymphonyText, props(moment, BOXES.symphony))
    const { main, minor, from, to } = view.clef_cards![0]!
    expect(container.textContent).toContain(
      `Voice 1: ${main} clef at every position (Main), ${minor} clef at ${from} to ${to} (Minor)`,
    )
  })

  test('an instrument with a Clef token has what the engine says', () => {
    const seat = view.orchestra['A1']!
    expect([
      BOXES.symphony.clefsOf({ ...seat, clefs: 'GCF' }),
      BOXES.symphony.clefsOf({ card: '08', owners: [], discs: [] }),
    ]).toEqual(['GCF', BOXES.symphony.instruments.get('08')!.clefs])
    const speaker = speakerOf(moment)
    expect([tokenWords('clef', view, speaker), tokenWords('clef', { ...view, clef_cards: null }, speaker)]).toEqual([
      'the instrument has all three clefs',
      '2 points for each clef of the instrument',
    ])
  })
})

test('Virtuosity of seated instruments and the frames of soloists are told', () => {
  const framed = (card: string): boolean => BOXES.symphony.instruments.get(card)!.row.includes('(')
  const moment = all('symphony').find(
    ({ step, view }) =>
      ['place', 'over'].includes(step) && Object.values(view.orchestra).some((seat) => seat && framed(seat.card)),
  )!
  const { container } = render(SymphonyText, props(moment, BOXES.symphony))
  const seats = new Map(
    [...container.querySelectorAll<HTMLElement>('.orchestra .cell')].map((one) => [
      one.dataset['place']?.slice(5),
      one,
    ]),
  )
  const added = Object.entries(moment.view.virtuosity)
  expect(added.length).toBeGreaterThan(0)
  for (const [place, points] of added) {
    const cell = seats.get(place)!
    expect(read(cell), place).toContain(`Virtuosity +${Math.max(...points)}`)
    expect(cell.querySelector('.more')?.textContent, place).toContain(`Virtuosity +${Math.max(...points)}`)
  }
  const soloists = Object.entries(moment.view.orchestra).filter(([, seat]) => seat && framed(seat.card))
  for (const [place] of soloists) {
    expect(seats.get(place)!.querySelectorAll('.frame'), place).toHaveLength(1)
    expect(read(seats.get(place)!), place).toContain('in the dotted frame: ')
  }
})

describe('a clash', () => {
  const moment = find('symphony', 'place', 4)
  const view = moment.view
  const clashes = moment.legal.filter((one) => one.startsWith('clash '))
  const note = moment.legal.find((one) => one.startsWith('note '))!
  const send = vi.fn((_order: object) => 'key')
  let table: TableState
  const press = (key: string, more: KeyboardEventInit & { at?: Element } = {}): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more })
    Object.defineProperty(event, 'target', { value: more.at ?? document.body })
    keys(table, { log: () => {}, chat: () => {}, text: () => {} })(event)
    return event
  }
  const sent = (): string[] => send.mock.calls.flatMap(([order]) => (order as { actions: string[] }).actions)

  beforeEach(() => {
    send.mockClear()
    table = new TableState('x')
    table.match.seat = moment.seat
    table.match.game = GAMES.get(moment.game)!
    table.match.moment = { ...moment, undo: null, ahead: [], auto: false }
    Object.assign(table.connection, { socket: { send } })
  })

  test('is marked on its ring, with its price', () => {
    const { container } = render(SymphonyText, props(moment, BOXES.symphony))
    expect(clashes.length).toBeGreaterThan(3)
    const rings = [...container.querySelectorAll('.note.may')]
    expect(rings.filter((one) => one.classList.contains('clash'))).toHaveLength(clashes.length)
    for (const ring of rings) {
      const clash = ring.classList.contains('clash')
      expect(ring.querySelector('.price')?.textContent ?? '').toBe(clash ? '−2' : '')
      expect(
        ring.querySelector('button')!.getAttribute('aria-label')!.endsWith('Clash: 2 points less at the end'),
      ).toBe(clash)
    }
    expect(clashAt(view, clashes[0]!.slice(6))).toEqual({ note: clashes[0]!.slice(6), steps: 1, points: -2 })
  })

  test('is told in the list of choices', () => {
    const { container } = render(Choices, choices(moment))
    expect(container.querySelector(`[data-action="${clashes[0]}"]`)?.textContent).toContain(
      'clash: 2 points less at the end',
    )
  })

  test.each([true, false])('is never sent by clicks alone, whatever is preferred (%s)', (confirm) => {
    prefs.confirm = confirm
    for (let click = 0; click < 3; click++) table.choice.choose(clashes[0]!)
    expect([sent(), table.choice.picked]).toEqual([[], clashes[0]])
    table.choice.cancel()
    expect(table.choice.picked).toBeNull()
    table.choice.choose(clashes[0]!)
    table.choice.confirm()
    expect(sent()).toEqual([clashes[0]])
    prefs.confirm = false
  })

  test('is confirmed by Enter, not by a key held down, nor on the way to Cancel', () => {
    const number = String(moment.legal.indexOf(clashes[0]!) + 1)
    press(number)
    press(number)
    expect([sent(), table.choice.picked]).toEqual([[], clashes[0]])
    press('Enter', { repeat: true })
    const { container } = render(Prompt, { table, board: false })
    press('Enter', { at: screen.getByRole('button', { name: 'Cancel' }) })
    press('Enter', { at: container.querySelector(`[data-action="${note}"]`)! })
    expect([sent(), table.choice.picked]).toEqual([[], clashes[0]])
    press('Enter', { at: container.querySelector(`[data-action="${clashes[0]}"]`)! })
    expect(sent()).toEqual([clashes[0]])
  })

  test('the question says what it costs', async () => {
    Object.defineProperty(table.match, 'speaker', { value: speakerOf(moment) })
    render(Prompt, { table, board: false })
    table.choice.choose(clashes[0]!)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(
      /Play a clash on the .* note of bar .*clash: 2 points less at the end.*outside the clefs/s,
    )
    await fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(sent()).toEqual([clashes[0]])
  })

  test('another note is sent at once', () => {
    table.choice.choose(note)
    expect(sent()).toEqual([note])
  })

  test('a hint needs no codes', () => {
    const other = find('orchestra', 'allocate', 2)
    table.match.game = GAMES.get(other.game)!
    table.match.moment = { ...other, undo: null, ahead: ['card i.2'], auto: false }
    table.choice.hint = {
      type: 'hint',
      n: 1,
      key: 'key',
      bot: 'student',
      iterations: 9,
      line: [
        [0, 'card i.1'],
        [1, 'piece l3a'],
        [0, 'area a'],
      ],
      candidates: [],
    }
    Object.defineProperty(table.match, 'speaker', { value: speakerOf(other) })
    Object.defineProperty(table.match, 'names', { value: other.names })
    const { container } = render(Prompt, { table, board: false })
    expect([...container.querySelectorAll('.thought .line li')].map((one) => one.textContent)).toEqual([
      'Ada: Use the first card of Level I',
      'Björn: Take the piece of three chairs round a corner (free at the back right)',
      'Ada: Score hall area A',
    ])
  })

  test('a hint tells Theater Cards apart by their names, and other moves of one name by what they are', () => {
    const other = find('orchestra', 'keep_theater')
    table.match.game = GAMES.get(other.game)!
    Object.defineProperty(table.match, 'speaker', { value: speakerOf(other) })
    const said = (prompt: typeof other.prompt, ...actions: string[]): (string | undefined)[] => {
      table.match.moment = { ...other, prompt, legal: actions, undo: null, ahead: [], auto: false }
      const candidates = actions.map((action) => ({ action, visits: 9, chance: 0.5, points: 9 }))
      table.choice.hint = { type: 'hint', n: 1, key: 'key', bot: 'student', iterations: 9, line: [], candidates }
      const { container, unmount } = render(Prompt, { table, board: false })
      const found = [...container.querySelectorAll('.thought > ol > li b')].map((one) => one.textContent?.trim())
      unmount()
      return found
    }
    const asked = other.prompt!.args as Record<string, unknown>
    const [one, two] = asked['names'] as string[]
    const cards = (asked['cards'] as string[]).map((card) => `keep ${card.toLowerCase()}`)
    expect(said(other.prompt, ...cards)).toEqual([`Keep the Theater Card ${one}`, `Keep the Theater Card ${two}`])
    const [first, second] = [...(table.match.game.box as { social: Map<string, unknown> }).social.keys()].map(
      (card) => `show ${card.toLowerCase()}`,
    )
    const shown = said(null, first!, second!)
    expect(shown.every((title) => /^Resolve this Social Media Card \(.+\)$/.test(title!))).toBe(true)
    expect(new Set(shown).size).toBe(2)
  })
})

describe('keys', () => {
  const shown = (container: Element): string[] =>
    [...container.querySelectorAll<HTMLElement>('.choice kbd')]
      .map((one) => `${one.textContent} ${one.closest<HTMLElement>('.choice')!.dataset['action']}`)
      .sort()

  test('stand on their choices, for the eye and for screen readers', () => {
    const moment = find('orchestra', 'allocate', 2)
    const { container } = render(Choices, choices(moment))
    expect(shown(container)).toEqual(moment.legal.slice(0, 9).map((action, at) => `${at + 1} ${action}`))
    for (const key of container.querySelectorAll('.choice kbd'))
      expect([key.getAttribute('aria-hidden'), key.closest('.choice')!.getAttribute('aria-keyshortcuts')]).toEqual([
        'true',
        key.textContent,
      ])
    expect(container.querySelectorAll('[aria-keyshortcuts]')).toHaveLength(9)
  })

  test('name the conductors of Symphonimo', () => {
    const moment = find('symphonimo', 'turn', 3)
    const { container } = render(Choices, choices(moment))
    expect(shown(container)).toEqual(
      moment.legal
        .flatMap((action) =>
          /^take \d/.test(action) ? [`${action.slice(5)} ${action}`] : action === 'draw' ? ['D draw'] : [],
        )
        .sort(),
    )
  })

  test('leave to the board what only the board shows', async () => {
    const moment = find('orchestra', 'allocate', 2)
    const table = new TableState('x')
    const choose = vi.spyOn(table.choice, 'choose').mockImplementation(() => {})
    Object.assign(table.match, {
      seat: moment.seat,
      game: GAMES.get(moment.game)!,
      moment: { ...moment, undo: null, ahead: [], auto: false },
    })
    Object.defineProperty(table.match, 'speaker', { value: speakerOf(moment) })
    const press = (key: string): void =>
      keys(table, { log: () => {}, chat: () => {}, text: () => {} })(new KeyboardEvent('keydown', { key }))
    const { container } = render(Prompt, { table, board: true })
    const offered = shown(container)
    expect(offered.length).toBeLessThan(9)
    for (const key of '123456789') press(key)
    expect(choose.mock.calls.map(([action], at) => `${at + 1} ${action}`).sort()).toEqual(offered)
    await fireEvent.click(screen.getByRole('button', { name: 'Words' }))
    expect(shown(container)).toHaveLength(9)
    choose.mockClear()
    press('1')
    expect(choose.mock.calls.map(([action]) => action)).toEqual([moment.legal[0]])
  })

  test('are not shown to those who are not asked', () => {
    const { container } = render(Choices, { ...choices(find('orchestra', 'allocate', 2)), prompt: null })
    expect(shown(container)).toEqual([])
  })
})
