/** Keys of the table. They work wherever nothing is being written. */
import { showRule } from '$lib/state/rules.svelte'
import type { TableState } from '$lib/state/table.svelte'

interface Doors {
  log: () => void
  chat: () => void
  text: () => void
}

export function keys(table: TableState, doors: Doors): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const key = event.key.toLowerCase()
    const sight = table.sight
    if (/^[1-9]$/.test(key) && sight?.prompt) nth(table, Number(key))
    else if (key === 'd' && sight?.legal.includes('draw')) table.choose('draw')
    else if (key === 'e' && sight?.legal.includes('end')) table.choose('end')
    else if (key === 'enter' && table.picked !== null && (event.repeat || !onOther(event.target))) {
      // A key that is held down chose the move; it must not confirm it as well.
      if (!event.repeat) table.confirm()
    }
    else if (key === 'escape') table.cancel()
    else if (key === 'u' && sight?.undo && (sight.undo.free || (sight.undo.ask && !table.asksUndo))) table.undo()
    else if (key === 'h' && sight?.prompt && table.info?.hints) table.askHint()
    else if (key === 'l') doors.log()
    else if (key === 'c') doors.chat()
    else if (key === 't') doors.text()
    else if (key === 'r' && table.info) showRule(table.info.game, sight?.prompt?.rule ?? '')
    else return
    event.preventDefault()
  }
}

function nth(table: TableState, number: number): void {
  const { prompt, legal } = table.sight!
  const action = numbered(table.info?.game ?? '', prompt!.step, legal, number)
  if (action) table.choose(action)
}

/** What a number means: a conductor of Symphonimo; elsewhere it counts the choices. */
function numbered(game: string, step: string, legal: readonly string[], number: number): string | undefined {
  const conductor = ['place', 'turn', 'last'].includes(step) && game === 'symphonimo'
  return conductor ? `${step === 'place' ? 'place' : 'take'} ${number}` : legal[number - 1]
}

/** The keys that make choices, by choice. */
export function keysOf(game: string, step: string, legal: readonly string[]): Map<string, string> {
  const found = new Map([['draw', 'D'], ['end', 'E']].filter(([action]) => legal.includes(action!)) as [string, string][])
  for (let number = 9; number > 0; number--) {
    const action = numbered(game, step, legal, number)
    if (action && legal.includes(action) && !found.has(action)) found.set(action, String(number))
  }
  return found
}

/** Whether the focus is on something that Enter means by itself, such as Cancel; the move that waits is not. */
function onOther(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest('button, a, summary, [role="button"]') : null
  return control !== null && control.closest('.picked') === null
}

function writing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}
