/** What can be played and with whom, asked for once. */
import { t } from '$lib/i18n'
import { api, type BotInfo, type GameInfo, type Me } from '$lib/net/api'
import { learn } from './words.svelte'

export const shelf = $state<{ games: GameInfo[]; bots: BotInfo[]; me: Me | null; failed: boolean }>({
  games: [],
  bots: [],
  me: null,
  failed: false,
})

let stocked: Promise<void> | null = null

/** Ask the server what there is. */
export function stock(): Promise<void> {
  stocked ??= fill().catch(() => {
    stocked = null
    shelf.failed = true
  })
  return stocked
}

async function fill(): Promise<void> {
  shelf.failed = false
  // The first question makes a guest of a stranger: the others must come with that cookie.
  shelf.me = await api.me()
  const [games, bots] = await Promise.all([api.games(), api.bots()])
  shelf.games = games
  shelf.bots = bots
  await learn(...games.map((game) => game.name))
}

/** The bots from the weakest to the strongest, as far as we know them. */
const ORDER = ['random', 'greedy', 'easy', 'normal', 'hard', 'expert']
export function levels(): BotInfo[] {
  const place = (bot: BotInfo): number => {
    const at = ORDER.indexOf(bot.name)
    return at < 0 ? ORDER.length : at
  }
  return [...shelf.bots].sort((a, b) => place(a) - place(b) || Number(a.searches) - Number(b.searches))
}

/** A bot's name for people. */
export function botName(bot: string): string {
  const code = `bot.${bot}`
  const text = t(code)
  return text === code ? bot : text
}

export function botAbout(bot: string): string {
  const code = `bot.${bot}.about`
  const text = t(code)
  return text === code ? '' : text
}
