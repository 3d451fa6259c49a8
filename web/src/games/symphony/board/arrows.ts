/** Arrow keys go from one thing to its neighbour in the picture; Tab goes past all of them at once. */

const ARROWS: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The nearest in a direction; what lies off the line counts as farther away. */
export function neighbour(
  from: DOMRect,
  all: readonly (readonly [HTMLElement, DOMRect])[],
  [dx, dy]: readonly [number, number],
): HTMLElement | null {
  const middle = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2]
  const [x, y] = middle(from)
  let best: HTMLElement | null = null
  let least = Infinity
  for (const [node, box] of all) {
    const [ax, ay] = middle(box)
    const along = (ax - x) * dx + (ay - y) * dy
    const across = Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx)
    if (along < 4) continue
    const far = along + 2.5 * across
    if (far < least) [best, least] = [node, far]
  }
  return best
}

export function arrows(node: HTMLElement, selector: string): { destroy: () => void } {
  const all = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>(selector)]
  let last: HTMLElement | null = null
  const open = (each: HTMLElement): boolean => each.getAttribute('aria-disabled') !== 'true'
  /** One of them takes the Tab key: the last that had the focus,
   *  as long as it has it or may be chosen; else the first that may. */
  const rove = (): void => {
    const found = all()
    const kept = last && found.includes(last) && (last === document.activeElement || open(last)) ? last : null
    const one = kept ?? found.find(open) ?? found[0]
    for (const each of found) {
      const wanted = each === one ? 0 : -1
      if (each.tabIndex !== wanted) each.tabIndex = wanted
    }
  }
  const focus = (event: Event): void => {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
    if (!at) return
    last = at
    rove()
  }
  /** Who has wandered off to what is refused, and comes back by Tab, begins again where something may be chosen. */
  const gone = (event: FocusEvent): void => {
    if (!(event.relatedTarget instanceof Node && node.contains(event.relatedTarget))) queueMicrotask(rove)
  }
  const press = (event: KeyboardEvent): void => {
    const way = ARROWS[event.key]
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
    if (!way || !at || event.ctrlKey || event.metaKey || event.altKey) return
    const next = neighbour(
      at.getBoundingClientRect(),
      all()
        .filter((one) => one !== at)
        .map((one) => [one, one.getBoundingClientRect()] as const),
      way,
    )
    event.preventDefault()
    next?.focus()
  }
  const watcher = new MutationObserver(rove)
  watcher.observe(node, { childList: true, subtree: true, attributeFilter: ['data-move', 'aria-disabled'] })
  rove()
  node.addEventListener('focusin', focus)
  node.addEventListener('focusout', gone)
  node.addEventListener('keydown', press)
  return {
    destroy: () => {
      watcher.disconnect()
      node.removeEventListener('focusin', focus)
      node.removeEventListener('focusout', gone)
      node.removeEventListener('keydown', press)
    },
  }
}
