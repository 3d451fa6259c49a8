import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { apply } from './state/prefs.svelte'

await apply()
mount(App, { target: document.getElementById('app')! })
