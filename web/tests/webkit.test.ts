/** What WebKit draws otherwise, and no other browser shows: rules that must stay in the style sheets. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The declarations of the rules with exactly this selector, in order. */
function rules(file: string, selector: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', 'src', file), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .filter(([, head]) => head?.trim() === selector)
    .map(([, , body]) => body!)
}

it('selects have no native look, and an arrow of their own', () => {
  const select = rules('app.css', 'select').join('')
  expect(select).toMatch(/(^|\s)appearance: none;/)
  expect(select).toContain('linear-gradient')
})

it('a dialog fills a height only where it has one', () => {
  expect(rules('ui/Dialog.svelte', '.inside').join('')).not.toMatch(/(^|\s)height:/)
  expect(rules('ui/Dialog.svelte', '.side .inside').join('')).toContain('height: 100%')
})
