/** Arrow keys of Symphony's board: the nearest neighbour in a direction, and one stop for Tab. */
import { arrows, neighbour } from '$lib/games/symphony/board/arrows'
import { afterEach, describe, expect, test } from 'vitest'

type Way = readonly [number, number]
const LEFT: Way = [-1, 0]
const RIGHT: Way = [1, 0]
const UP: Way = [0, -1]
const DOWN: Way = [0, 1]

function at(x: number, y: number): DOMRect {
  return { left: x - 5, top: y - 5, width: 10, height: 10 } as DOMRect
}

describe('the neighbour', () => {
  const named = (places: Record<string, DOMRect>): (readonly [HTMLElement, DOMRect])[] =>
    Object.entries(places).map(([id, box]) => [Object.assign(document.createElement('button'), { id }), box] as const)

  test('is the nearest in the direction of the key', () => {
    const all = named({
      left: at(60, 100),
      right: at(140, 100),
      farther: at(180, 100),
      up: at(100, 60),
      down: at(100, 140),
    })
    const from = at(100, 100)
    expect([LEFT, RIGHT, UP, DOWN].map((way) => neighbour(from, all, way)?.id)).toEqual(['left', 'right', 'up', 'down'])
  })

  test('rather lies on the line than near it', () => {
    expect(neighbour(at(0, 0), named({ aside: at(20, 30), ahead: at(80, 0) }), RIGHT)?.id).toBe('ahead')
  })

  test('is found off the line when nothing lies on it', () => {
    expect(neighbour(at(0, 0), named({ aside: at(20, 30), behind: at(-20, 0) }), RIGHT)?.id).toBe('aside')
  })

  test('is nobody at the edge: what overlaps by a hair is no step', () => {
    expect(neighbour(at(0, 0), named({ behind: at(-20, 0), same: at(2, 0) }), RIGHT)).toBeNull()
  })
})

describe('a group of moves', () => {
  const undo: (() => void)[] = []
  afterEach(() => {
    for (const one of undo.splice(0)) one()
    document.body.replaceChildren()
  })

  /** Three in a row, the first of them refused. */
  function group(): HTMLElement {
    const node = document.createElement('div')
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      const one = Object.assign(document.createElement('button'), { id })
      one.dataset['move'] = id
      one.getBoundingClientRect = () => at(50 * index, 0)
      node.append(one)
    }
    node.firstElementChild!.setAttribute('aria-disabled', 'true')
    document.body.append(node)
    undo.push(arrows(node, 'button[data-move]').destroy)
    return node
  }
  const stops = (node: HTMLElement): string[] =>
    [...node.querySelectorAll<HTMLElement>('button')].filter((one) => one.tabIndex === 0).map((one) => one.id)
  function press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    document.activeElement!.dispatchEvent(event)
    return event
  }

  test('is one stop for Tab: the first that may be chosen, then the last that had the focus', () => {
    const node = group()
    expect(stops(node)).toEqual(['b'])
    node.querySelector<HTMLElement>('#c')!.focus()
    expect(stops(node)).toEqual(['c'])
  })

  test('never leads Tab to what may not be chosen, unless the focus is there', async () => {
    const node = group()
    const c = node.querySelector<HTMLElement>('#c')!
    c.focus()
    c.setAttribute('aria-disabled', 'true')
    await Promise.resolve()
    expect(stops(node)).toEqual(['c'])
    c.blur()
    node.querySelector<HTMLElement>('#b')!.setAttribute('aria-disabled', 'false')
    await Promise.resolve()
    expect(stops(node)).toEqual(['b'])
  })

  test('is walked with arrows, and at its edge nothing moves, not even the page', () => {
    const node = group()
    node.querySelector<HTMLElement>('#b')!.focus()
    press('ArrowRight')
    expect(document.activeElement?.id).toBe('c')
    const last = press('ArrowRight')
    expect(document.activeElement?.id).toBe('c')
    expect(last.defaultPrevented).toBe(true)
    press('ArrowLeft')
    press('ArrowLeft')
    expect(document.activeElement?.id).toBe('a')
  })

  test('leaves other keys, and arrows with Ctrl or Alt, alone', () => {
    group().querySelector<HTMLElement>('#b')!.focus()
    for (const event of [press('Enter'), press('ArrowRight', { ctrlKey: true }), press('ArrowRight', { altKey: true })])
      expect(event.defaultPrevented).toBe(false)
    expect(document.activeElement?.id).toBe('b')
  })

  test('has a stop again when the one that had it goes away', async () => {
    const node = group()
    node.querySelector<HTMLElement>('#b')!.focus()
    node.querySelector('#b')!.remove()
    await Promise.resolve()
    expect(stops(node)).toEqual(['c'])
  })

  test('gives its keys back', () => {
    const node = group()
    node.querySelector<HTMLElement>('#b')!.focus()
    for (const one of undo.splice(0)) one()
    press('ArrowRight')
    expect(document.activeElement?.id).toBe('b')
  })
})
