/** Things that fly from where they lay in the old picture to where they lie in the new one. */

import { signed } from '$lib/i18n'

export const TRAVEL = 420
const AFTER_EACH = 60
const EASE = 'cubic-bezier(0.3, 0.9, 0.3, 1)'

/** What is on its way; `land` ends it. */
const flights = new Set<Animation>()

function started(flight: Animation): Animation {
  for (const one of flights) if (one.playState === 'finished' || one.playState === 'idle') flights.delete(one)
  flights.add(flight)
  return flight
}

/** What starts when all has been looked at; null: at once. */
let waiting: (() => void)[] | null = null
const start = (flight: () => void): void => void (waiting ? waiting.push(flight) : flight())

/** All places are read first, and only then does anything move:
 *  to read one after a move makes the browser lay out the page again. */
export function atOnce(travels: () => void): void {
  const all: (() => void)[] = []
  waiting = all
  try {
    travels()
  } finally {
    waiting = null
  }
  for (const flight of all) flight()
}

/** Everything on its way is there at once: whoever acts does not wait for a picture. */
export function land(): void {
  for (const flight of flights) if (flight.playState !== 'finished' && flight.playState !== 'idle') flight.finish()
  flights.clear()
}

export const rectOf = (node: Element | null | undefined): DOMRect | null => node?.getBoundingClientRect() ?? null

/** A copy that lies over the picture where its original lay, for what is gone in the new one. */
export function standIn(original: HTMLElement, from: DOMRect): HTMLElement {
  const node = original.cloneNode(true) as HTMLElement
  node.setAttribute('aria-hidden', 'true')
  Object.assign(node.style, {
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    margin: '0',
    zIndex: '45',
    pointerEvents: 'none',
  })
  return node
}

/** What lies in the new picture comes from somewhere; `after`: how many others go before it. */
export function come(node: Element, from: DOMRect, after: number, turn = ''): void {
  const to = node.getBoundingClientRect()
  // lengths of a part that is enlarged are counted before it is
  const zoom = (node as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1
  const scale = to.width ? from.width / to.width : 1
  start(() =>
    started(
      node.animate(
        [
          {
            transformOrigin: 'top left',
            transform: `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px) scale(${scale}) ${turn}`,
            zIndex: 5,
          },
          { transformOrigin: 'top left', transform: 'none', zIndex: 5 },
        ],
        { duration: TRAVEL, delay: after * AFTER_EACH, easing: EASE, fill: 'backwards' },
      ),
    ),
  )
}

/** It is there once something else has arrived; `after` as there. */
export function appear(
  node: Element,
  after: number,
  frames: Keyframe[] = [{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }],
): void {
  start(() =>
    started(
      node.animate(frames, { duration: TRAVEL, delay: after * AFTER_EACH, easing: 'ease-out', fill: 'backwards' }),
    ),
  )
}

/** A stand-in is laid over a board, goes its way, and is no more. */
export function leave(board: Element | undefined, node: HTMLElement, frames: Keyframe[], after: number): void {
  start(() => {
    board?.append(node)
    const flight = started(
      node.animate(frames, { duration: TRAVEL, delay: after * AFTER_EACH, easing: EASE, fill: 'both' }),
    )
    const gone = (): void => node.remove()
    flight.onfinish = gone
    flight.oncancel = gone
  })
}

/** A small round thing in the colour of a player, over the picture; its middle lies at a point. */
export function chip(text: string, player: number, x: number, y: number): HTMLElement {
  const node = document.createElement('span')
  node.className = 'flying'
  node.textContent = text
  Object.assign(node.style, {
    position: 'fixed',
    left: `${x}px`,
    top: `${y}px`,
    zIndex: '46',
    pointerEvents: 'none',
    minWidth: '1.5em',
    padding: '1px 7px',
    borderRadius: '999px',
    background: `var(--p${player})`,
    color: 'var(--card)',
    font: '700 0.875rem/1.4 var(--sans)',
    textAlign: 'center',
    translate: '-50% -50%',
  })
  node.setAttribute('aria-hidden', 'true')
  return node
}

/** Points go from where they are won to who wins them. */
export function points(board: Element, from: DOMRect, to: DOMRect, player: number, count: number, after: number): void {
  const [x, y] = [from.left + from.width / 2, from.top + from.height / 2]
  const node = chip(signed(count), player, x, y)
  leave(
    board,
    node,
    [
      { transform: 'scale(1.3)', opacity: 1 },
      {
        transform: `translate(${to.left + Math.min(to.width / 2, 60) - x}px, ${to.top + to.height / 2 - y}px) scale(0.8)`,
        opacity: 0.9,
      },
    ],
    after,
  )
}
