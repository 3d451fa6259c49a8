/** Pages whose server is the test: settings, the record of a person, and what admins see. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tick } from 'svelte'
import type { GameInfo } from '$lib/net/api'
import { note, notes } from '$lib/state/notes.svelte'
import { catalogue } from '$lib/state/catalogue.svelte'
import Notes from '$lib/ui/Notes.svelte'
import Admin from '../src/pages/Admin.svelte'
import Statistics from '../src/pages/Statistics.svelte'
import Settings from '../src/pages/Settings.svelte'

interface Asked {
  what: string
  body: unknown
  key: string
}
/** All that was asked, and what is answered, by method and path; nothing else is known. */
let asked: Asked[]
let answers: { [what: string]: unknown }
const asks = (what: string): Asked[] => asked.filter((one) => one.what.startsWith(what))

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const what = `${init.method ?? 'GET'} ${path.replace('/api', '')}`
    const key = new Headers(init.headers).get('authorization') ?? ''
    asked.push({ what, body: init.body ? JSON.parse(String(init.body)) : null, key })
    const answer = answers[what] ?? answers[what.split('?')[0]!]
    return Promise.resolve(
      answer === undefined
        ? new Response('{"code":"error.not_there"}', { status: 404 })
        : new Response(JSON.stringify(answer), { status: 200 }),
    )
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  catalogue.me = null
  catalogue.games = []
  vi.unstubAllGlobals()
})

const query = new URLSearchParams()
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })
const dialog = (): HTMLDialogElement | undefined => [...document.querySelectorAll('dialog')].find((one) => one.open)

describe('my data', () => {
  beforeEach(() => {
    catalogue.me = { name: 'Ada', protected: true }
    const seen = Date.UTC(2026, 10, 17)
    answers = {
      'GET /me/sessions': [
        { id: 'a', about: 'Firefox · Linux', began: seen, seen, here: true },
        { id: 'b', about: 'Chrome · Android', began: seen, seen, here: false },
      ],
      'POST /me/recovery': { recovery: 'AAAAA-BBBBB-CCCCC-DDDDD' },
      'DELETE /me/sessions/b': {},
      'DELETE /me': {},
      'GET /me': { name: 'Somebody', protected: false },
    }
  })

  test('is deleted by whoever types the name, and by nobody else', async () => {
    render(Settings, { parts: [], query })
    await fireEvent.click(button('Delete my data'))
    const sure = [...dialog()!.querySelectorAll('button')].find((one) => one.textContent === 'Yes, delete')!
    expect(sure.disabled).toBe(true)
    const field = dialog()!.querySelector('input')!
    await fireEvent.input(field, { target: { value: 'Bo' } })
    await fireEvent.submit(dialog()!.querySelector('form')!)
    expect(asks('DELETE')).toEqual([])
    await fireEvent.input(field, { target: { value: 'Ada' } })
    expect(sure.disabled).toBe(false)
    await fireEvent.submit(dialog()!.querySelector('form')!)
    await waitFor(() => expect(asks('DELETE /me').length).toBe(1))
  })

  test('a recovery code is shown once', async () => {
    render(Settings, { parts: [], query })
    const form = button('A new code').closest('form')!
    await fireEvent.input(form.querySelector('input')!, { target: { value: 'over the hills' } })
    await fireEvent.submit(form)
    await waitFor(() => expect(dialog()?.querySelector('output')?.textContent).toBe('AAAAA-BBBBB-CCCCC-DDDDD'))
    expect(asks('POST /me/recovery')[0]?.body).toEqual({ passphrase: 'over the hills' })
    await fireEvent.click(button('I have kept it'))
    expect(document.body.textContent).not.toContain('AAAAA-BBBBB')
  })

  test('is told to guests and to those whose name is protected, each as it is', async () => {
    catalogue.me = { name: 'Ada', protected: false }
    render(Settings, { parts: [], query })
    expect(document.body.textContent).toContain('You are a guest')
    catalogue.me = { name: 'Ada', protected: true }
    await tick()
    expect(document.body.textContent).not.toContain('guest')
    expect(document.body.textContent).toContain('With your name and passphrase')
  })

  test('devices are listed, and another than this one is signed out', async () => {
    render(Settings, { parts: [], query })
    const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#devices li')]
    await waitFor(() => expect(rows().length).toBe(2))
    expect(rows().map((one) => one.querySelectorAll('button').length)).toEqual([0, 1])
    await fireEvent.click(rows()[1]!.querySelector('button')!)
    await waitFor(() => expect(asks('DELETE /me/sessions/b').length).toBe(1))
  })
})

test('only a game without a picture is said to be always text', async () => {
  const game = (name: string): GameInfo => ({ name }) as GameInfo
  catalogue.games = [game('symphonimo'), game('symphony')]
  render(Settings, { parts: [], query })
  const said = (): string => document.body.textContent
  expect(said()).toContain('Everything can be played in it.')
  expect(said()).not.toMatch(/[Oo]ther games/)
  catalogue.games = [game('symphonimo'), game('etude')]
  await tick()
  expect(said()).toContain('Other games on this server are always shown as text.')
})

test('my statistics have sums, and matches that fit what was chosen', async () => {
  const sums = {
    game: 'symphonimo',
    played: 3,
    won: 2,
    finished: 3,
    best: 40,
    mean: 26.7,
    players: [{ players: 2, played: 3, won: 2 }],
    options: [],
    bots: [{ bot: 'greedy', met: 2, beaten: 1 }],
  }
  answers = {
    'GET /me/statistics': { matches: 3, won: 2, limited: false, games: [sums] },
    'GET /me/matches': { matches: [], more: null },
  }
  render(Statistics)
  await waitFor(() => expect(document.querySelectorAll('tbody tr').length).toBe(2))
  expect(
    [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['3', '2', '67 %'],
    ['2', '1', '50 %'],
  ])
  const result = screen.getByLabelText<HTMLSelectElement>('Result')
  const chosen = result.querySelector('option[value=won]')
  result.querySelector = () => chosen // happy-dom does not know which option is :checked
  await fireEvent.change(result)
  await waitFor(() => expect(asks('GET /me/matches').at(-1)?.what).toContain('result=won'))
})

