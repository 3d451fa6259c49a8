/** Speaks of one game in one language, with the names of the people at the table. The twin of words/__init__.py. */

import { plain, unmarked } from './small'
import { dumps, keyOf, partsOf, render, type Fields, type Json } from './template'

export type Catalogue = Readonly<Record<string, string>>

/** All words that are loaded: by language, then by game ("kernel" for all games, "server" for the server). */
export type Library = Readonly<Record<string, Readonly<Record<string, Catalogue>>>>

export interface Asked {
  step: string
  rule: string
  args: Fields
}

export interface Remark {
  code: string
  rule: string
  args: Fields
}

export const DEFAULT = 'en'
const KERNEL = 'kernel'

export class Speaker {
  constructor(
    readonly library: Library,
    readonly game: string,
    readonly names: readonly string[] | null = null,
    readonly lang: string = DEFAULT,
    /** The player spoken to, if any. */
    readonly you: number | null = null,
    /** Whether it says the small print, too: the codes of the notation. */
    readonly small: boolean = false,
  ) {}

  /** The same, at another table or about another game. */
  with(names: readonly string[] | null, game = this.game): Speaker {
    return new Speaker(this.library, game, names, this.lang, this.you, this.small)
  }

  /** The same, spoken to another player or to nobody. */
  to(you: number | null): Speaker {
    return new Speaker(this.library, this.game, this.names, this.lang, you, this.small)
  }

  /** The same with the small print between its marks, for ui/Said.svelte to draw. */
  fine(): Speaker {
    return new Speaker(this.library, this.game, this.names, this.lang, this.you, true)
  }

  private find(code: string): string | undefined {
    for (const lang of new Set([this.lang, DEFAULT])) {
      for (const source of [this.game, KERNEL]) {
        const template = this.library[lang]?.[source]?.[code]
        if (template !== undefined) return template
      }
    }
    return undefined
  }

  knows(code: string): boolean {
    return this.find(code) !== undefined
  }

  /** The words of a code. An unknown one is shown with its values; it never throws. */
  say(code: string, args: Fields = {}): string {
    const template = this.find(code)
    if (template === undefined) {
      return `${code}(${Object.entries(args)
        .map(([name, value]) => `${name}=${keyOf(value)}`)
        .join(', ')})`
    }
    return render(
      this.small ? template : plain(template),
      args,
      (kind, value) => this.look(kind, value),
      this.lang,
      this.you,
    )
  }

  /** The name of a thing, or the value itself when the catalogue has none. */
  look(kind: string, value: Json): string {
    if (kind === 'player' && typeof value === 'number') {
      const name = this.names?.[value]
      return name === undefined ? this.say('player', { number: value }) : unmarked(name)
    }
    if (kind === 'json') return dumps(value)
    if (kind === 'game') return this.with(null, String(value)).title
    if (kind && isObject(value) && typeof value['name'] === 'string') {
      return this.say(`${kind}.${value['name']}`, (value['args'] ?? {}) as Fields) // a thing with values of its own
    }
    return kind ? this.named(kind, keyOf(value)) : keyOf(value)
  }

  /** By its key as it is, else in small letters, else by the words for all of its kind, from its parts. */
  private named(kind: string, key: string): string {
    const template = this.find(`${kind}.${key}`) ?? this.find(`${kind}.${key.toLowerCase()}`)
    if (template !== undefined) return this.small ? template : plain(template)
    return key && this.knows(`${kind}.*`) ? this.say(`${kind}.*`, partsOf(key)) : key
  }

  get title(): string {
    return this.library[this.lang]?.[this.game]?.['title'] ?? this.library[DEFAULT]?.[this.game]?.['title'] ?? this.game
  }

  prompt(asked: Asked): string {
    return sentence(this.say(`prompt.${asked.step}`, asked.args))
  }

  event(event: Fields): string {
    const { event: code, ...args } = event
    return sentence(this.say(`event.${keyOf(code ?? '')}`, args))
  }

  /** What is to be known of an action, without its rule; no sentence, for several may stand side by side. */
  remark(remark: Remark): string {
    return this.say(`remark.${remark.code}`, remark.args)
  }

  /** A refusal or an error without its rule: the rule is shown as a link beside it. */
  fault(code: string, args: Fields): string {
    const text = this.say(code, args)
    return sentence('place' in args ? this.say('said.place', { place: args['place'] as Json, text }) : text)
  }

  /** An action in words: by its whole notation, or by its verb with {1},
   *  {2}, … for the rest and {1_1}, {1_2}, … for what dots divide. */
  action(text: string): string {
    const [verb = '', ...rest] = text.split(' ')
    if (this.knows(`action.${text}`)) return this.say(`action.${text}`)
    if (!this.knows(`action.${verb}`)) return text
    const parts = rest.flatMap((word, at) =>
      word.split('.').map((part, nth) => [`${at + 1}_${nth + 1}`, part] as const),
    )
    return this.say(
      `action.${verb}`,
      Object.fromEntries([...rest.map((word, at) => [String(at + 1), word] as const), ...parts]),
    )
  }

  /** What a value of the view is called on a table without a picture; empty for one that is not shown there. */
  label(key: string): string {
    const code = `view.${key}.label`
    return this.knows(code) ? this.say(code) : key.replaceAll('_', ' ')
  }

  /** A value of the view in words, with all that is in it; docs/words.md has the section "view". */
  shown(key: string, value: Json): string {
    const [own, form, entry] = [keyOf(value), 'value', 'entry'].map((part) => `view.${key}.${part}`) as [
      string,
      string,
      string,
    ]
    if (this.knows(own)) return this.say(own)
    if (isObject(value)) {
      const said = Object.entries(value).map(([name, one]) =>
        this.knows(entry) ? this.say(entry, { name, value: one }) : this.field(name, one),
      )
      return said.join(', ') || '–'
    }
    const flat = !Array.isArray(value) || !value.some((one) => one !== null && typeof one === 'object')
    if (this.knows(form) && flat) return this.say(form, { value })
    if (Array.isArray(value)) return value.map((one) => this.shown(key, one)).join(flat ? ', ' : ' · ') || '–'
    return value === null ? '–' : this.look(typeof value === 'boolean' ? 'truth' : '', value)
  }

  /** A field of something: its words may say by themselves what it is. */
  private field(name: string, value: Json): string {
    const said = this.shown(name, value)
    return this.knows(`view.${name}.value`) ? said : `${this.label(name)} ${said}`
  }

  /** What the game itself has under a heading: its keys, for one. */
  section(name: string): Readonly<Record<string, string>> {
    const found = { ...this.library[DEFAULT]?.[this.game], ...this.library[this.lang]?.[this.game] }
    const prefix = `${name}.`
    return Object.fromEntries(
      Object.keys(found).flatMap((code) =>
        code.startsWith(prefix) ? [[code.slice(prefix.length), this.say(code)]] : [],
      ),
    )
  }

  /** A value of an option, short. */
  option(name: string, value: Json): string {
    const own = `option.${name}.${keyOf(value)}`
    if (this.library[this.lang]?.[this.game]?.[own] ?? this.library[DEFAULT]?.[this.game]?.[own]) return this.say(own)
    if (typeof value === 'boolean') return this.look('truth', value)
    const shown = `option.${name}.value`
    return this.knows(shown) ? this.say(shown, { value }) : this.look('', value)
  }
}

function isObject(value: Json): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** With a capital at its start. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
