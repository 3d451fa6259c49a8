/** The template language of the words catalogue; src/tutti/words/template.py explains it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Fields = { [key: string]: Json }
export type Look = (kind: string, value: Json) => string

/** Its groups: name, kind, pronoun, how a form is chosen, the forms. */
const PIECE = /\{\{|\}\}|\{(\w+)(?::(\w+)(?:\?([^{}|?]*))?|([|?])([^{}]*))?\}/gu

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

const PART = /\p{L}+|\d+/gu
const PARTS = 4

/** The letters and the numbers that a value is made of, by place; those that it lacks are empty. */
export function partsOf(value: string): Fields {
  const found = (value.match(PART) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part))
  return Object.fromEntries([
    ['0', value],
    ...Array.from({ length: PARTS }, (_, at) => [String(at + 1), found[at] ?? ''] as const),
  ])
}

const plurals = new Map<string, Intl.PluralRules>()

/** Whether the language uses its singular with this number. */
export function singular(value: Json, lang: string): boolean {
  if (typeof value !== 'number' && typeof value !== 'boolean') return false
  let rules = plurals.get(lang)
  if (!rules) plurals.set(lang, (rules = new Intl.PluralRules(lang)))
  return rules.select(Number(value)) === 'one'
}

/** What stands before the tenths, where it is no point. */
const COMMA: Readonly<Record<string, string>> = { de: ',', fr: ',' }

/** A number as people write it: with a minus and the language's own comma. */
export function written(number: number, lang: string): string {
  return dumps(number)
    .replaceAll('-', '−')
    .replace('.', COMMA[lang] ?? '.')
}

/** The template with its values; `you` is the player spoken to, if any. A value that is not given shows as {name}. */
export function render(template: string, args: Fields, look: Look, lang: string, you: number | null = null): string {
  const shown = (kind: string, value: Json, pronoun: string | undefined): string => {
    if (kind === 'player' && you !== null && value === you) return pronoun ?? look('pronoun', 'you')
    return kind === '' && typeof value === 'number' ? written(value, lang) : look(kind, value)
  }
  return template.replace(
    PIECE,
    (found: string, name?: string, kind = '', pronoun?: string, choice?: string, forms = '') => {
      if (name === undefined) return found.charAt(0)
      if (!Object.hasOwn(args, name)) return `{${name}}`
      const value = args[name] as Json
      if (choice !== undefined) {
        const [first = '', second] = forms.split('|')
        const fits = choice === '?' ? you !== null && isYou(value, you) : singular(value, lang)
        return fits || second === undefined ? first : second
      }
      if (Array.isArray(value) && kind !== 'json') return value.map((item) => shown(kind, item, pronoun)).join(', ')
      return shown(kind, value, pronoun)
    },
  )
}

function isYou(value: Json, you: number): boolean {
  return value === you || (Array.isArray(value) && value.length === 1 && value[0] === you)
}

/** The values that a template asks for. */
export function namesIn(template: string): Set<string> {
  return new Set([...template.matchAll(PIECE)].flatMap((found) => (found[1] ? [found[1]] : [])))
}
