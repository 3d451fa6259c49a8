/** Dragging Musicians: from whatever has `data-kind` to whatever has `data-target`. Clicks and keys do the same. */

interface Options {
  /** Something was picked up, or let go. */
  hold: (kind: string) => void
  /** It was dropped at a target. */
  drop: (kind: string, target: string) => void
}
const SLIP = 6

export function dragging(node: HTMLElement, given: Options): { update: (next: Options) => void; destroy: () => void } {
  let options = given
  let held: { piece: HTMLElement; ghost: HTMLElement; kind: string; x: number; y: number; moved: boolean } | null = null
  let over: HTMLElement | null = null
  /** The click that ends a drag is none. */
  let dragged = false

  function down(event: PointerEvent): void {
    dragged = false
    const piece = (event.target as Element).closest<HTMLElement>('[data-kind]')
    if (!piece || event.button !== 0) return
    const box = piece.getBoundingClientRect()
    const ghost = (piece.querySelector('svg') ?? piece).cloneNode(true) as HTMLElement
    const size = Math.min(box.width, box.height)
    Object.assign(ghost.style, { position: 'fixed', left: `${event.clientX - size / 2}px`, top: `${event.clientY - size / 2}px`, width: `${size}px`, height: `${size}px`, zIndex: '50', pointerEvents: 'none' })
    held = { piece, ghost, kind: piece.dataset['kind']!, x: event.clientX, y: event.clientY, moved: false }
  }
  const target = (event: PointerEvent): HTMLElement | null => document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-target]') ?? null

  function move(event: PointerEvent): void {
    if (!held) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moved) {
      if (Math.hypot(dx, dy) < SLIP) return
      held.moved = true
      held.piece.setPointerCapture(event.pointerId)
      document.body.append(held.ghost)
      options.hold(held.kind)
    }
    held.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.15)`
    aim(target(event))
  }
  function aim(next: HTMLElement | null): void {
    if (over && over !== next) delete over.dataset['over']
    if (next) next.dataset['over'] = 'true'
    over = next
  }
  function up(event: PointerEvent): void {
    if (!held) return
    const { kind, moved, ghost } = held
    const at = moved && event.type === 'pointerup' ? target(event)?.dataset['target'] : undefined
    ghost.remove()
    aim(null)
    held = null
    if (!moved) return
    dragged = true
    options.hold('')
    if (at) options.drop(kind, at)
  }
  const click = (event: MouseEvent): void => {
    if (!dragged) return
    dragged = false
    event.preventDefault()
    event.stopPropagation()
  }
  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', up)
  node.addEventListener('click', click, true)
  return {
    update: (next) => (options = next),
    destroy: () => {
      held?.ghost.remove()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointercancel', up)
      node.removeEventListener('click', click, true)
    },
  }
}
