/** The words catalogue straight from the sources, for pages that have no server. */
import type { Library } from '$lib/words/speaker'
import { parse } from 'smol-toml'

const files = import.meta.glob('../../src/tutti/words/*/*.toml', { query: '?raw', import: 'default', eager: true })

function flatten(table: object, prefix: string, found: Record<string, string>): Record<string, string> {
  for (const [key, value] of Object.entries(table)) {
    if (value !== null && typeof value === 'object') flatten(value, `${prefix}${key}.`, found)
    else found[prefix + key] = String(value)
  }
  return found
}

export const library: Library = Object.entries(files).reduce<Record<string, Record<string, Record<string, string>>>>(
  (all, [path, text]) => {
    const [lang, file] = path.split('/').slice(-2) as [string, string]
    ;(all[lang] ??= {})[file.replace('.toml', '')] = flatten(parse(text as string), '', {})
    return all
  },
  {},
)
