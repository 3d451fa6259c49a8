import { expect, test } from 'vitest'
import { pageOf, parse, pasted } from '$lib/router.svelte'

test('addresses', () => {
  const { page, parts, query } = parse('#/replay/abc%2Fd?at=12&as=1')
  expect([page, parts, query.get('at'), query.get('as')]).toEqual(['replay', ['abc/d'], '12', '1'])
  expect(parse('').page).toBe('')
})

test.each([
  '#/nowhere',
  '#/constructor',
  '#/__proto__',
  '#/watch/abc',
  '#/create/symphony',
  '#/table',
  '#/table/',
  '#/table/..',
  '#/table/a/b',
  '#/tables/x',
  '#/replay',
  '#/replay/?at=3',
  '#/replay/.',
  '#/replay/a/b',
  '#/rules/symphony/SY-001/x',
  '#/new/symphony/x',
  '#/settings/x',
  '#/%E0%A4%A',
])('%s leads nowhere', (address) => {
  expect(pageOf(parse(address))).toBe(null)
})

test.each([
  ['', ''],
  ['#/', ''],
  ['#/new', 'new'],
  ['#/new/symphony', 'new'],
  ['#/table/abc', 'table'],
  ['#/table/abc/', 'table'],
  ['#/tables', 'tables'],
  ['#/replay/abc?at=3&as=1', 'replay'],
  ['#/rules', 'rules'],
  ['#/rules/orchestra/OR-120', 'rules'],
  ['#/settings', 'settings'],
  ['#/settings/about', 'settings'],
])('%s leads to a page', (address, page) => {
  expect(pageOf(parse(address))).toBe(page)
})

test.each([
  ['abc', '#/table/abc'],
  [' https://tutti.example/#/table/abc ', '#/table/abc'],
  ['https://tutti.example/x/#/table/abc/', '#/table/abc/'],
  ['tutti.example/#/replay/abc?at=3', '#/replay/abc?at=3'],
  ['https://tutti.example/api/tables/abc', '#/table/abc'],
  ['abc/', '#/table/abc'],
  [' / ', ''],
  ['', ''],
])('what is pasted as “%s” leads to %s', (text, address) => {
  expect(pasted(text)).toBe(address)
})
