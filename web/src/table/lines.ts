/** Up and down go from line to line of a list; with no line in focus,
 *  up goes to the last one, or down to the first (`from`). */
export function step(list: HTMLElement | undefined, event: KeyboardEvent, from: 'first' | 'last'): void {
  const up = event.key === 'ArrowUp'
  if (!up && event.key !== 'ArrowDown') return
  const all = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const now = all.indexOf(document.activeElement as HTMLElement)
  const enters = up === (from === 'last') ? all.at(up ? -1 : 0) : undefined
  const next = now < 0 ? enters : all[now + (up ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
