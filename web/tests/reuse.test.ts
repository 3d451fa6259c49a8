import { reuse } from '$lib/state/reuse'
import { expect, test } from 'vitest'
import { MOMENTS } from './kit'

test('what is equal stays the very same, what changed is new', () => {
  const was = { a: [{ b: 1 }, { b: 2 }], c: { d: null }, e: 'x' }
  const now = reuse(was, { a: [{ b: 1 }, { b: 3 }], c: { d: null }, e: 'x' })
  expect(now).toEqual({ a: [{ b: 1 }, { b: 3 }], c: { d: null }, e: 'x' })
  expect(now).not.toBe(was)
  expect(now.a).not.toBe(was.a)
  expect(now.a[0]).toBe(was.a[0])
  expect(now.c).toBe(was.c)
  expect(was.a[1]).toEqual({ b: 2 })
  expect(reuse(was, structuredClone(was))).toBe(was)
})

test.each([
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [[1, 2], [1]],
  [{ 0: 1 }, [1]],
  [null, {}],
  [{}, null],
  [{ a: undefined }, { b: undefined }],
])('%j is not %j', (was, now) => {
  const wanted = structuredClone(now)
  expect(reuse(was, now)).toStrictEqual(wanted)
})

test('one moment of a match after another is what it was', () => {
  for (const [at, moment] of MOMENTS.entries()) {
    const before = structuredClone(MOMENTS[at - 1]?.view ?? null)
    expect(reuse(before, structuredClone(moment.view))).toEqual(moment.view)
  }
})
