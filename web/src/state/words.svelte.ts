/** The words of games and server, loaded when they are needed. */
import { language } from '$lib/i18n'
import { api, Refused, type Fault } from '$lib/net/api'
import { t } from '$lib/i18n'
import { DEFAULT, Speaker, type Catalogue } from '$lib/words/speaker'

let library = $state.raw<Record<string, Record<string, Catalogue>>>({})
const asked = new Map<string, Promise<void>>()

/** Load what is said about a game in the language shown, and in English to fall back on. */
export async function learn(...about: string[]): Promise<void> {
  const wanted = ['kernel', 'server', ...about]
  const langs = [...new Set([language(), DEFAULT])]
  await Promise.all(langs.flatMap((lang) => wanted.map((one) => fetchOne(lang, one))))
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
      (found) => put(lang, about, found),
      (error: unknown) => {
        // Words that this language does not have yet.
        if (error instanceof Refused && error.status === 404) put(lang, about, {})
        else asked.delete(key)
      },
    )
  asked.set(key, load)
  return load
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
