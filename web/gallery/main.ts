import { speak, type Lang } from '$lib/i18n'
import '$lib/app.css'
import type { Meanings } from '$lib/games/actions'
import { Game } from '$lib/games/game'
import { mount } from 'svelte'
import Gallery from './Gallery.svelte'

const asked = new URLSearchParams(location.search)
await speak((asked.get('lang') ?? 'en') as Lang)
// The standard packs; the gallery has no server.
const standard = import.meta.glob<object>('../fixtures/{components,actions}/*.json', { import: 'default' })
const name = asked.get('game') ?? 'symphonimo'
const told = async (what: string): Promise<object> => (await standard[`../fixtures/${what}/${name}.json`]?.()) ?? {}
const game = await Game.open(
  name,
  '',
  () => told('components'),
  async () => (await told('actions')) as Meanings,
)
mount(Gallery, { target: document.getElementById('app')!, props: { game } })
