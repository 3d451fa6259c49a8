/** A scoring taken apart: what is shown one after another, as the events tell it. */
import type { Event, Track, Zone } from '$lib/generated/games/symphony'

export interface Gain {
  player: number
  /** Points, or the step of the track that is reached. */
  points?: number
  step?: number
}

export interface Scene {
  kind: 'track' | 'zone' | 'sheet' | 'voice' | 'tokens' | 'bonus' | 'tracks'
  track?: Track
  sheet?: number
  voice?: number
  gains: Gain[]
}

const ZONES: readonly string[] = ['green', 'orange', 'blue'] satisfies Zone[]

/** The scenes of a scoring in these news; none where nothing was scored. */
export function scenes(news: readonly Event[]): Scene[] {
  const found: Scene[] = []
  const add = (scene: Omit<Scene, 'gains'>, gain: Gain): void => {
    // notes are scored as they stand on the sheet: a track comes again and again
    const last =
      scene.kind === 'track'
        ? found
            .slice(found.findLastIndex(({ kind }) => kind === 'sheet') + 1)
            .find(({ track }) => track === scene.track)
        : found.at(-1)
    const again = scene.kind === 'track' ? last?.gains.find(({ player }) => player === gain.player) : undefined
    if (again) Object.assign(again, gain)
    else if (
      last &&
      last.kind === scene.kind &&
      last.track === scene.track &&
      last.sheet === scene.sheet &&
      last.voice === scene.voice
    )
      last.gains.push(gain)
    else found.push({ ...scene, gains: [gain] })
  }
  for (const event of news) {
    switch (event.event) {
      case 'advanced':
        add(
          { kind: ZONES.includes(event.track) ? 'zone' : 'track', track: event.track },
          { player: event.player, step: event.steps },
        )
        break
      case 'sheet':
        add({ kind: 'sheet', sheet: event.sheet }, { player: event.player, points: event.points })
        break
      case 'voice':
        add({ kind: 'voice', voice: event.voice }, { player: event.player, points: event.points })
        break
      case 'leftover':
        add({ kind: 'tokens' }, { player: event.player, points: event.points })
        break
      case 'final_bonus':
        add({ kind: 'bonus' }, { player: event.player, points: event.points })
        break
      case 'tracks_scored':
        add({ kind: 'tracks' }, { player: event.player, points: event.notes + event.zones + event.clashes })
    }
  }
  // Zones are scored just before the prize of their sheet.
  let sheet: number | undefined
  for (const scene of found.toReversed()) {
    if (scene.kind === 'sheet') sheet = scene.sheet
    else if (scene.kind === 'zone' || scene.kind === 'track') {
      if (sheet !== undefined) scene.sheet = sheet
    } else sheet = undefined
  }
  return found
}

/** What the score lights for a scene: a Zone ("1 green"), a sheet ("1"), a Voice ("voice 1"). */
export function lights({ kind, track, sheet, voice }: Scene): string {
  if (kind === 'voice') return `voice ${voice}`
  if (kind === 'zone') return sheet === undefined ? '' : `${sheet} ${track}`
  return kind === 'sheet' ? `${sheet}` : ''
}

/** Where its points come from: a place of the score. */
export function origin(scene: Scene): string {
  if (scene.kind === 'voice') return `voice ${scene.voice}`
  if (scene.sheet === undefined) return 'score'
  return scene.kind === 'zone' ? `zone ${scene.sheet} ${scene.track}` : `sheet ${scene.sheet}`
}
