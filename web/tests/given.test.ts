/** Answers that were given by themselves stand in the log as such, with the preference beside them. */
import { fireEvent } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { language, speak } from '$lib/i18n'
import { prefs } from '$lib/state/prefs.svelte'
import { BO, furnish, line, ME, MOMENT, shows, sit } from './room'

const EVENTS = MOMENT.events.slice(-4)
furnish()
beforeEach(() => void (prefs.auto = true))
afterEach(() => void (prefs.auto = true))
const marks = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('.log li .given')].map((one) => one.closest('li')!.dataset['line'])
const button = (): HTMLButtonElement | null => document.querySelector('.log .given button')

test('a line has its mark as long as it stands, and the last one has the preference', async () => {
  await sit([ME, BO, BO])
  await shows({ events: EVENTS.slice(0, 3), given: [0, 2], auto: true })
  expect(marks()).toEqual(['0', '2'])
  await shows({ keep: 3, events: EVENTS.slice(3), given: [0], auto: true, question: 2 })
  expect(marks()).toEqual(['0', '2', '3'])
  expect(document.querySelectorAll('.log .given button').length).toBe(1)
  await shows({ keep: 2, events: [], auto: true, question: 3 })
  expect(marks(), 'taken back').toEqual(['0'])
})

test('the preference is changed where its work is seen', async () => {
  await sit([ME, BO, BO])
  await shows({ events: EVENTS, given: [1], auto: true })
  expect(button()!.textContent).toBe('Ask me from now on')
  await fireEvent.click(button()!)
  expect(line().sent.at(-1)).toMatchObject({ type: 'auto', on: false })
  expect(prefs.auto).toBe(false)
  await shows({ events: EVENTS, given: [1], auto: false, question: 2 })
  expect(button()!.textContent).toBe('Answer for me again')
})

test.each([
  ['en', 'answered by itself'],
  ['fr', 'réponse donnée'],
  ['de', 'von selbst beantwortet'],
] as const)('it is said in every language: %s', async (lang, words) => {
  await sit([ME, BO, BO])
  await speak(lang)
  await shows({ events: EVENTS, given: [1], auto: true })
  expect(language()).toBe(lang)
  expect(document.querySelector('.log .given')!.textContent).toContain(words)
})
