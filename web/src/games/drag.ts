/** Dragging a piece to a place. Clicks and keys do the same; nothing depends on it. */

/** What follows the pointer, and what happens to the piece meanwhile. */
interface Form {
  /** A click on the piece means something: it stays a click until
   *  the pointer moves, and the click that ends a drag is none. */
  clicked: boolean
  /** A copy of the piece; `position`, `zIndex` and `pointerEvents` are set for it. */
  ghost: (piece: HTMLElement, event: PointerEvent) => HTMLElement
  /** Where the ghost is put, so that the styles of the board hold for it or do not. */
  home: (board: HTMLElement) => HTMLElement
  transform: (dx: number, dy: number) => string
  /** How much is left to see where the piece was. */
  opacity: string
}

const FORMS = {
  /** A card, which is not clicked: it is copied as it lies and tilts as it moves. */
  card: {
    clicked: false,
    ghost(piece) {
      const box = piece.getBoundingClientRect()
      const ghost = piece.cloneNode(true) as HTMLElement
      Object.assign(ghost.style, {
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        margin: '0',
        transition: 'none',
      })
      return ghost
    },
    home: (board) => board,
    transform: (dx, dy) => `translate(${dx}px, ${dy}px) rotate(${Math.max(-8, Math.min(8, dx / 30))}deg)`,
    opacity: '0.3',
  },
  /** A token on a button: its picture is held in the middle, a little larger. */
  token: {
    clicked: true,
    ghost(piece, event) {
      const box = piece.getBoundingClientRect()
      const ghost = (piece.querySelector('svg') ?? piece).cloneNode(true) as HTMLElement
      const size = Math.min(box.width, box.height)
      Object.assign(ghost.style, {
        left: `${event.clientX - size / 2}px`,
        top: `${event.clientY - size / 2}px`,
        width: `${size}px`,
        height: `${size}px`,
      })
      return ghost
    },
    home: () => document.body,
    transform: (dx, dy) => `translate(${dx}px, ${dy}px) scale(1.15)`,
    opacity: '',
  },
} satisfies Record<string, Form>

interface Options {
  form: keyof typeof FORMS
  /** The name of the data attribute of what can be picked up; its value says which piece it is. */
  piece: string
  /** The name of the data attribute of where it can be dropped. */
  target: string
  /** A piece was picked up, or let go (none). */
  hold?: (piece: string) => void
  drop: (piece: string, target: string) => void
}
/** A shorter way is the trembling of a hand. */
const SLIP = 6

export function dragging(node: HTMLElement, given: Options): { update: (next: Options) => void; destroy: () => void } {
  let options = given
  let held: { piece: HTMLElement; ghost: HTMLElement; name: string; x: number; y: number; moved: boolean } | null = null
  let over: HTMLElement | null = null
  let dragged = false
  const form: Form = FORMS[given.form]

  function down(event: PointerEvent): void {
    dragged = false
    const piece = (event.target as Element).closest<HTMLElement>(`[data-${options.piece}]`)
    if (!piece || event.button !== 0) return
    const ghost = form.ghost(piece, event)
    Object.assign(ghost.style, { position: 'fixed', zIndex: '50', pointerEvents: 'none' })
    ghost.removeAttribute(`data-${options.piece}`)
    held = { piece, ghost, name: piece.dataset[options.piece]!, x: event.clientX, y: event.clientY, moved: false }
    if (form.clicked) return
    piece.setPointerCapture(event.pointerId)
    event.preventDefault()
  }

  function move(event: PointerEvent): void {
    if (!held) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moved) {
      if (Math.hypot(dx, dy) < SLIP) return
      held.moved = true
      if (form.clicked) held.piece.setPointerCapture(event.pointerId)
      form.home(node).append(held.ghost)
      held.piece.style.opacity = form.opacity
      options.hold?.(held.name)
    }
    held.ghost.style.transform = form.transform(dx, dy)
    aim(targetAt(event))
  }

  function targetAt(event: PointerEvent): HTMLElement | null {
    return (
      document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(`[data-${options.target}]`) ?? null
    )
  }

  function aim(next: HTMLElement | null): void {
    if (over && over !== next) delete over.dataset['over']
    if (next) next.dataset['over'] = 'true'
    over = next
  }

  function up(event: PointerEvent): void {
    if (!held) return
    const { piece, ghost, name, moved } = held
    const found = moved && event.type === 'pointerup' ? targetAt(event)?.dataset[options.target] : undefined
    ghost.remove()
    aim(null)
    held = null
    if (!moved) return
    piece.style.opacity = ''
    dragged = form.clicked
    options.hold?.('')
    if (found) options.drop(name, found)
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
