import { speak, type Lang } from '$lib/i18n'
import '$lib/app.css'
import { mount } from 'svelte'
import Gallery from './Gallery.svelte'

const asked = new URLSearchParams(location.search)
await speak((asked.get('lang') ?? 'en') as Lang)
mount(Gallery, { target: document.getElementById('app')! })
