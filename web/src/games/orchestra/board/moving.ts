/** Draws what moves. Before the picture changes, remember where things lay; afterwards, let them go. */
import { appear, chip, come, leave, rectOf, standIn } from '$lib/games/flight'
import { LETTERS } from '$lib/games/board'
import { playerPlace } from '$lib/games/game'
import { signed } from '$lib/i18n'
import type { Event, View } from '$lib/generated/games/orchestra'
import { cellOf } from './hall/geometry'
import { flights, type Flight } from '../motion'

interface Start {
  flight: Flight
  from: DOMRect | null
  /** A copy of a card that is gone in the new picture. */
  copy: HTMLElement | null
}
export type Memory = readonly Start[]

const inSight = (node: Element | null | undefined): node is HTMLElement => {
  const rect = rectOf(node)
  return (
    rect !== null &&
    rect.width > 0 &&
    rect.right > 0 &&
    rect.bottom > 0 &&
    rect.left < innerWidth &&
    rect.top < innerHeight &&
    !node!.closest('[inert]')
  )
}

/** What stands for a place: a thing of its own (`data-fly`), or the place itself. */
export function at(board: Element, name: string): HTMLElement | null {
  const [kind, whose = ''] = name.split(' ')
  const seen = (selector: string): HTMLElement | null =>
    [...board.querySelectorAll<HTMLElement>(selector)].find(inSight) ?? null
  const own = seen(`[data-fly="${name}"]`) ?? seen(`[data-place="${name}"]`)
  if (own) return own
  if (kind === 'area') return seen(`[data-area="${whose}"]`)
  const home = playerPlace(Number(whose))
  if (kind === 'reserve' || kind === 'coins')
    return seen(`:is([data-place="${home}"], [data-fly="${home}"]) .${kind}`) ?? seen(`[data-place="${home}"]`)
  // Others have one strip for all of it.
  return kind === 'space' || kind === 'slot' ? seen(`[data-place="${home}"]`) : null
}

/** What has to be remembered of the old picture, given what happens next. */
export function remember(board: HTMLElement, news: readonly Event[], before: View, after: View): Memory {
  return flights(news, before, after).map((flight) => {
    const source =
      'from' in flight ? at(board, flight.from) : flight.what === 'marker' ? at(board, flight.way[0]!) : null
    const from = rectOf(source)
    const copy =
      source && from && flight.what === 'card' && !flight.up && flight.from.startsWith('card')
        ? sized(standIn(source, from), source, from)
        : null
    return { flight, from, copy }
  })
}

/** A copy away from its parents keeps its size and letters. */
function sized(copy: HTMLElement, source: HTMLElement, { width, height }: DOMRect): HTMLElement {
  Object.assign(copy.style, {
    width: `${width}px`,
    height: `${height}px`,
    fontSize: getComputedStyle(source).fontSize,
    listStyle: 'none',
  })
  for (const name of ['data-place', 'data-target', 'data-fly']) copy.removeAttribute(name)
  for (const button of copy.querySelectorAll('button, [data-move]')) button.remove()
  return copy
}

const middle = ({ left, top, width, height }: DOMRect): [number, number] => [left + width / 2, top + height / 2]

/** Let everything travel to where it is in the new picture. */
export function travel(board: HTMLElement, memory: Memory): void {
  memory.forEach(({ flight, from, copy }, after) => {
    switch (flight.what) {
      case 'musician': {
        const target = at(board, flight.to)
        if (!from || !target) return
        through(board, flight.text, flight.player, [from, target.getBoundingClientRect()], after)
        const token = target.matches('[data-fly]')
          ? target
          : target.querySelector(flight.to.startsWith('spot') ? 'b' : '[data-fly="staff"]')
        if (token && !flight.to.startsWith('reserve')) appear(token, after)
        return
      }
      case 'marker': {
        const way = flight.way.flatMap((place) => at(board, place)?.getBoundingClientRect() ?? [])
        if (way.length < 2) return
        through(board, LETTERS[flight.player]!, flight.player, way, after)
        const marker = at(board, flight.marker)
        if (marker) appear(marker, after)
        return
      }
      case 'card': {
        const target = at(board, flight.to)
        if (!from || !target) return
        if (flight.up) come(target, from, after)
        else if (copy) {
          const to = target.getBoundingClientRect()
          leave(
            board,
            copy,
            [
              { transform: 'none', opacity: 1 },
              {
                transform: `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(0.2)`,
                opacity: 0.6,
              },
            ],
            after,
          )
        }
        return
      }
      case 'piece': {
        const [x, y] = cellOf(flight.at)
        const piece = [...board.querySelectorAll(`.seats g.piece[transform="translate(${x} ${y})"]`)].find(inSight)
        if (piece)
          appear(piece, after, [
            { opacity: 0, translate: '0 -2.5px' },
            { opacity: 1, translate: '0 0' },
          ])
        return
      }
      case 'coins': {
        const purse = at(board, `coins ${flight.player}`)
        if (!purse) return
        const [x, y] = middle(purse.getBoundingClientRect())
        const signs = [
          [flight.money, '●'],
          [flight.prestige, '◆'],
        ] as const
        const node = chip(
          signs.flatMap(([count, sign]) => (count ? [`${signed(count)} ${sign}`] : [])).join('  '),
          flight.player,
          x,
          y,
        )
        leave(
          board,
          node,
          [
            { opacity: 0, transform: 'none' },
            { opacity: 1, transform: 'translateY(-8px)', offset: 0.2 },
            { opacity: 1, transform: 'translateY(-14px)', offset: 0.8 },
            { opacity: 0, transform: 'translateY(-20px)' },
          ],
          after,
        )
      }
    }
  })
}

/** A chip goes through some places, as fast however many they are. */
function through(board: Element, text: string, player: number, way: readonly DOMRect[], after: number): void {
  const [[x, y], ...rest] = way.map(middle) as [[number, number], ...[number, number][]]
  const node = chip(text, player, x, y)
  leave(
    board,
    node,
    [{ transform: 'none' }, ...rest.map(([toX, toY]) => ({ transform: `translate(${toX - x}px, ${toY - y}px)` }))],
    after,
  )
}
