/** How many tables wait for this person: in the title of every tab, with a sound when one more does. */
import { api } from '$lib/net/api'
import { here } from '$lib/router.svelte'
import { play } from './sound'

const EVERY = 60_000
const MARK = /^\(\d+\) /

let waiting = 0
let known = false

/** Put the number before whatever a page has called itself. */
function stamp(): void {
  const bare = document.title.replace(MARK, '')
  const wanted = waiting ? `(${waiting}) ${bare}` : bare
  if (document.title !== wanted) document.title = wanted
}

/** Ask the server. Tables that are open here are not counted: they say it themselves. */
export async function lookAround(): Promise<void> {
  const { route } = here
  const open = route.page === 'table' ? route.parts[0] : undefined
  try {
    const found = await api.next(open)
    if (known && found.waiting > waiting) play('turn')
    waiting = found.waiting
    known = true
  } catch {
    // The line is down: what was known stands.
  }
  stamp()
}

/** From now on, in this tab. ready: from when on the server knows whose it is. */
export function keepWatch(ready: Promise<void>): void {
  void ready.then(lookAround)
  setInterval(() => void lookAround(), EVERY)
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void lookAround()
  })
  addEventListener('hashchange', () => void lookAround())
  const title = document.querySelector('title')
  if (title) new MutationObserver(stamp).observe(title, { childList: true })
}
