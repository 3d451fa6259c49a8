/** What sounds lights up on the board: places say who they are by `data-place`. */

export function lighting(
  node: HTMLElement,
  given: ReadonlySet<string>,
): { update: (next: ReadonlySet<string>) => void; destroy: () => void } {
  let lit = given
  const light = (): void => {
    for (const at of node.querySelectorAll('[data-sounding]'))
      if (!lit.has(at.getAttribute('data-place') ?? '')) at.removeAttribute('data-sounding')
    for (const place of lit)
      for (const at of node.querySelectorAll(`[data-place="${CSS.escape(place)}"]`))
        at.setAttribute('data-sounding', '')
  }
  // A board draws its parts anew whenever it likes.
  const watcher = new MutationObserver(light)
  watcher.observe(node, { childList: true, subtree: true })
  light()
  return {
    update: (next) => {
      lit = next
      light()
    },
    destroy: () => watcher.disconnect(),
  }
}
