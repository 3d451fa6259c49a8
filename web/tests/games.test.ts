/** A game is known to its own module alone; one without a module is played all the same. */
import { cleanup, render } from '@testing-library/svelte'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Game } from '$lib/games/game'
import { moduleOf, pictured } from '$lib/games/registry'
import Plain from '$lib/games/text/Plain.svelte'
import GameCover from '$lib/ui/GameCover.svelte'
import { Speaker } from '$lib/words/speaker'
import { choices, find, GAMES, library, MOMENTS, props, type Recorded, source, titled } from './kit'

afterEach(cleanup)
const under = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
/** A game without a module has no use for components. */
const never = (): never => {
  throw new Error('nobody draws them')
}
const NAMES = under('src/generated/games').map((file) => file.replace('.ts', ''))

test('no file but those of its own folder names a game', () => {
  const folders = NAMES.map((name) => join('games', name) + '/')
  const shared = under('src').filter(
    (file) =>
      /\.(ts|svelte|css|html)$/.test(file) &&
      !file.startsWith('generated/') &&
      !folders.some((folder) => file.startsWith(folder)),
  )
  expect(shared.length).toBeGreaterThan(50)
  const named = new RegExp(`\\b(${NAMES.join('|')})\\b`, 'i')
  expect(shared.filter((file) => named.test(source(`src/${file}`)))).toEqual([])
})

test('what the server says has one type, not two, and what a prompt holds follows from its step', () => {
  const files = under('src').filter((file) => /\.(ts|svelte)$/.test(file))
  expect(files.filter((file) => /as unknown as|\bargs\)? as /.test(source(`src/${file}`)))).toEqual([])
})

test.each(NAMES)('%s has a module', (name) => {
  expect(Object.keys(moduleOf(name))).toEqual(expect.arrayContaining(['cover', 'text', 'moves']))
})

test.each(MOMENTS.map((moment) => ({ title: titled(moment), moment })))('points are told at $title', ({ moment }) => {
  const game = GAMES.get(moment.game)!
  for (let player = 0; player < moment.players; player++) {
    const { total, sources } = game.points(moment.view, player)!
    expect(Number.isInteger(total)).toBe(true)
    for (const points of Object.values(sources)) expect(Number.isInteger(points)).toBe(true)
  }
})

describe('a game that the client does not know', () => {
  const moment: Recorded = { ...find('symphonimo', 'turn', 3), game: 'nocturne' }
  const SAID = new Speaker(
    { ...library, en: { ...library['en'], nocturne: { 'view.collections.each': 'player' } } },
    'nocturne',
    moment.names,
  )

  test.each([true, false])('is played on the plain table, whether text is wished for or not (%s)', async (text) => {
    const game = await Game.open('nocturne', 'sha256:0', never)
    expect(pictured('nocturne')).toBe(false)
    expect((await game.shown(text)).default).toBe(Plain)
    const { container } = render(Plain, props(moment, null))
    expect(container.textContent).toContain('Collections')
  })

  test('has a list by player where its words say so, not where there happen to be as many members', () => {
    const { container } = render(Plain, props(moment, null, undefined, { speaker: SAID }))
    const panels = [...container.querySelectorAll('.people > li')].map((one) =>
      [...one.querySelectorAll('dt')].map((label) => label.textContent),
    )
    const order = [0, 1, 2].map((at) => ((moment.seat ?? 0) + at) % 3)
    expect(find('symphonimo', 'turn', 3).view.conductors.length).toBe(moment.players)
    expect(panels).toEqual([['Collections'], ['Collections'], ['Collections']])
    expect([...container.querySelectorAll('h3')].map((one) => one.textContent)).toEqual(
      expect.arrayContaining(['Conductors', 'In round']),
    )
    expect([...container.querySelectorAll('.points')].map((one) => Number.parseInt(one.textContent, 10))).toEqual(
      order.map((player) => find('symphonimo', 'turn', 3).view.points[player]),
    )
  })

  test('has its moves in the words of the engine, numbers for keys, and the points that its view tells', async () => {
    const game = await Game.open('nocturne', 'sha256:0', never)
    const { speaker } = choices(moment)
    expect(game.describe('take 2', { view: moment.view, prompt: moment.prompt, speaker })).toEqual({
      title: 'Take 2',
      detail: '',
    })
    expect(game.keys(moment.prompt!, ['a', 'b'])).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ])
    expect([
      game.warning('take 2', { view: moment.view, prompt: null, speaker }),
      game.opens('round'),
      game.onBoard('draw'),
    ]).toEqual(['', false, false])
    const { active, players, options, you, result } = moment.view
    expect([
      game.points(moment.view, 1),
      game.points({ game: 'nocturne', active, players, options, you, result }, 1),
    ]).toEqual([{ total: find('symphonimo', 'turn', 3).view.points[1], sources: {} }, null])
  })

  test('has a door of its own', () => {
    const { container } = render(GameCover, { game: 'nocturne' })
    expect(container.querySelectorAll('svg ellipse').length).toBe(3)
  })
})
