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

test('the language changes at once', async () => {
  expect(t('home.play')).toBe('Play now')
  await speak('fr')
  expect([t('home.play'), document.documentElement.lang]).toEqual(['Jouer', 'fr'])
  await speak('en')
  expect(t('end.won', { names: 'Ada', count: 1 })).toBe('Ada wins!')
})
