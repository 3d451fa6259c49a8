/** Dragging the drawn card onto a conductor. Clicks and keys do the same; nothing depends on it. */

interface Options {
  act: (action: string) => void
}

export function dragging(node: HTMLElement, options: Options): { update: (next: Options) => void; destroy: () => void } {
  let act = options.act
  let held: { card: HTMLElement; ghost: HTMLElement; x: number; y: number; moved: boolean } | null = null
  let over: HTMLElement | null = null

  function down(event: PointerEvent): void {
    const card = (event.target as Element).closest<HTMLElement>('[data-drag]')
    if (!card || event.button !== 0) return
    const box = card.getBoundingClientRect()
    const ghost = card.cloneNode(true) as HTMLElement
    Object.assign(ghost.style, {
      position: 'fixed',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      margin: '0',
      zIndex: '50',
      pointerEvents: 'none',
      transition: 'none',
    })
    ghost.removeAttribute('data-drag')
    held = { card, ghost, x: event.clientX, y: event.clientY, moved: false }
    card.setPointerCapture(event.pointerId)
    event.preventDefault()
  }

  function move(event: PointerEvent): void {
    if (!held) return
    const dx = event.clientX - held.x
    const dy = event.clientY - held.y
    if (!held.moved && Math.hypot(dx, dy) < 6) return
    if (!held.moved) {
      held.moved = true
      node.append(held.ghost)
      held.card.style.opacity = '0.3'
    }
    held.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-8, Math.min(8, dx / 30))}deg)`
    aim(target(event))
  }

  function target(event: PointerEvent): HTMLElement | null {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]') ?? null
  }

  function aim(next: HTMLElement | null): void {
    if (over && over !== next) delete over.dataset['over']
    if (next) next.dataset['over'] = 'true'
    over = next
  }

  function up(event: PointerEvent): void {
    if (!held) return
    const found = held.moved && event.type === 'pointerup' ? target(event)?.dataset['drop'] : undefined
    held.ghost.remove()
    held.card.style.opacity = ''
    aim(null)
    held = null
    if (found) act(found)
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', up)
  node.addEventListener('pointercancel', up)
  return {
    update: (next) => (act = next.act),
    destroy: () => {
      held?.ghost.remove()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointercancel', up)
    },
  }
}
