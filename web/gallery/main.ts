import { speak, type Lang } from '$lib/i18n'
import '$lib/app.css'
import { Game } from '$lib/games/game'
import { mount } from 'svelte'
import Gallery from './Gallery.svelte'

const asked = new URLSearchParams(location.search)
await speak((asked.get('lang') ?? 'en') as Lang)
// The standard packs; the gallery has no server.
const standard = import.meta.glob<object>('../fixtures/components/*.json', { import: 'default' })
const name = asked.get('game') ?? 'symphonimo'
const game = await Game.open(name, '', async () => (await standard[`../fixtures/components/${name}.json`]?.()) ?? {})
mount(Gallery, { target: document.getElementById('app')!, props: { game } })
