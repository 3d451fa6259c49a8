/** Orchestra's academy: what can be answered can be done where it is shown. */
import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import Board from '$lib/games/orchestra/board/Board.svelte'
import { BOXES, find, props } from './kit'

afterEach(cleanup)

test('a banner is chosen in its slot, though its Musicians have gone home already', async () => {
  const moment = find('orchestra', 'banner')
  expect(moment.legal.length).toBeGreaterThan(1)
  const mine = moment.view.academies[moment.seat]!
  expect(mine.slots[mine.banners.length], 'nobody stands there any more').toEqual([])
  const act = vi.fn()
  const { container } = render(Board, props(moment, BOXES.orchestra, act))
  for (const action of moment.legal) {
    const buttons = container.querySelectorAll(`.banners [data-move="${action}"]`)
    expect(buttons.length, action).toBe(1)
    await fireEvent.click(buttons[0]!)
    expect(act).toHaveBeenLastCalledWith(action)
  }
})
