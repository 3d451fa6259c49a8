/** The words of games and server, loaded when they are needed. */
import { language } from '$lib/i18n'
import { api, Refused, type Fault } from '$lib/net/api'
import { t } from '$lib/i18n'
import { DEFAULT, Speaker, type Catalogue } from '$lib/words/speaker'

let library = $state.raw<Record<string, Record<string, Catalogue>>>({})
const asked = new Map<string, Promise<void>>()
const covered = new Map<string, Promise<void>>()
/** What somebody has wanted to know all words about; another language needs them, too. */
const wanted = new Set<string>()
/** All words about this are there, by language and name. */
const full = new Set<string>()

/** Load what the front page says of each game: their titles and a sentence or two. */
export function covers(): Promise<void> {
  const lang = language()
  const known = covered.get(lang)
  if (known) return known
  const load = api
    .covers(lang)
    .catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404 && lang !== DEFAULT) return api.covers(DEFAULT)
      covered.delete(lang)
      throw error
    })
    .then((found) => {
      for (const [game, said] of Object.entries(found)) {
        // Who knows everything about a game knows its title.
        if (!full.has(`${lang}/${game}`)) put(lang, game, said)
      }
    })
  covered.set(lang, load)
  return load
}

/** Load what is said about a game in the language shown, and in English to fall back on. */
export async function learn(...about: string[]): Promise<void> {
  for (const one of ['kernel', 'server', ...about]) wanted.add(one)
  const langs = [...new Set([language(), DEFAULT])]
  await Promise.all(langs.flatMap((lang) => ['kernel', 'server', ...about].map((one) => fetchOne(lang, one))))
}

/** The language has changed: what was known is learnt anew, and no more. */
export async function learnAnew(): Promise<void> {
  await Promise.all([covers().catch(() => undefined), wanted.size ? learn(...wanted) : undefined])
}

let spoken: Promise<readonly string[]> | null = null

/** The languages that the server speaks; in all others English stands in. */
function languages(): Promise<readonly string[]> {
  spoken ??= api.languages().catch(() => {
    spoken = null
    return [DEFAULT]
  })
  return spoken
}

function fetchOne(lang: string, about: string): Promise<void> {
  const key = `${lang}/${about}`
  const known = asked.get(key)
  if (known) return known
  const load = languages()
    .then((known) => (known.includes(lang) ? api.words(lang, about) : {}))
    .then(
      (found) => putAll(lang, about, found),
      (error: unknown) => {
        // Words that this language does not have yet.
        if (error instanceof Refused && error.status === 404) putAll(lang, about, {})
        else asked.delete(key)
      },
    )
  asked.set(key, load)
  return load
}

function putAll(lang: string, about: string, found: Catalogue): void {
  full.add(`${lang}/${about}`)
  put(lang, about, found)
}

function put(lang: string, about: string, found: Catalogue): void {
  library = { ...library, [lang]: { ...library[lang], [about]: found } }
}

/** Whoever speaks of this game in the language shown, to this player or to nobody. */
export function speakerOf(game: string, names: readonly string[] | null = null, you: number | null = null): Speaker {
  return new Speaker(library, game, names, language(), you)
}

/** What was refused, in words. */
export function refusalText(fault: Fault, names: readonly string[] | null = null, you: number | null = null): string {
  if (fault.game === 'client') return t(fault.code, fault.args ?? {})
  const speaker = speakerOf(fault.game ?? 'server', names, you)
  return speaker.knows(fault.code) ? speaker.fault(fault.code, fault.args ?? {}) : (fault.text ?? fault.code)
}
