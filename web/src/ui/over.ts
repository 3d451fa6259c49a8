/** What lies over a page, one layer on another: the Back of a browser closes the topmost and stays on the page. */
const layers: (() => void)[] = []

/** How many layers the present entry of the history was made for. */
const entered = (): number => (history.state as { layers?: number } | null)?.layers ?? 0
/** A page that is loaded anew has none. */
if (entered()) history.replaceState(null, '')

/** On its way back already; the history goes there in its own time. */
let leaving = false
addEventListener('popstate', () => {
  leaving = false
  while (layers.length > entered()) layers.pop()!()
  leave()
})

/** Entries of layers that were closed otherwise lead nowhere: pass by them. */
function leave(): void {
  const stale = entered() - layers.length
  if (stale <= 0 || leaving) return
  leaving = true
  history.go(-stale)
}

/** A layer opens; what is returned says that it is gone. */
export function over(close: () => void): () => void {
  layers.push(close)
  history.pushState({ layers: layers.length }, '')
  return () => {
    const at = layers.lastIndexOf(close)
    if (at < 0) return
    layers.splice(at, 1)
    queueMicrotask(leave)
  }
}
