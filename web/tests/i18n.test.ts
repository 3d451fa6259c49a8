import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import de from '$lib/i18n/de.json'
import en from '$lib/i18n/en.json'
import fr from '$lib/i18n/fr.json'
import { speak, t } from '$lib/i18n'
import { namesIn } from '$lib/words/template'

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

/** The text with its forms, and 0 for every value. */
const plain = (text: string): string => text.replace(/\{\w+(?::\w+)?[|?]([^{}]*)\}/g, '$1').replace(/\{\w+(?::\w+)?\}/g, '0')

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
      const marks = [...text.matchAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}: |(?:\+ |join\()['"`]: ['"`]/g), ...page.matchAll(/(?:\}|<\/\w+>):(?=[\s<{])/g)]
      return marks.map((mark) => `${path.split('/src/')[1]}: ${mark[0]}`)
    })
  expect(found).toEqual([])
})

test('words that people stumbled over', () => {
  expect([en['settings.theme'], fr['settings.theme'], de['settings.theme']]).toEqual(['Theme', 'Thème', 'Design'])
  for (const code of ['board.hint', 'hint.rank'] as const) expect([en[code], fr[code], de[code]]).toEqual([expect.stringContaining('% to win'), expect.stringContaining('% de gagner'), expect.stringContaining('% Gewinnchance')])
})

test('the language changes at once', async () => {
  expect(t('home.play')).toBe('Play now')
  await speak('fr')
  expect([t('home.play'), document.documentElement.lang]).toEqual(['Jouer', 'fr'])
  await speak('en')
  expect(t('end.won', { names: 'Ada', count: 1 })).toBe('Ada wins!')
})
