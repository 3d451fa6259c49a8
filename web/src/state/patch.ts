/** The view as it would be: what previews tell of it is a JSON Patch (RFC 6902) of `add`, `remove` and `replace`. */
import type { Fields } from '$lib/words/template'

/** A copy with these changes; what they do not touch is shared. */
export function patched<T extends object>(whole: T, steps: readonly Fields[]): T {
  return steps.reduce<unknown>((found, step) => changed(found, keys(String(step['path'])), step), whole) as T
}

const keys = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

function changed(value: unknown, [key, ...below]: string[], step: Fields): unknown {
  if (key === undefined) return step['value']
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === key ? changed(one, below, step) : one))
  const copy: Record<string, unknown> = { ...(value as object) }
  if (!below.length && step['op'] === 'remove') delete copy[key]
  else copy[key] = changed(copy[key], below, step)
  return copy
}
