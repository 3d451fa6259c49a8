/** The words catalogue straight from the sources, for pages that have no server. */
import type { Library } from '$lib/words/speaker'
import { parse } from 'smol-toml'

const files = import.meta.glob('../../src/tutti/words/*/*.toml', { query: '?raw', import: 'default', eager: true })
/** Games of the tests bring their own. */
const guests = import.meta.glob('../../tests/games/*/words/*.toml', { query: '?raw', import: 'default', eager: true })

function flatten(table: object, prefix: string, found: Record<string, string>): Record<string, string> {
  for (const [key, value] of Object.entries(table)) {
    if (value !== null && typeof value === 'object') flatten(value, `${prefix}${key}.`, found)
    else found[prefix + key] = String(value)
  }
  return found
}

/** Language and name of a file: words/<language>/<game>.toml, or <game>/words/<language>.toml. */
function placed(path: string): [lang: string, file: string] {
  const [first, second, third] = path.replace('.toml', '').split('/').slice(-3) as [string, string, string]
  return second === 'words' ? [third, first] : [second, third]
}

export const library: Library = Object.entries({ ...files, ...guests }).reduce<
  Record<string, Record<string, Record<string, string>>>
>((all, [path, text]) => {
  const [lang, file] = placed(path)
  ;(all[lang] ??= {})[file] = flatten(parse(text as string), '', {})
  return all
}, {})
