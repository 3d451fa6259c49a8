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

function fetchOne(lang: string, about: string): Promise<void> {
  const key = `${lang}/${about}`
  const known = asked.get(key)
  if (known) return known
  const load = api.words(lang, about).then(
    (found) => put(lang, about, found),
    (error: unknown) => {
      // A language that the server does not speak: English stands in.
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

/** Whoever speaks of this game in the language shown. */
export function speakerOf(game: string, names: readonly string[] | null = null): Speaker {
  return new Speaker(library, game, names, language())
}

/** What was refused, in words. */
export function refusalText(fault: Fault, names: readonly string[] | null = null): string {
  if (fault.game === 'client') return t(fault.code, fault.args ?? {})
  const speaker = speakerOf(fault.game ?? 'server', names)
  return speaker.knows(fault.code) ? speaker.fault(fault.code, fault.args ?? {}) : (fault.text ?? fault.code)
}
