/** Where a panel lies, so that it hides nothing that must be seen. */

/** The first of some heights above a floor at which a panel lies
 *  clear of what must stay in sight; the first of all if none does. */
export function clearOf(seen: readonly DOMRect[], lifts: readonly number[], panel: DOMRect, floor: number): number {
  const beside = ({ left, right }: DOMRect): boolean => right <= panel.left || left >= panel.right
  const clear = (lift: number): boolean =>
    seen.every((one) => beside(one) || one.bottom <= floor - lift - panel.height || one.top >= floor - lift)
  return lifts.find(clear) ?? lifts[0] ?? 0
}
