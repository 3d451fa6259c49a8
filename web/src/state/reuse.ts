/** What came anew with what is there already in place of all that is equal to it: only what changed is drawn again. */
export function reuse<T>(was: unknown, now: T): T {
  if (Object.is(was, now) || typeof was !== 'object' || typeof now !== 'object' || was === null || now === null)
    return now
  if (Array.isArray(was) !== Array.isArray(now)) return now
  const [before, after] = [was as Record<string, unknown>, now as Record<string, unknown>]
  const names = Object.keys(after)
  let same = names.length === Object.keys(before).length
  for (const name of names) {
    const one = reuse(before[name], after[name])
    after[name] = one
    same &&= Object.is(one, before[name]) && name in before
  }
  return same ? (was as T) : now
}
