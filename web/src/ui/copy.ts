/** Copying, also where the browser has no clipboard for pages: at plain http, anywhere but on this machine. */
import { t } from '$lib/i18n'
import { note } from '$lib/state/notes.svelte'

/** Copy a text and say so; if the browser does not allow it, show the text to be copied by hand. */
export async function copy(text: string, done: string): Promise<void> {
  // Undefined on pages that are not secure, whatever its type says.
  // Nothing is waited for then: the old way may need the very click.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const copied = clipboard
    ? await clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : false
  if (copied || bySelection(text)) note(done, 'done')
  else note(t('copy.failed', { text }), 'refusal')
}

/** The old way: select the text in a field nobody sees,
 *  inside an open dialog if there is one, since all else is inert. */
function bySelection(text: string): boolean {
  const focused = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0'
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.focus({ preventScroll: true })
  field.setSelectionRange(0, text.length)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
