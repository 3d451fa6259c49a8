/** What has been played in this Movement: heard of in the news, since a view only tells what is to come. */
import type { Event, Turn } from '$lib/generated/games/symphony'

export interface Played {
  instrument: string
  player: number
}

/** Goes on with what happened; another Movement begins anew. A chain or a group of discs is one play. */
export function heard(before: readonly Played[], news: readonly Event[]): readonly Played[] {
  let list = [...before]
  for (const event of news) {
    if (event.event === 'movement') list = []
    else if (event.event === 'placed' || event.event === 'paired' || event.event === 'burned') {
      if (list.at(-1)?.instrument !== event.instrument)
        list.push({ instrument: event.instrument, player: event.player })
    }
  }
  return list
}

/** Those that are over: a play that is on has placed discs already when its chain goes on. */
export function over(played: readonly Played[], now: Turn | undefined): readonly Played[] {
  return now && played.at(-1)?.instrument === now.instrument ? played.slice(0, -1) : played
}

export interface OrderRow {
  turn: Turn
  /** The stage begins here. */
  opens: boolean
}

export function rows(order: readonly Turn[]): OrderRow[] {
  return order.map((turn, at) => ({ turn, opens: turn.stage !== order[at - 1]?.stage }))
}
