import { expect, test } from 'vitest'
import { recordNames, seatName } from '$lib/state/names'

test('bots of one kind get names of their own, the same everywhere', () => {
  const bot = {
    kind: 'bot',
    name: 'greedy',
    bot: 'greedy',
    standin: false,
    resigned: false,
    online: false,
    mine: false,
  } as const
  expect([0, 1].map((at) => seatName(bot, at, ''))).toEqual(['Clara', 'Felix'])
  expect(recordNames(['Ada', 'greedy'], 3, ['greedy'], (at) => `seat ${at}`)).toEqual(['Ada', 'Felix', 'seat 2'])
})
