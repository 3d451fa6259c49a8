import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import credits from '$lib/art/credits.json'
import { source } from './kit'

test('the lock file names no registry', () => {
  expect(source('package-lock.json')).not.toContain('"resolved"')
})

test('the pictures are those of the packages, and all are credited', () => {
  execFileSync('node', ['scripts/art.mjs', '--check'], { cwd: `${import.meta.dirname}/..` })
  const drawn = [...source('src/art/sprite.svg').matchAll(/<symbol id="([^"]+)"/g)].length
  expect(credits.reduce((sum, set) => sum + set.pictures.length, 0)).toBe(drawn)
  const told = source('../CREDITS.md')
  for (const set of credits) expect(told).toContain(set.name)
})
