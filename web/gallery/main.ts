import { speak, type Lang } from '$lib/i18n'
import '$lib/app.css'
import { Game } from '$lib/games/game'
import { componentsOf } from '$lib/state/packs'
import { mount } from 'svelte'
import Gallery from './Gallery.svelte'

const asked = new URLSearchParams(location.search)
await speak((asked.get('lang') ?? 'en') as Lang)
const game = await Game.open(asked.get('game') ?? 'symphonimo', componentsOf)
mount(Gallery, { target: document.getElementById('app')!, props: { game } })
