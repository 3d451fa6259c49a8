/** Keys of the table. They work wherever nothing is being written. */
import type { Game } from '$lib/games/game'
import type { Prompt } from '$lib/games/module'
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
    const { moment } = table.match
    const move = moveOf(table, key)
    if (move) {
      // A key that is held down chose the move; it must not confirm it as well.
      if (!event.repeat) table.choice.choose(move, true)
    } else if (key === 'enter' && table.choice.picked !== null && (event.repeat || !onOther(event.target))) {
      if (!event.repeat) table.choice.confirm()
    } else if (key === 'escape') {
      table.choice.cancel()
      table.choice.previews.leave()
    } else if (key === 'u' && moment?.undo && (moment.undo.free || (moment.undo.ask && !table.match.asksUndo)))
      table.choice.undo()
    else if (key === 'h' && moment?.prompt && table.match.info?.hints) table.choice.askHint()
    else if (key === 'l') doors.log()
    else if (key === 'c') doors.chat()
    else if (key === 't') doors.text()
    else if (key === 'r' && table.match.info) showRule(table.match.info.game, moment?.prompt?.rule ?? '')
    else return
    event.preventDefault()
  }
}

/** The move that a key makes in the open question. */
function moveOf(table: TableState, key: string): string | undefined {
  const { moment, game } = table.match
  if (!moment?.prompt || !game) return undefined
  // What the board alone shows has no number that could be seen.
  const shown = table.choice.unlisted ? moment.legal.filter((action) => !game.onBoard(action)) : moment.legal
  return game.keys(moment.prompt, shown).find(([one]) => one === key)?.[1]
}

/** The keys that make choices, by choice. */
export function keysOf(game: Game, prompt: Prompt, legal: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, action] of game.keys(prompt, legal))
    if (legal.includes(action) && !found.has(action)) found.set(action, key.toUpperCase())
  return found
}

export interface Group {
  verb: string
  actions: string[]
}

/** Moves in groups of one verb, in the order in which the engine gives them. */
export function grouped(legal: readonly string[]): Group[] {
  const groups = new Map<string, string[]>()
  for (const action of legal) {
    const verb = action.split(' ')[0] ?? action
    groups.set(verb, [...(groups.get(verb) ?? []), action])
  }
  return [...groups].map(([verb, actions]) => ({ verb, actions }))
}

/** Whether the focus is on something that Enter means by itself, such as Cancel; the move that waits is not. */
function onOther(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest('button, a, summary, [role="button"]') : null
  return control !== null && control.closest('.picked') === null
}

function writing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
