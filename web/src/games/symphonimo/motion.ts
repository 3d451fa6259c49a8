/** Cards that fly. Before the picture changes, remember where they lay; afterwards, let them travel. */
import type { Event } from '$lib/generated/games/symphonimo'
import { come, leave, rectOf as box, standIn } from '$lib/games/flight'

interface Ghost {
  node: HTMLElement
  from: DOMRect
  /** A seat to fly to, or nowhere: it leaves the game. */
  to: number | null
}

export interface Memory {
  drawn: DOMRect | null
  deck: DOMRect | null
  ghosts: Ghost[]
  /** Cards that will lie under a conductor: its number and the family. */
  placed: { conductor: number; card: number }[]
  gained: { player: number; card: number }[]
  turned: boolean
}

/** What has to be remembered of the old picture, given what happens next; `asks`: a maestro waits for an answer. */
export function remember(board: HTMLElement, news: readonly Event[], asks: boolean): Memory {
  const memory: Memory = {
    // The card may still be turning: its place does not.
    drawn: board.querySelector('[data-anchor="drawn"] .card')
      ? box(board.querySelector('[data-anchor="drawn"]'))
      : null,
    deck: box(board.querySelector('[data-anchor="deck"]')),
    ghosts: [],
    placed: [],
    gained: [],
    turned: false,
  }
  let row: HTMLElement[] = []
  let taker = -1
  const chosen = (): HTMLElement[] => [
    ...(board.querySelector('.podium.chosen')?.querySelectorAll<HTMLElement>('.slot .card') ?? []),
  ]
  for (const event of news) {
    switch (event.event) {
      case 'drawn':
        memory.turned = true
        break
      case 'placed':
        memory.placed.push({ conductor: event.conductor, card: event.card })
        break
      case 'gained':
        memory.gained.push({ player: event.player, card: event.card })
        break
      case 'took':
        row = cardsUnder(board, event.conductor)
        taker = event.player
        break
      case 'gave':
      case 'discarded': {
        if (!row.length) row = chosen()
        const one = row.find((node) => Number(node.dataset['value']) === event.card)
        if (one) {
          memory.ghosts.push(ghost(one, event.event === 'gave' ? event.to : null))
          row = row.filter((node) => node !== one)
        }
        taker = event.player
        break
      }
      case 'dropped': {
        const held = board.querySelector<HTMLElement>(
          `[data-player="${event.player}"] [data-family="${event.card}"] .card`,
        )
        if (held) memory.ghosts.push(ghost(held, null))
        row = chosen()
        taker = event.player
        break
      }
      case 'kept':
        row = chosen()
        taker = event.player
    }
  }
  // A power that still asks leaves the cards where they are.
  if (taker >= 0 && !asks) for (const node of row) memory.ghosts.push(ghost(node, taker))
  return memory
}

function cardsUnder(board: HTMLElement, conductor: number): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(`[data-conductor="${conductor}"] .slot .card`)]
}

function ghost(card: HTMLElement, to: number | null): Ghost {
  const from = card.getBoundingClientRect()
  const node = standIn(card, from)
  node.style.setProperty('--w', `${from.width}px`)
  return { node, from, to }
}

/** Let everything travel to where it lies in the new picture. */
export function travel(board: HTMLElement, memory: Memory): void {
  const held = board.querySelector<HTMLElement>('[data-anchor="drawn"] .card')
  if (memory.turned && held && memory.deck) come(held, memory.deck, 0, 'rotateY(90deg)')
  for (const { conductor, card } of memory.placed) {
    const found = cardsUnder(board, conductor)
      .filter((node) => Number(node.dataset['value']) === card)
      .at(-1)
    const from = memory.drawn ?? memory.deck
    if (found && from) come(found, from, 0)
  }
  memory.ghosts.forEach(({ node, from, to }, at) => {
    const seat = to === null ? null : box(board.querySelector(`[data-player="${to}"] .sets, [data-player="${to}"]`))
    const dx = seat ? seat.left + Math.min(60, seat.width / 2) - from.left - from.width / 2 : 0
    const dy = seat ? seat.top + seat.height / 2 - from.top - from.height / 2 : -60
    leave(
      board,
      node,
      [
        { transform: 'none', opacity: 1 },
        {
          transform: `translate(${dx}px, ${dy}px) scale(${seat ? Math.min(1, 42 / from.width) : 0.6}) rotate(${seat ? 0 : 12}deg)`,
          opacity: seat ? 0.9 : 0,
        },
      ],
      at,
    )
  })
  for (const { player, card } of memory.gained) {
    const found = board.querySelector<HTMLElement>(`[data-player="${player}"] [data-family="${card}"] .card`)
    if (found && memory.deck) come(found, memory.deck, 1)
  }
}
