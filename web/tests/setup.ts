import { speak } from '$lib/i18n'
import { DEFAULTS, prefs } from '$lib/state/prefs.svelte'

// happy-dom lays nothing out and knows no media: what our code asks of them is answered here.
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof matchMedia
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
document.getAnimations ??= () => []
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// The files of tests share one page, in any order: what one of them preferred must not reach the next.
localStorage.clear()
Object.assign(prefs, structuredClone(DEFAULTS))
await speak('en')
