/** Looking at moves before they are made:
 *  whatever stands for one says so by `data-action` (the list) or `data-move`. */
import type { Looking } from '$lib/state/previews.svelte'

export const MOVES = '[data-action], [data-move]'
/** So long a finger rests on a move that is looked at, and so far it may slip. */
const HOLD = 450
const SLIP = 10
/** Taps that follow one another so closely, in time and place, are a double one; a mouse counts its clicks itself. */
const TWICE = 500
const NEAR = 24

export interface Looker {
  look: (action: string, by: Looking, at: Element) => void
  /** A finger came down on it: it may be wanted soon. */
  touch: (action: string) => void
  leave: () => void
  /** Whether what follows is done with a finger. */
  finger: (on: boolean) => void
  /** The number of the question that is asked; null if none is. */
  question: () => number | null
}

export const moveOf = (node: Element | null): string =>
  node instanceof HTMLElement || node instanceof SVGElement
    ? (node.dataset['action'] ?? node.dataset['move'] ?? '')
    : ''

/** What a board does not show by hover, focus or a resting finger,
 *  it says by itself: a piece that lies there and waits. */
export function looks(at: Element, action: string): void {
  at.dispatchEvent(new CustomEvent('looks', { bubbles: true, detail: action }))
}
const found = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(MOVES) : null)

export function looking(node: HTMLElement, looker: Looker): { destroy: () => void } {
  let over: Element | null = null
  let focused: Element | null = null
  let hold: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  /** The finger looked; its click is no choice. */
  let looked = false
  let touched = false
  /** The last click that counted, and what was asked then. */
  let last: { at: number; x: number; y: number; question: number | null; control: Element | null } | null = null
  /** The second half of a double click whose first half was an answer: what lies there now asks for something else. */
  const again = (event: MouseEvent): boolean => {
    if (!event.detail) return false // a key, which has no place
    const question = looker.question()
    const control = event.target instanceof Element ? event.target.closest('button, a') : null
    const close =
      last !== null &&
      event.timeStamp - last.at < TWICE &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR
    // What is no move may be pressed as quickly as one likes: to take back twice.
    const same = control !== null && control === last?.control && !found(control)
    if (close && (touched || event.detail > 1) && !same && question !== null && question !== last?.question) return true
    last = { at: event.timeStamp, x: event.clientX, y: event.clientY, question, control }
    return false
  }

  const release = (): void => {
    clearTimeout(hold?.timer)
    hold = null
  }
  const handlers: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void } = {
    pointerover: (event) => {
      if (event.pointerType === 'touch') return
      const at = found(event.target)
      if (at === over) return
      over = at
      if (at) looker.look(moveOf(at), 'hover', at)
      else looker.leave()
    },
    pointerleave: (event) => {
      if (event.pointerType === 'touch') return
      over = null
      looker.leave()
    },
    focusin: (event) => {
      focused = found(event.target)
      if (focused?.matches(':focus-visible')) looker.look(moveOf(focused), 'focus', focused)
    },
    // What has the focus may go away while the page is drawn, when nothing may be changed.
    // A press moves the focus, too: the pointer still looks at what it presses.
    focusout: () => {
      const left = focused
      queueMicrotask(() => {
        if (left && (focused === left || !focused)) {
          if (over?.isConnected && moveOf(over)) looker.look(moveOf(over), 'hover', over)
          else looker.leave()
        }
        if (focused === left) focused = null
      })
    },
    keydown: () => looker.finger(false),
    pointerdown: (event) => {
      looked = false
      release()
      touched = event.pointerType === 'touch'
      looker.finger(touched)
      if (!touched) return
      looker.leave()
      const at = found(event.target)
      if (!at) return
      looker.touch(moveOf(at))
      const timer = setTimeout(() => {
        looked = true
        looker.look(moveOf(at), 'hold', at)
      }, HOLD)
      hold = { timer, x: event.clientX, y: event.clientY }
    },
    pointermove: (event) => {
      if (hold && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > SLIP) release()
    },
    pointerup: release,
    pointercancel: release,
    contextmenu: (event) => {
      if (hold || looked) event.preventDefault()
    },
    click: (event) => {
      if (!looked && !again(event)) return
      looked = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  const told = ((event: CustomEvent<string>) => {
    if (event.detail) looker.look(event.detail, 'hold', event.target as Element)
    else looker.leave()
  }) as EventListener
  const all = [...(Object.entries(handlers) as [string, EventListener][]), ['looks', told] as const]
  for (const [name, handler] of all) node.addEventListener(name, handler, name !== 'pointerleave')
  return {
    destroy: () => {
      release()
      for (const [name, handler] of all) node.removeEventListener(name, handler, name !== 'pointerleave')
    },
  }
}
