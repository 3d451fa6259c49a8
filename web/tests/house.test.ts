import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import credits from '$lib/art/credits.json'
import { parse } from '$lib/router.svelte'
import { recordNames, seatName } from '$lib/state/names'
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

test('addresses', () => {
  const { page, parts, query } = parse('#/replay/abc%2Fd?at=12&as=1')
  expect([page, parts, query.get('at'), query.get('as')]).toEqual(['replay', ['abc/d'], '12', '1'])
  expect(parse('').page).toBe('')
})

test('bots of one kind get names of their own, the same everywhere', () => {
  const bot = { kind: 'bot', name: 'greedy', bot: 'greedy', standin: false, resigned: false, online: false, mine: false } as const
  expect([0, 1].map((at) => seatName(bot, at, ''))).toEqual(['Clara', 'Felix'])
  expect(recordNames(['Ada', 'greedy'], 3, ['greedy'], (at) => `seat ${at}`)).toEqual(['Ada', 'Felix', 'seat 2'])
})
