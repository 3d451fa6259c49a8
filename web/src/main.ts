import './app.css'
// The colours of the games come with the first page: every page may show them.
import './games/registry'
import { mount } from 'svelte'
import App from './App.svelte'
import { apply } from './state/prefs.svelte'

await apply()
mount(App, { target: document.getElementById('app')! })
