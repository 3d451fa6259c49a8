/** Cards, discs, tokens and batons that travel.
 *  Before the picture changes, remember where they lay; afterwards, let them go. */
import type { Event } from '$lib/generated/games/symphony'
import { come, leave, rectOf, standIn } from '$lib/games/flight'
import { playerPlace } from '$lib/games/game'

interface Gone {
  node: HTMLElement
  from: DOMRect
  /** A player to fly to; null: it sinks where it lay. */
  to: number | null
}
interface Coming {
  /** What it is in the new picture, as a selector. */
  what: string
  from: DOMRect
}

export interface Memory {
  /** Discs that will lie on notes, and where they come from. */
  placed: { note: string; from: DOMRect }[]
  /** What else will lie somewhere, and where it comes from. */
  coming: Coming[]
  gone: Gone[]
  area: DOMRect | null
  /** Where everybody stood on the tracks, and who had the First Player token. */
  tracks: Map<string, { step: string; from: DOMRect }>
  first: DOMRect | null
}

const place = (board: Element, name: string): HTMLElement | null =>
  board.querySelector<HTMLElement>(`[data-place="${name}"]`)
const seatName = (instrument: string): string => `seat ${instrument.split('.')[0]!.toUpperCase()}`
/** A seat shows its discs; from far away the whole of it will do. */
const seatOf = (board: Element, instrument: string): HTMLElement | null => {
  const seat = place(board, seatName(instrument)) ?? place(board, 'playing')
  return seat?.querySelector<HTMLElement>('.disc:not(.empty)') ?? seat
}
const topOf = (board: Element, note: string): HTMLElement | null =>
  place(board, `note ${note}`)?.querySelector<HTMLElement>('.top') ?? null
/** What is not drawn, on a page that is turned away say, neither starts nor ends a flight. */
const seen = (rect: DOMRect | null): rect is DOMRect =>
  rect !== null &&
  rect.width > 0 &&
  rect.right > 0 &&
  rect.bottom > 0 &&
  rect.left < innerWidth &&
  rect.top < innerHeight
/** Where a player's things come from: the letter of their row. */
const homeOf = (board: Element, player: number): DOMRect | null => {
  const row = place(board, playerPlace(player))
  return rectOf(row?.querySelector('.letter') ?? row)
}
const tokenAt = (board: Element, anchors: readonly string[], token: string): HTMLElement | null =>
  board.querySelector<HTMLElement>(anchors.map((name) => `[data-anchor="${name}"] [data-token="${token}"]`).join())

/** What has to be remembered of the old picture, given what happens next. */
export function remember(board: HTMLElement, news: readonly Event[]): Memory {
  const memory: Memory = {
    placed: [],
    coming: [],
    gone: [],
    area: rectOf(place(board, 'area')),
    tracks: new Map(),
    first: rectOf(board.querySelector('[data-anchor="baton"]')),
  }
  for (const node of board.querySelectorAll<HTMLElement>('[data-track]'))
    memory.tracks.set(node.dataset['track']!, { step: node.dataset['step']!, from: node.getBoundingClientRect() })
  const comes = (what: string, from: DOMRect | null): void => {
    if (seen(from)) memory.coming.push({ what, from })
  }
  const goes = (node: HTMLElement | null, to: number | null): void => {
    if (node) memory.gone.push(ghost(node, to))
  }
  /** An instrument that plays a disc of the Conductor. */
  const conducted = new Set<string>()
  for (const event of news) {
    switch (event.event) {
      case 'conducted':
        conducted.add(event.instrument)
        break
      case 'placed':
      case 'paired': {
        const from = rectOf(seatOf(board, conducted.has(event.instrument) ? '00' : event.instrument))
        if (seen(from)) memory.placed.push({ note: event.note, from })
        if (event.event === 'placed' && event.overwrites) goes(topOf(board, event.note), null)
        break
      }
      case 'seated':
        comes(
          `[data-place="seat ${event.seat}"]`,
          rectOf(board.querySelector(`[data-card="${event.card}"]`)) ?? homeOf(board, event.player),
        )
        break
      case 'controlled':
        comes(`[data-place="${seatName(event.instrument)}"] .disc:not(.empty)`, homeOf(board, event.player))
        break
      case 'token_found':
        goes(board.querySelector<HTMLElement>(`[data-anchor="token ${event.note}"] .token`), event.player)
        break
      case 'column_won':
        goes(tokenAt(board, [`column ${event.column}`], event.token), event.player)
        break
      case 'token_taken':
        goes(tokenAt(board, ['pentagon', 'unused'], event.token), event.player)
        break
      case 'gave':
        goes(tokenAt(board, [`tokens ${event.player}`], event.token), event.to)
        break
      case 'token_played':
        comes(
          `[data-place="${seatName(event.instrument)}"] .token`,
          rectOf(tokenAt(board, [`tokens ${event.player}`], event.token)) ?? homeOf(board, event.player),
        )
        break
      case 'burned':
      case 'disturbed': {
        const lost = seatOf(board, event.instrument)
        if (lost?.classList.contains('disc')) goes(lost, null)
      }
    }
  }
  memory.gone = memory.gone.filter(({ from }) => seen(from))
  return memory
}

function ghost(node: HTMLElement, to: number | null): Gone {
  const from = node.getBoundingClientRect()
  return { node: standIn(node, from), from, to }
}

/** Let everything travel to where it lies in the new picture. */
export function travel(board: HTMLElement, memory: Memory): void {
  memory.placed.forEach(({ note, from }, at) => {
    const disc = topOf(board, note)
    if (disc && seen(rectOf(disc))) come(disc, from, at)
  })
  for (const { what, from } of memory.coming)
    [...board.querySelectorAll(what)].filter((one) => seen(rectOf(one))).forEach((one, at) => come(one, from, at))
  memory.gone.forEach(({ node, from, to }, at) => {
    const home = to === null ? null : rectOf(place(board, playerPlace(to)))
    const [dx, dy] = seen(home)
      ? [home.left + Math.min(40, home.width / 2) - from.left, home.top + home.height / 2 - from.top - from.height / 2]
      : [0, to === null ? 8 : -40]
    leave(
      board,
      node,
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) scale(${to === null ? 0.7 : 1})`, opacity: to === null ? 0 : 0.9 },
      ],
      at,
    )
  })
  for (const node of board.querySelectorAll<HTMLElement>('[data-track]')) {
    const [track, player] = node.dataset['track']!.split(' ')
    const before = memory.tracks.get(`${track} ${player}`)
    if (before?.step === node.dataset['step']) continue
    const from = before?.from ?? homeOf(board, Number(player))
    if (seen(from) && seen(rectOf(node))) come(node, from, 0)
  }
  const token = board.querySelector('[data-anchor="baton"]')
  const held = rectOf(token)
  if (token && seen(held) && seen(memory.first) && Math.abs(held.top - memory.first.top) > 2)
    come(token, memory.first, 0)
  const area = place(board, 'area')
  const now = rectOf(area)
  // the batons go on to the bars of the next Movement
  if (area && now && memory.area && seen(now) && (now.left !== memory.area.left || now.width !== memory.area.width)) {
    area.animate(
      [
        { translate: `${memory.area.left - now.left}px 0`, width: `${memory.area.width}px` },
        { translate: '0 0', width: `${now.width}px` },
      ],
      { duration: 700, easing: 'ease-in-out' },
    )
  }
}
