/** What moves on this board, as events and the tables before and after tell it:
 *  Musicians, markers, cards, pieces, coins. */
import type { CardPlace, Event, Level, View } from '$lib/generated/games/orchestra'
import { playerPlace } from '$lib/games/game'
import { LEVELS } from './components'

/** Names of places are those of `data-place` and `data-fly`. */
export type Flight =
  /** A Musician, from the reserve to where it works, or home again. */
  | { what: 'musician'; player: number; text: string; from: string; to: string }
  /** A marker goes over all places on its way. */
  | { what: 'marker'; player: number; marker: string; way: string[] }
  /** A card goes to an academy, or comes up from its deck. */
  | { what: 'card'; from: string; to: string; up: boolean }
  | { what: 'piece'; at: string }
  /** What the coins of a player have become more or less by. */
  | { what: 'coins'; player: number; money: number; prestige: number }

/** So many things at once can be followed; what comes after them is simply there. */
export const MOST = 16

const typeOf = (kind: string): string =>
  kind
    .replace(/^(inv|hire)-/, '')
    .charAt(0)
    .toUpperCase()
const reserve = (player: number): string => `reserve ${player}`
const levelOf = (card: string): Level => LEVELS.toReversed().find((level) => card.startsWith(level)) ?? 'I'

function cardsOf({ rows }: View): [string, CardPlace][] {
  return LEVELS.flatMap((level) =>
    rows[level].flatMap((at, index): [string, CardPlace][] => (at ? [[`${level}.${index + 1}`, at]] : [])),
  )
}
/** Who stood on a card, by its place. */
const staffOf = (view: View, place: string): readonly string[] =>
  cardsOf(view).find(([at]) => at === place)?.[1].musicians ?? []

/** All that moves from one table to the next. */
export function flights(news: readonly Event[], before: View, after: View): Flight[] {
  const found: Flight[] = []
  const out = (player: number, kinds: readonly string[], to: string): void => {
    for (const kind of kinds) found.push({ what: 'musician', player, text: typeOf(kind), from: reserve(player), to })
  }
  for (const event of news) {
    switch (event.event) {
      case 'space_used':
        out(event.player, [event.musician], `space ${event.player} ${event.space}`)
        break
      case 'slot_staffed':
        out(
          event.player,
          after.academies[event.player]?.slots[event.slot - 1] ?? [],
          `slot ${event.player} ${event.slot}`,
        )
        break
      case 'card_staffed':
        out(event.player, staffOf(after, event.place), `card ${event.place}`)
        break
      case 'spot_taken':
        // Three of the Virtuosos come straight from the board (OR-029).
        found.push({
          what: 'musician',
          player: event.player,
          text: typeOf(event.who),
          from: /V[123]/.test(event.who) ? playerPlace(event.player) : reserve(event.player),
          to: `spot ${event.spot}`,
        })
        break
      case 'column_moved':
        found.push({
          what: 'marker',
          player: event.player,
          marker: `marker ${event.player}`,
          way: stops(event.from, event.to).map((at) => `column ${at}`),
        })
        break
      case 'stepped':
      case 'stepped_back': {
        const one = event.event === 'stepped' ? event.to - 1 : event.to + 1
        const known = found.find(
          (flight) => flight.what === 'marker' && flight.marker === `baton ${event.player} ${event.side}`,
        )
        if (known?.what === 'marker') known.way.push(`step ${event.side} ${event.to}`)
        else
          found.push({
            what: 'marker',
            player: event.player,
            marker: `baton ${event.player} ${event.side}`,
            way: [`step ${event.side} ${one}`, `step ${event.side} ${event.to}`],
          })
        break
      }
      case 'fulfilled': {
        const from = cardsOf(before).find(([, at]) => at.card === event.card)?.[0]
        found.push({
          what: 'card',
          from: from ? `card ${from}` : `deck ${levelOf(event.card)}`,
          to: playerPlace(event.player),
          up: false,
        })
        break
      }
      case 'card_shown':
        found.push({ what: 'card', from: `deck ${levelOf(event.card)}`, to: `card ${event.place}`, up: true })
        break
      case 'piece_placed':
        found.push({ what: 'piece', at: event.at })
    }
  }
  if (news.length) found.push(...homeward(before, after), ...purses(before, after))
  return found.slice(0, MOST)
}

/** From a space to another one, one by one, in either direction. */
function stops(from: number, to: number): number[] {
  const step = to < from ? -1 : 1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + step * at)
}

/** Musicians that are no longer where they worked: their own go home (OR-163), Freelancers leave the picture. */
function homeward(before: View, after: View): Flight[] {
  const home = (player: number, kind: string, from: string): Flight[] =>
    /^(inv|hire)-/.test(kind) ? [] : [{ what: 'musician', player, text: typeOf(kind), from, to: reserve(player) }]
  const boards = before.academies.flatMap((academy, player) => [
    ...Object.entries(academy.spaces).flatMap(([space, kind]) =>
      space in after.academies[player]!.spaces ? [] : home(player, kind, `space ${player} ${space}`),
    ),
    ...academy.slots.flatMap((slot, at) =>
      after.academies[player]!.slots[at]?.length
        ? []
        : slot.flatMap((kind) => home(player, kind, `slot ${player} ${at + 1}`)),
    ),
  ])
  const staffed = cardsOf(before).flatMap(([place, { player, musicians = [] }]) =>
    player === undefined || staffOf(after, place).length
      ? []
      : musicians.flatMap((kind) => home(player, kind, `card ${place}`)),
  )
  return [...boards, ...staffed]
}

function purses(before: View, after: View): Flight[] {
  return after.academies.flatMap((academy, player): Flight[] => {
    const [money, prestige] = [
      academy.money - before.academies[player]!.money,
      academy.prestige - before.academies[player]!.prestige,
    ]
    return money || prestige ? [{ what: 'coins', player, money, prestige }] : []
  })
}
