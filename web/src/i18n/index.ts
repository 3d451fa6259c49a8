/** Words of the interface itself. Words of the games come from the server (state/words). */
import { render, type Fields } from '$lib/words/template'
import { createSubscriber } from 'svelte/reactivity'

export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch' } as const
export type Lang = keyof typeof LANGUAGES

const files = import.meta.glob<Record<string, string>>('./*.json', { import: 'default' })
const loaded = new Map<string, Record<string, string>>()
let current: Record<string, string> = {}
let lang: Lang = 'en'
let wake = (): void => {}
const subscribe = createSubscriber((update) => {
  wake = update
  return () => {}
})

/** The language now shown. */
export function language(): Lang {
  subscribe()
  return lang
}

/** A sentence of the interface. */
export function t(code: string, args: Fields = {}): string {
  subscribe()
  const template = current[code]
  if (template === undefined) return code
  return render(template, args, (_kind, value) => String(value), lang)
}

/** A point in time for people: the hour, with the day if that was another one. */
export function timeOf(at: number): string {
  const today = new Date(at).toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(language(), today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** One format for each language: they are dear to make. */
function kept<Format>(make: (language: Lang) => Format): () => Format {
  const made = new Map<Lang, Format>()
  return () => {
    const wanted = language()
    if (!made.has(wanted)) made.set(wanted, make(wanted))
    return made.get(wanted)!
  }
}
const lists = kept((wanted) => new Intl.ListFormat(wanted))
const differences = kept((wanted) => new Intl.NumberFormat(wanted, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }))
const numbers = kept((wanted) => new Intl.NumberFormat(wanted, { maximumFractionDigits: 1 }))

/** Several names in one sentence: Ada, Bo and Clara. */
export function listed(names: readonly string[]): string {
  return lists().format(names)
}

/** A difference, with its sign: +2, −1.5. */
export function signed(difference: number): string {
  return differences().format(difference).replace('-', '−')
}

/** A number as people write it, with one decimal at most. */
export function number(value: number): string {
  return numbers().format(value)
}

/** Show another language; what is on the screen changes at once. */
export async function speak(wanted: Lang): Promise<void> {
  if (!loaded.has(wanted)) {
    const load = files[`./${wanted}.json`]
    if (load) loaded.set(wanted, await load())
  }
  current = loaded.get(wanted) ?? current
  lang = wanted
  document.documentElement.lang = wanted
  wake()
}

/** The language that the browser asks for, if we speak it. */
export function preferred(): Lang {
  for (const wish of navigator.languages ?? []) {
    const short = wish.slice(0, 2).toLowerCase()
    if (short in LANGUAGES) return short as Lang
  }
  return 'en'
}
