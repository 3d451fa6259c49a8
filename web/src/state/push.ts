/** Web push in this browser: asked for when somebody wants it, and not before. */
import type { components } from '$lib/generated/api'

type NewChannel = components['schemas']['NewChannel']

/** Whether this browser can, at this address. */
export function possible(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Ask for leave and subscribe; null if that is not to be. */
export async function subscribe(key: string): Promise<NewChannel | null> {
  if (!possible() || (await Notification.requestPermission()) !== 'granted') return null
  try {
    const worker = await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
    const old = await worker.pushManager.getSubscription()
    await old?.unsubscribe() // perhaps with the key of another server
    const { endpoint, keys } = (
      await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
    ).toJSON()
    return endpoint && keys?.['p256dh'] && keys['auth']
      ? { kind: 'push', address: endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
      : null
  } catch {
    return null // a browser without a push service
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0))
}
