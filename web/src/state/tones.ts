/** Notes at the table: what is placed on a score is heard, once somebody has clicked and the ensemble is there. */
import type { Ensemble } from '$lib/concert/ensemble'
import type { Sound } from '$lib/concert/timeline'
import type { Game } from '$lib/games/game'
import type { AnyShape } from '$lib/games/module'
import { api } from '$lib/net/api'
import { prefs } from './prefs.svelte'

/** Seconds between two notes that come at once, and how many of them are heard. */
const APART = 0.22
const MOST = 6
/** After the last note the ensemble may sleep, in milliseconds. */
const RING = 6000
const LOUD = 0.7

let ensemble: Promise<Ensemble> | null = null

/** One for all tables; asked for again if it could not be had. */
function gathered(): Promise<Ensemble> {
  ensemble ??= import('$lib/concert/ensemble')
    .then((found) => found.Ensemble.open())
    .catch((error: unknown) => {
      ensemble = null
      throw error
    })
  return ensemble
}

export class Tones {
  private band: Ensemble | null = null
  private sounds: Readonly<Record<string, Sound>> = {}
  private asked = false
  private sleep: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly game: Game,
    private readonly pack: string,
  ) {}

  /** Whether notes are wanted, and may be heard. */
  private get wanted(): boolean {
    return this.game.sounds && prefs.sound && prefs.tones && (navigator.userActivation?.hasBeenActive ?? false)
  }

  /** Have everything ready, silently and once. */
  prepare(): void {
    if (!this.wanted || this.asked) return
    this.asked = true
    Promise.all([gathered(), api.sounds(this.pack)]).then(
      ([band, { cards }]) => {
        this.band = band
        this.sounds = cards
        band.volume = LOUD
      },
      // A table without notes is still a table; the next one tries again.
      () => undefined,
    )
  }

  /** What has happened is heard, as far as it sounds; false if nothing of it does. */
  hear(events: readonly AnyShape['event'][], view: AnyShape['view']): boolean {
    this.prepare()
    const { band } = this
    if (!this.wanted || !band) return false
    const notes = events.flatMap((event) => this.game.tones(event, view, this.sounds)).slice(-MOST)
    if (!notes.length) return false
    void band.wake().then(() => notes.forEach((note, at) => band.order({ type: 'strike', after: at * APART, ...note })))
    clearTimeout(this.sleep)
    this.sleep = setTimeout(() => band.rest(), RING)
    return true
  }
}
