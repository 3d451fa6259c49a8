// What somebody at the board of Orchestra sees and does next, in one go: `hands.py` calls it once for each gesture.
// Waits until the last gesture has changed something and a question is asked; chooses something lit; aims at it.
async ({ by, seed, patience, again }) => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  // Forecasts come a little after their question, by themselves.
  const plain = (node) => [...node.querySelectorAll('.soon')].reduce((words, soon) => words.replace(soon.textContent, ''), node.textContent)
  const text = (selector) => all(selector).map(plain).join()
  const end = performance.now() + patience
  const pause = () => new Promise((go) => setTimeout(go, 25))
  const drawn = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))

  // Nothing that a pointer changes by being somewhere counts: previews, and a piece under the mouse.
  const marks = '.orchestra :is(.held:not(.seats *), .aimed, .picked, .taken, .laid, .casts:not(.inline)), .pages [aria-selected=true]'
  // A list that is unfolded at one card is not the same at another.
  const named = (node) => [node.dataset.move ?? node.dataset.kind ?? node.dataset.piece ?? (node.id || node.className), node.closest('[data-place]')?.dataset.place].join()
  const state = () => ({
    said: [
      all('[data-action], .confirm').map(({ dataset, disabled }) => `${dataset.action ?? dataset.waiting} ${disabled}`),
      text('.ending, .notes, .prompt, .orchestra :is(.academy, .strips, .phone > .bar)'),
      by === 'touch' ? all('.seats .held').map((node) => node.outerHTML) : '',
    ].join(),
    marked: all(marks).map(named),
  })
  // That a hand is empty again is not all that a move does: its row may still be asked about. It is, where a list is closed.
  const changed = (from, { said, marked }) => said !== from.said || marked.some((one) => !from.marked.includes(one)) || (from.closes && marked.length < from.marked.length)

  if (window.before !== undefined && !again) {
    while (!changed(window.before, state())) {
      if (performance.now() > end) return { does: 'nothing' }
      await pause()
    }
  }

  const seen = (node) => node.checkVisibility() && !node.closest('[inert], details:not([open])') && !node.disabled
  const found = (selector) => all(selector).filter(seen)
  const kind = ({ dataset }) => (dataset.seat && dataset.move !== 'wcu' ? 'chair' : dataset.kind ? 'musician' : dataset.piece ? 'piece' : dataset.move ? 'move' : 'said')
  const word = ({ dataset }) => dataset.move ?? dataset.kind ?? dataset.action
  const DULL = ['pass', 'skip', 'exchange 0m 0p']
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const one = (from) => from[Math.floor(chance() * from.length)]
  const choice = () => {
    const lit = found('.board [data-move]:not([aria-disabled=true], .taken), .board .usable[data-kind]:not(.held), .choices li:not(.twice) > [data-action]').filter(
      // Tab leads to the hall, not to each of its places: by keys a wheelchair place is taken from the supply.
      ({ dataset }) => by !== 'keys' || dataset.move !== 'wcu' || !dataset.seat,
    )
    const chairs = lit.filter((node) => kind(node) === 'chair')
    if (chairs.length && chance() < 0.8) return one(chairs)
    const lively = lit.filter((node) => !DULL.includes(word(node)))
    const from = lively.length ? lively : lit
    const kinds = [...new Set(from.map(kind))].sort()
    const wanted = kinds.includes('move') && chance() < 0.6 ? 'move' : one(kinds)
    return one(from.filter((node) => kind(node) === wanted))
  }
  // A point where the thing itself is what is touched.
  const acting = 'button, [data-move], [data-kind], [data-action]'
  const aim = (node) => {
    node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { x, y, width, height } = node.getBoundingClientRect()
    const parts = [0.5, 0.2, 0.8]
    const points = parts.flatMap((down) => parts.map((across) => [x + across * width, y + down * height]))
    const on = (point) => document.elementFromPoint(...point)
    const free = points.find((point) => on(point)?.closest(acting) === node)
    return { at: free ?? points[0], free: free !== undefined, small: Math.min(width, height), under: on(points[0])?.closest('.casts:not(.inline)'), over: on(points[0])?.outerHTML.slice(0, 120) }
  }
  // What is asked, with what is in the hand and what is unfolded.
  const question = () => {
    const open = ['.orchestra .held', '.casts:not(.inline)', '.confirm', '.seats .held'].filter((one) => document.querySelector(one))
    return [text('.prompt .rule'), text('.pages [aria-selected=true]'), ...open].join(' ')
  }

  let node, does, held, aimed
  for (let tries = 0; ; ) {
    if (performance.now() > end) return aimed ? { does: 'hide', name: node && word(node), over: aimed.over } : { does: 'stop' }
    if (document.querySelector('.ending')) return { does: 'end' }
    const asked = !document.querySelector('.all.waiting') && document.querySelector('.confirm, [data-action]:not(:disabled)')
    const [sure] = asked ? [...found('.confirm .primary'), ...(by === 'touch' ? found('.orchestra .bar .btn.primary:enabled') : [])] : []
    // What waits, or is drawn anew, may be on its way: the same thing is looked at again, as long as it is there.
    if (asked && !(node?.isConnected && seen(node) && word(node) === does) && tries < 50) {
      node = sure ?? choice() ?? found('.pages .tabs .live:not([aria-selected=true])')[0]
      does = node && word(node)
    }
    if (asked && node) {
      // The room of a board is known when it has been drawn; a hand waits for that, too.
      if (node !== held) await drawn()
      held = node
      aimed = aim(node)
      if (aimed.free || by === 'keys' || ++tries >= 50) break
      // A list that is unfolded lies over its neighbours until it is closed.
      if (aimed.under) node = null
    }
    await pause()
  }
  window.aimed = node
  window.before = { ...state(), closes: node.closest('.aimed') !== null }
  return { does: aimed.free || by === 'keys' ? 'go' : 'hide', kind: node.closest('.confirm, .bar .btn') ? 'sure' : kind(node), name: word(node) ?? node.textContent.trim(), question: question(), at: aimed.at, small: aimed.small, over: aimed.over }
}
