/** Whoever points at a symbol is told what it means:
 *  every drawing and every sign on a board has a title, or its name beside it. */
import { cleanup, render } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Component } from 'svelte'
import { all, BOXES, props } from './kit'
import SymphonimoBoard from '$lib/games/symphonimo/board/Board.svelte'
import SymphonyBoard from '$lib/games/symphony/board/Board.svelte'
import OrchestraBoard from '$lib/games/orchestra/board/Board.svelte'

afterEach(cleanup)

const SIGNS = /[★◆◇↑↓◁▷¤⚡↺□▯○●▤]/u
const BOARDS = { symphonimo: SymphonimoBoard, symphony: SymphonyBoard, orchestra: OrchestraBoard } as unknown as Record<
  string,
  Component<Record<string, unknown>>
>

function explained(one: Element, root: Element): boolean {
  for (let node: Element | null = one; node && node !== root; node = node.parentElement) {
    if (node.getAttribute('title') || [...node.children].some((child) => child.tagName.toLowerCase() === 'title'))
      return true
  }
  return false
}

/** The symbols of a board that say nothing of themselves.
 *  (The chairs of a hall are one drawing; each says itself what it is.) */
function silent(root: Element): string[] {
  const drawings = [...root.querySelectorAll('svg, img')].filter(
    (one) =>
      !one.parentElement?.closest('svg') &&
      !/\p{L}{3}/u.test(one.closest(':not(svg, img, .art)')?.textContent ?? '') &&
      !one.matches('[role="grid"] > svg'),
  )
  const signs = [...root.querySelectorAll('span, b, i, small')].filter((one) =>
    SIGNS.test(
      [...one.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join(''),
    ),
  )
  return [...drawings, ...signs]
    .filter((one) => !explained(one, root))
    .map((one) => (one.parentElement ?? one).outerHTML.replace(/ ?svelte-\w+/g, '').slice(0, 200))
}

test('a symbol that says nothing is found', () => {
  document.body.innerHTML =
    '<div><p title="Money"><svg></svg></p><p><svg></svg> 3</p><p><span>★ 2</span></p><p><svg></svg> Strings</p></div>'
  expect(silent(document.body).length).toBe(2)
  document.body.innerHTML = ''
})

const moments = (['symphonimo', 'symphony', 'orchestra'] as const).flatMap((game) => {
  const found = all(game)
  return [Math.floor(found.length / 2), ...(process.env['TUTTI_SOAK'] ? [found.length - 2] : [])].map((at) => ({
    game,
    at,
    step: found[at]!.step,
  }))
})

test.each(moments)('of $game at $step', ({ game, at }) => {
  const { container } = render(
    BOARDS[game]!,
    props(all(game)[at] as never, BOXES[game] as never) as unknown as Record<string, unknown>,
  )
  expect([...container.querySelectorAll('svg')].length).toBeGreaterThan(10)
  expect(silent(container)).toEqual([])
})
