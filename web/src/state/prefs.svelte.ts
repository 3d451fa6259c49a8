/** What this person likes, kept in this browser. */
import { preferred, speak, type Lang } from '$lib/i18n'

export interface Prefs {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  motion: boolean
  sound: boolean
  /** Placements sound their note, if there is sound. */
  tones: boolean
  /** Of a concert, from 0 to 1. */
  volume: number
  /** Ask once more before a move is sent. */
  confirm: boolean
  /** Answer for me what has one answer that everybody can see. */
  auto: boolean
  /** The games that are shown as text. */
  text: Record<string, boolean>
  /** What "Play now" opened last, by game. */
  players: Record<string, number>
  level: string
  /** The standing is unfolded; null: where there are majorities. */
  standing: boolean | null
  /** Somebody says what a question means and what to look at, and holds back moves that are warned of. */
  coach: boolean
}

const KEY = 'tutti.prefs'
export const DEFAULTS: Readonly<Prefs> = {
  lang: 'en',
  theme: 'auto',
  motion: true,
  sound: true,
  tones: true,
  volume: 0.8,
  confirm: false,
  auto: true,
  text: {},
  players: {},
  level: '',
  standing: null,
  coach: false,
}

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>
  } catch {
    return {}
  }
}

export const prefs: Prefs = $state({ ...DEFAULTS, lang: preferred(), ...stored() })

/** Change some of it; it takes effect and is kept at once. */
export async function prefer(change: Partial<Prefs>): Promise<void> {
  Object.assign(prefs, change)
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs))
  } catch {
    // A browser that keeps nothing still plays.
  }
  await apply()
}

/** Bring the page in line with the preferences. */
export async function apply(): Promise<void> {
  const root = document.documentElement
  if (prefs.theme === 'auto') delete root.dataset['theme']
  else root.dataset['theme'] = prefs.theme
  root.dataset['motion'] = prefs.motion ? 'on' : 'off'
  await speak(prefs.lang)
}

/** Whether things may move on the screen. */
export function moving(): boolean {
  return prefs.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
