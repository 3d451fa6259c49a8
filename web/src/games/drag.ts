/** Dragging: a press that moves on, and what is carried by it. Clicks and keys do the same; nothing depends on it. */

/** What an element does with a press on it or on something in it. */
interface Grip<Held> {
  /** What the press takes hold of; null: nothing. */
  grab: (event: PointerEvent) => Held | null
  /** The press becomes a drag; `carry` comes next. */
  start?: (held: Held, event: PointerEvent) => void
  /** The pointer has moved on, by so much in all. */
  carry: (held: Held, event: PointerEvent, dx: number, dy: number) => void
  /** It was let go, or the browser took it away (`pointercancel`); `moved`: it was carried somewhere. */
  release: (held: Held, event: PointerEvent, moved: boolean) => void
  /** The click that ends a drag is none. */
  clicked: boolean
  /** A shorter way is the trembling of a hand. */
  slip: number
}

/** What all ways of dragging share: from the press to where it is let go. */
export function gripping<Held>(node: HTMLElement, grip: Grip<Held>): { destroy: () => void } {
  let held: { what: Held; x: number; y: number; moved: boolean } | null = null
  let dragged = false

  function down(event: PointerEvent): void {
    dragged = false
    const what = event.button === 0 ? grip.grab(event) : null
    if (what !== null) held = { what, x: event.clientX, y: event.clientY, moved: false }
  }
  function move(event: PointerEvent): void {
    if (!held) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moved) {
      if (Math.hypot(dx, dy) < grip.slip) return
      held.moved = true
      grip.start?.(held.what, event)
    }
    grip.carry(held.what, event, dx, dy)
  }
  function up(event: PointerEvent): void {
    if (!held) return
    const { what, moved } = held
    held = null
    dragged = moved && grip.clicked
    grip.release(what, event, moved)
  }
  function click(event: MouseEvent): void {
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
    destroy: () => {
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('pointercancel', up)
      node.removeEventListener('click', click, true)
    },
  }
}

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

/** A piece is dragged to a place: a picture of it follows the pointer, and the place under it is marked. */
export function dragging(node: HTMLElement, given: Options): { update: (next: Options) => void; destroy: () => void } {
  let options = given
  let shown: HTMLElement | null = null
  let over: HTMLElement | null = null
  const form: Form = FORMS[given.form]

  function grab(event: PointerEvent): { piece: HTMLElement; name: string; ghost: HTMLElement } | null {
    const piece = (event.target as Element).closest<HTMLElement>(`[data-${options.piece}]`)
    if (!piece) return null
    const ghost = form.ghost(piece, event)
    Object.assign(ghost.style, { position: 'fixed', zIndex: '50', pointerEvents: 'none' })
    ghost.removeAttribute(`data-${options.piece}`)
    if (!form.clicked) {
      piece.setPointerCapture(event.pointerId)
      event.preventDefault()
    }
    return { piece, name: piece.dataset[options.piece]!, ghost }
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

  const grip = gripping(node, {
    clicked: form.clicked,
    slip: 6,
    grab,
    start({ piece, name, ghost }, event) {
      if (form.clicked) piece.setPointerCapture(event.pointerId)
      form.home(node).append(ghost)
      shown = ghost
      piece.style.opacity = form.opacity
      options.hold?.(name)
    },
    carry({ ghost }, event, dx, dy) {
      ghost.style.transform = form.transform(dx, dy)
      aim(targetAt(event))
    },
    release({ piece, name, ghost }, event, moved) {
      if (!moved) return
      const found = event.type === 'pointerup' ? targetAt(event)?.dataset[options.target] : undefined
      ghost.remove()
      aim(null)
      piece.style.opacity = ''
      options.hold?.('')
      if (found) options.drop(name, found)
    },
  })
  return {
    update: (next) => (options = next),
    destroy: () => {
      shown?.remove()
      grip.destroy()
    },
  }
}
