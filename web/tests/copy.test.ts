import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notes } from '$lib/state/notes.svelte'
import { copy } from '$lib/ui/copy'

const told = (): string[][] => notes.map(({ kind, text }) => [kind, text])
const clipboard = (writeText?: (text: string) => Promise<void>): void =>
  void vi.stubGlobal('navigator', { clipboard: writeText && { writeText } })
/** What the old way copies: the selection of the field in focus. */
function oldWay(works: boolean): string[] {
  const copied: string[] = []
  document.execCommand = (command) => {
    const field = document.activeElement as HTMLTextAreaElement
    if (works) copied.push(`${command} ${field.value.slice(field.selectionStart, field.selectionEnd)}`)
    return works
  }
  return copied
}

beforeEach(() => notes.splice(0))
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('goes to the clipboard', async () => {
  const written: string[] = []
  clipboard((text) => Promise.resolve(void written.push(text)))
  await copy('http://here', 'Copied.')
  expect([written, told()]).toEqual([['http://here'], [['done', 'Copied.']]])
})

test.each([
  ['there is no clipboard', undefined],
  ['the clipboard refuses', () => Promise.reject(new DOMException('no'))],
])('is done the old way where %s; focus and page are as before', async (_, writeText) => {
  clipboard(writeText)
  const copied = oldWay(true)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  await copy('http://here', 'Copied.')
  expect([copied, told()]).toEqual([['copy http://here'], [['done', 'Copied.']]])
  expect([document.activeElement, document.body.children.length]).toEqual([button, 1])
})

test('that is not possible says so, and shows what was to be copied', async () => {
  clipboard()
  oldWay(false)
  await copy('http://here', 'Copied.')
  expect(told()).toEqual([['refusal', expect.stringContaining('http://here')]])
})