describe('the page of admins', () => {
  const TABLE = { game: 'symphonimo', public: true, names: ['Ada', 'Bo'], created: 1, updated: 1 }

  beforeEach(() => {
    answers = {
      'GET /house': {
        owner: 'Clara',
        status: { stores: true },
        counts: {},
        switches: { tables: true, talk: true, imports: true },
        limits: { body_limit: 65536 },
        slowed: 0,
        cut: {},
        failed_writes: 0,
        lag: 0,
        files: 9,
        process: 1,
      },
      'GET /house/reports': [
        {
          table: 't',
          line: 4,
          at: 1,
          name: 'Bo',
          text: 'unkind',
          gone: false,
          reasons: [],
          muted: false,
          banned: false,
        },
      ],
      'GET /house/measures': [
        { id: 'm', kind: 'range', target: '203.0.113.0/24', name: '', reason: '', at: 1, until: 0, over: false },
      ],
      'GET /house/tables?show=running': [{ ...TABLE, id: 'r', state: 'running' }],
      'GET /house/tables?show=waiting': [{ ...TABLE, id: 'w', state: 'waiting' }],
      'GET /house/audit': [{ at: 1, owner: 'Clara', act: 'range', target: '203.0.113.0/24', name: '', reason: '' }],
      'POST /house/measures': {},
      'DELETE /house/measures/m': {},
      'POST /house/reports/t/4/settle': {},
      'PATCH /house/switches': {},
    }
  })

  async function enter(): Promise<void> {
    render(Admin)
    expect(asked).toEqual([]) // nothing is shown or asked for without a key
    await fireEvent.input(screen.getByLabelText("Owner's key"), { target: { value: ' tutti-owner-x ' } })
    await fireEvent.submit(document.querySelector('form')!)
    await screen.findByText('unkind')
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Close the table' }).length).toBe(2))
    expect(new Set(asked.map((one) => one.key))).toEqual(new Set(['Bearer tutti-owner-x']))
  }
  const closes = (): Promise<boolean> => fireEvent.click(screen.getAllByRole('button', { name: 'Close the table' })[1]!)
  const inDialog = (name: string): HTMLElement =>
    [...dialog()!.querySelectorAll('button')].find((one) => one.textContent === name)!
  const took = (): unknown => asks('POST /house/measures').at(-1)?.body

  test('silences and shuts out, closes tables that run or wait, lifts, settles, shuts doors', async () => {
    await enter()
    await fireEvent.input(screen.getByLabelText('Reason, shown to whom it concerns'), { target: { value: 'be kind' } })
    await fireEvent.click(
      screen.getAllByRole('button', { name: 'Silence' }).find((one) => !(one as HTMLButtonElement).disabled)!,
    )
    await waitFor(() => expect(took()).toEqual({ kind: 'mute', table: 't', line: 4, days: 0, reason: 'be kind' }))
    await fireEvent.input(screen.getByLabelText('Address range'), { target: { value: '198.51.100.0/24' } })
    await fireEvent.submit(screen.getByLabelText('Address range').closest('form')!)
    await waitFor(() => expect(took()).toMatchObject({ kind: 'range', range: '198.51.100.0/24' }))
    await closes()
    await fireEvent.click(inDialog('Cancel'))
    expect(dialog()).toBe(undefined)
    await closes()
    expect(dialog()?.textContent).toContain('Ada, Bo')
    expect(took()).toMatchObject({ kind: 'range' }) // nothing is closed before it is confirmed
    await fireEvent.click(inDialog('Close the table'))
    await waitFor(() => expect(took()).toMatchObject({ kind: 'close', table: 'w', days: 0 }))
    expect(dialog()).toBe(undefined)
    await fireEvent.click(button('Lift'))
    await fireEvent.click(button('Dealt with'))
    await fireEvent.click(screen.getByLabelText('talk'))
    await waitFor(() => expect(asks('PATCH /house/switches').at(-1)?.body).toEqual({ talk: false }))
    expect([asks('DELETE /house/measures/m').length, asks('POST /house/reports/t/4/settle').length]).toEqual([1, 1])
    expect(document.body.textContent).toContain('body_limit')
    expect(screen.getByRole('heading', { name: 'Who decided what' })).toBeTruthy()
  })

  test('takes an empty number of days for a measure that lasts', async () => {
    await enter()
    await fireEvent.input(screen.getByLabelText('Days (0: until lifted)'), { target: { value: '' } })
    await fireEvent.input(screen.getByLabelText('Address range'), { target: { value: '198.51.100.0/24' } })
    await fireEvent.submit(screen.getByLabelText('Address range').closest('form')!)
    await waitFor(() => expect(took()).toMatchObject({ kind: 'range', days: 0 }))
  })

  test('shows what is to be typed in a refusal as code, without its marks', () => {
    note('A key is made by `tutti owner new NAME`.', 'refusal')
    const { container } = render(Notes)
    expect(container.querySelector('.note p')?.textContent.trim()).toBe('A key is made by tutti owner new NAME.')
    expect(container.querySelector('.note code')?.textContent).toBe('tutti owner new NAME')
    notes.splice(0)
  })
})
