/** Marks on the board: whatever stands for a place says so by `data-place`;
 *  the module of the game says which an event touches. */

export interface Marks {
  /** What happened there has not been answered. */
  fresh: ReadonlySet<string>
  /** It is pointed at, in the log say. */
  lit: ReadonlySet<string>
  /** A place is pointed at, or none any more. */
  point: (place: string) => void
}

export const placeOf = (target: EventTarget | null): string =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? '') : ''

export function marking(node: HTMLElement, given: Marks): { update: (next: Marks) => void; destroy: () => void } {
  let marks = given
  const mark = (): void => {
    for (const at of node.querySelectorAll<HTMLElement>('[data-place]')) {
      const place = at.dataset['place']!
      at.toggleAttribute('data-fresh', marks.fresh.has(place))
      at.toggleAttribute('data-lit', marks.lit.has(place))
    }
  }
  // A board draws its parts anew whenever it likes.
  const watcher = new MutationObserver(mark)
  watcher.observe(node, { childList: true, subtree: true, attributeFilter: ['data-place'] })
  mark()

  let last = ''
  const point = (event: Event): void => {
    const place = placeOf(event.target)
    if (place !== last) marks.point((last = place))
  }
  const leave = (): void => {
    if (last) marks.point((last = ''))
  }
  // What has the focus may go away while the page is drawn, when nothing may be changed.
  const blur = (event: Event): void => {
    const left = placeOf(event.target)
    queueMicrotask(() => left === last && leave())
  }
  node.addEventListener('pointerover', point)
  node.addEventListener('focusin', point)
  node.addEventListener('pointerleave', leave)
  node.addEventListener('focusout', blur)
  return {
    update: (next) => {
      marks = next
      mark()
    },
    destroy: () => {
      watcher.disconnect()
      node.removeEventListener('pointerover', point)
      node.removeEventListener('focusin', point)
      node.removeEventListener('pointerleave', leave)
      node.removeEventListener('focusout', blur)
    },
  }
}
