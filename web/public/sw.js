/** Shows messages that come while no page of ours is open; keeps nothing, caches nothing. */
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('push', (event) => {
  let said = {}
  try {
    said = event.data.json()
  } catch {
    // Something came that is not ours: still say that there is something.
  }
  event.waitUntil(
    registration.showNotification(said.title || 'Tutti', {
      body: said.body || '',
      tag: said.tag || 'tutti',
      renotify: true,
      data: { url: said.url || '/', stop: said.stop || '' },
      actions: said.stop ? [{ action: 'stop', title: said.stop_text || 'Stop' }] : [],
    }),
  )
})

addEventListener('notificationclick', (event) => {
  const { url, stop } = event.notification.data ?? {}
  event.notification.close()
  if (event.action === 'stop') {
    event.waitUntil(fetch(`/api/notices/stop/${encodeURIComponent(stop)}`, { method: 'POST' }))
    return
  }
  event.waitUntil(show(url))
})

/** A page of ours goes there, or a new one is opened; nowhere but to ourselves. */
async function show(url) {
  const wanted = new URL(url, location.origin)
  const hash = wanted.origin === location.origin ? wanted.hash : ''
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return clients.openWindow(`/${hash}`)
  await open.focus()
  return open.navigate(`/${hash}`)
}
