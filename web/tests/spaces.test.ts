/** Texts beside one another keep a space between them: Svelte drops those with which a block begins or ends. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prefs } from '$lib/state/prefs.svelte'
import { BO, furnish, ME, MOMENT, shows, sit } from './room'

furnish()
const SOURCES = join(import.meta.dirname, '..', 'src')
const LOST = /(\{(?:#|:else)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}) +(?=[<{\p{L}])|[>}\p{L}] +\{(?:\/|:else)/gu

/** Blocks that begin or end with a space on one line. */
export function lost(source: string): string[] {
  const markup = source.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
  return [...markup.matchAll(LOST)].map(([found]) => found)
}

test('a space that would be dropped is found', () => {
  expect(lost('<p>{text}{#if more} <b>more</b>{/if}</p>')).toHaveLength(1)
  expect(lost('<p>{#if more}<b>more</b> {/if}{text}</p>')).toHaveLength(1)
  expect(lost("<p>{#if more}{' '}<b>more</b>{/if} <i>{text}</i></p>\n  {#if more}\n    <b>more</b>\n  {/if}")).toEqual(
    [],
  )
})

test('no source has such a space', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'))
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.flatMap((name) => lost(readFileSync(join(SOURCES, name), 'utf8')).map((found) => `${name}: ${found}`)),
  ).toEqual([])
})

test('a line of the log and its mark do not run together', async () => {
  await sit([ME, BO, BO])
  await shows({ events: MOMENT.events.slice(-4), given: [1], auto: true })
  expect(prefs.auto).toBeDefined()
  const line = document.querySelector('.log .given')!.closest('li')!
  expect(line.textContent).toMatch(/\S \S*answered by itself Ask me/)
})
