/** The template language of the words catalogue; src/tutti/words/template.py explains it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Fields = { [key: string]: Json }
export type Look = (kind: string, value: Json) => string

const PIECE = /\{\{|\}\}|\{(\w+)(?::(\w+)|\|([^{}]*))?\}/gu

/** Plain data as Python's json.dumps writes it: a space after colon and comma. */
export function dumps(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${dumps(one)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value)
}

/** A value as the key of a catalogue entry. */
export function keyOf(value: Json): string {
  return typeof value === 'string' ? value : dumps(value)
}

/** Whether the language uses its singular with this number. */
export function singular(value: Json, lang: string): boolean {
  const number = typeof value === 'boolean' ? Number(value) : value
  return number === 1 || (lang === 'fr' && number === 0)
}

/** The template with its values. A value that is not given shows as {name}. */
export function render(template: string, args: Fields, look: Look, lang: string): string {
  return template.replace(PIECE, (found: string, name?: string, kind?: string, forms?: string) => {
    if (name === undefined) return found.charAt(0)
    if (!Object.hasOwn(args, name)) return `{${name}}`
    const value = args[name] as Json
    if (forms !== undefined) {
      const [one, many] = forms.split('|') as [string, string?]
      return many === undefined || singular(value, lang) ? one : many
    }
    if (Array.isArray(value) && kind !== 'json') return value.map((item) => look(kind ?? '', item)).join(', ')
    return look(kind ?? '', value)
  })
}

/** The values that a template asks for. */
export function namesIn(template: string): Set<string> {
  return new Set([...template.matchAll(PIECE)].flatMap((found) => (found[1] ? [found[1]] : [])))
}
