/** How much of the window's foot the question takes: what stands above it asks here.
 *  (As a property of the whole document it would restyle every element of a board with every question.) */
export const screen = $state({ foot: 0 })

/** Measure an element at the foot of the window whenever it grows or shrinks,
 *  when the browser has laid out the page anyway. */
export function measured(node: HTMLElement): { destroy: () => void } {
  const watch = new ResizeObserver(
    () => (screen.foot = Math.max(0, Math.round(innerHeight - node.getBoundingClientRect().top))),
  )
  watch.observe(node)
  return {
    destroy() {
      watch.disconnect()
      screen.foot = 0
    },
  }
}
