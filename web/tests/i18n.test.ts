import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import de from '$lib/i18n/de.json'
import en from '$lib/i18n/en.json'
import fr from '$lib/i18n/fr.json'
import { speak, t } from '$lib/i18n'
import { namesIn } from '$lib/words/template'
import { library } from './kit'

const ALL = { fr, de } as unknown as Record<string, Record<string, string>>
const ENGLISH = en as Record<string, string>

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

describe.each(Object.keys(ALL))('%s', (lang) => {
  test('has every sentence of English, and no other', () => {
    expect(Object.keys(ALL[lang]!).sort()).toEqual(Object.keys(ENGLISH).sort())
  })
  test('puts the same values into each', () => {
    for (const [code, text] of Object.entries(ENGLISH)) {
      expect([code, [...namesIn(ALL[lang]![code]!)].sort()]).toEqual([code, [...namesIn(text)].sort()])
    }
  })
})

test('every sentence that the client says is there', () => {
  const said = new Set<string>()
  for (const path of files(join(import.meta.dirname, '..', 'src')).filter((one) => /\.(svelte|ts)$/.test(one))) {
    for (const found of readFileSync(path, 'utf8').matchAll(/\bt\('([^']+)'/g)) said.add(found[1]!)
  }
  expect([...said].filter((code) => !(code in ENGLISH))).toEqual([])
  expect(said.size).toBeGreaterThan(200)
})

describe('what is said about one game lies with its words, not here', () => {
  const root = join(import.meta.dirname, '..', 'src')
  const folders = readdirSync(join(root, 'games')).filter(
    (name) => statSync(join(root, 'games', name)).isDirectory() && name !== 'text',
  )
  const titles = [
    ...new Set([...folders, ...Object.values(library).flatMap((one) => folders.map((game) => one[game]!['title']!))]),
  ]
  /** What is found in the sources, with the games whose folders have it; '' for all other places. */
  function found(pattern: RegExp): Map<string, Set<string>> {
    const all = new Map<string, Set<string>>()
    for (const path of files(root).filter((one) => /\.(svelte|ts)$/.test(one))) {
      const game = folders.find((one) => path.includes(join('games', one))) ?? ''
      for (const [, code] of readFileSync(path, 'utf8').matchAll(pattern))
        all.set(code!, (all.get(code!) ?? new Set()).add(game))
    }
    return all
  }

  test('no game is named', () => {
    expect(titles).toHaveLength(6)
    const named = new RegExp(titles.map((title) => `\\b${title}\\b`).join('|'), 'u')
    for (const [lang, sentences] of Object.entries({ en: ENGLISH, ...ALL })) {
      expect([lang, Object.entries(sentences).filter(([code, text]) => named.test(code) || named.test(text))]).toEqual([
        lang,
        [],
      ])
    }
  })
  test('no sentence is said by one game alone', () => {
    const said = [...found(/\bt\('([^']+)'/g)].filter(([, games]) => games.size === 1 && !games.has(''))
    expect(said.map(([code]) => code)).toEqual([])
  })
  test.each(folders)('%s says what it has words for, and all of them', (game) => {
    const own = library['en']![game]!
    const whole = [...found(/'(web\.[\w.]+)'/g)].filter(([, games]) => games.has(game)).map(([code]) => code)
    const begun = [...found(/`(web\.[\w.]+\.)\$\{/g)].filter(([, games]) => games.has(game)).map(([code]) => code)
    expect(whole.filter((code) => !(code in own))).toEqual([])
    expect(begun.filter((start) => !Object.keys(own).some((code) => code.startsWith(start)))).toEqual([])
    // What every game may say of itself is asked for outside its folder.
    const anywhere = [...found(/'(web\.[\w.]+)'/g)].filter(([, games]) => games.has('')).map(([code]) => code)
    const mine = Object.keys(own).filter((code) => code.startsWith('web.') && !anywhere.includes(code))
    expect(mine.length).toBeGreaterThan(20)
    expect(mine.filter((code) => !whole.includes(code) && !begun.some((start) => code.startsWith(start)))).toEqual([])
  })
})

/** The text with its forms, and 0 for every value. */
const plain = (text: string): string =>
  text.replace(/\{\w+(?::\w+)?[|?]([^{}]*)\}/g, '$1').replace(/\{\w+(?::\w+)?\}/g, '0')

test('French has a narrow no-break space before ; : ! ? and inside « »', () => {
  for (const [code, text] of Object.entries(ALL['fr']!)) {
    const bare = plain(text)
    expect([code, bare]).toEqual([code, expect.not.stringMatching(/[^\u202f(][;:!?»]|«[^\u202f]|['“”„\u00a0]/)])
  }
})

test('no colon is put after a word outside the sentences: French has a space before it', () => {
  const found = files(join(import.meta.dirname, '..', 'src'))
    .filter((path) => /\.(svelte|ts)$/.test(path) && !/generated|template\.ts$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8').replace(/<style>.*?<\/style>/s, '')
      const page = path.endsWith('.svelte') ? text.replace(/<script.*?<\/script>/s, '') : ''
      const marks = [
        ...text.matchAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}: |(?:\+ |join\()['"`]: ['"`]/g),
        ...page.matchAll(/(?:\}|<\/\w+>):(?=[\s<{])/g),
      ]
      return marks.map((mark) => `${path.split('/src/')[1]}: ${mark[0]}`)
    })
  expect(found).toEqual([])
})

test('words that people stumbled over', () => {
  expect([en['settings.theme'], fr['settings.theme'], de['settings.theme']]).toEqual(['Theme', 'Thème', 'Design'])
  for (const code of ['hint.mark', 'hint.rank'] as const)
    expect([en[code], fr[code], de[code]]).toEqual([
      expect.stringContaining('% to win'),
      expect.stringContaining('% de gagner'),
      expect.stringContaining('% Gewinnchance'),
    ])
})

test('the language changes at once', async () => {
  expect(t('home.play')).toBe('Play now')
  await speak('fr')
  expect([t('home.play'), document.documentElement.lang]).toEqual(['Jouer', 'fr'])
  await speak('en')
  expect(t('end.won', { names: 'Ada', count: 1 })).toBe('Ada wins!')
})
