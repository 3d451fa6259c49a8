/** What can be played and with whom, asked for once. */
import { t } from '$lib/i18n'
import { api, type BotInfo, type GameInfo, type Me } from '$lib/net/api'
import { prefs } from './prefs.svelte'
import { covers, speakerOf } from './words.svelte'

export const catalogue = $state<{ games: GameInfo[]; bots: BotInfo[]; me: Me | null; failed: boolean }>({
  games: [],
  bots: [],
  me: null,
  failed: false,
})

let loading: Promise<void> | null = null

/** Ask the server what there is. */
export function loadCatalogue(): Promise<void> {
  loading ??= load().catch(() => {
    loading = null
    catalogue.failed = true
  })
  return loading
}

async function load(): Promise<void> {
  catalogue.failed = false
  // The first question makes a guest of a stranger: the others must come with that cookie.
  catalogue.me = await api.me()
  const [games, bots] = await Promise.all([api.games(), api.bots(), covers()])
  catalogue.games = games
  catalogue.bots = bots
}

/** What the engine says of a game; nothing until the catalogue is there. */
export function infoOf(game: string): GameInfo | null {
  return catalogue.games.find((one) => one.name === game) ?? null
}

/** The levels from the weakest to the strongest; other bots come after them. */
export const LEVELS: readonly string[] = ['apprentice', 'student', 'soloist', 'maestro']
/** Whom somebody meets who has not chosen yet. */
const FIRST = 'student'

/** All bots, the levels first. */
export function opponents(): BotInfo[] {
  return [...catalogue.bots].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** The levels that this server has, and the bot that was wanted last; all its bots if it has no levels. */
export function levels(): BotInfo[] {
  const known = opponents().filter((bot) => LEVELS.includes(bot.name) || bot.name === prefs.level)
  return known.length ? known : opponents()
}

/** The level that this person plays against. */
export function levelOf(wanted: string): string {
  const found = [wanted, FIRST].find((name) => catalogue.bots.some((bot) => bot.name === name))
  return found ?? levels()[0]?.name ?? ''
}

function rank(bot: BotInfo): number {
  const at = LEVELS.indexOf(bot.name)
  return at < 0 ? LEVELS.length : at
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

/** Who made a game and who published it; empty for a game that we do not know. */
export function authorsOf(game: string): string {
  const speaker = speakerOf(game)
  return speaker.knows('authors') ? speaker.say('authors') : ''
}
