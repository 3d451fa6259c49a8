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
    else if (key === 'enter' && table.picked !== null) table.confirm()
    else if (key === 'escape') table.cancel()
    else if (key === 'u' && sight?.undo && (sight.undo.free || sight.undo.ask)) table.undo()
    else if (key === 'h' && sight?.prompt && table.info?.hints) table.askHint()
    else if (key === 'l') doors.log()
    else if (key === 'c') doors.chat()
    else if (key === 't') doors.text()
    else if (key === 'r' && table.info) showRule(table.info.game, sight?.prompt?.rule ?? '')
    else return
    event.preventDefault()
  }
}

/** A number names a conductor of Symphonimo; elsewhere it counts the choices. */
function nth(table: TableState, number: number): void {
  const { prompt, legal } = table.sight!
  const conductor = ['place', 'turn', 'last'].includes(prompt!.step) && table.info?.game === 'symphonimo'
  const action = conductor ? `${prompt!.step === 'place' ? 'place' : 'take'} ${number}` : legal[number - 1]
  if (action) table.choose(action)
}

function writing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}
