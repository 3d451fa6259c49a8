import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import credits from '$lib/art/credits.json'
import { pageOf, parse, pasted } from '$lib/router.svelte'
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

test.each([
  '#/nowhere', '#/constructor', '#/__proto__', '#/watch/abc', '#/create/symphony', '#/table', '#/table/', '#/table/..', '#/table/a/b', '#/tables/x',
  '#/replay', '#/replay/?at=3', '#/replay/.', '#/replay/a/b', '#/rules/symphony/SY-001/x', '#/new/symphony/x', '#/settings/x', '#/%E0%A4%A',
])('%s leads nowhere', (address) => {
  expect(pageOf(parse(address))).toBe(null)
})

test.each([
  ['', ''], ['#/', ''], ['#/new', 'new'], ['#/new/symphony', 'new'], ['#/table/abc', 'table'], ['#/table/abc/', 'table'], ['#/tables', 'tables'],
  ['#/replay/abc?at=3&as=1', 'replay'], ['#/rules', 'rules'], ['#/rules/orchestra/OR-120', 'rules'], ['#/settings', 'settings'], ['#/settings/about', 'settings'],
])('%s leads to a page', (address, page) => {
  expect(pageOf(parse(address))).toBe(page)
})

test.each([
  ['abc', '#/table/abc'], [' https://tutti.example/#/table/abc ', '#/table/abc'], ['https://tutti.example/x/#/table/abc/', '#/table/abc/'],
  ['tutti.example/#/replay/abc?at=3', '#/replay/abc?at=3'], ['https://tutti.example/api/tables/abc', '#/table/abc'], ['abc/', '#/table/abc'], [' / ', ''], ['', ''],
])('what is pasted as “%s” leads to %s', (text, address) => {
  expect(pasted(text)).toBe(address)
})

test('bots of one kind get names of their own, the same everywhere', () => {
  const bot = { kind: 'bot', name: 'greedy', bot: 'greedy', standin: false, resigned: false, online: false, mine: false } as const
  expect([0, 1].map((at) => seatName(bot, at, ''))).toEqual(['Clara', 'Felix'])
  expect(recordNames(['Ada', 'greedy'], 3, ['greedy'], (at) => `seat ${at}`)).toEqual(['Ada', 'Felix', 'seat 2'])
})
