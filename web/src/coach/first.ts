/** The first match after a lesson: easy opponents, every move may be taken back, and a coach sits beside it. */
import { api } from '$lib/net/api'
import { go, to } from '$lib/router.svelte'
import { attempt } from '$lib/state/notes.svelte'
import { prefer } from '$lib/state/prefs.svelte'
import { infoOf, levels } from '$lib/state/catalogue.svelte'

/** A game for newcomers, where there is one. */
const EASY = 'easy'

export async function firstMatch(name: string): Promise<void> {
  const game = infoOf(name)
  if (!game) return
  const [easiest] = levels()
  const seats = Array.from({ length: game.usual }, (_, at) =>
    at ? { kind: 'bot' as const, bot: easiest?.name ?? '' } : { kind: 'me' as const },
  )
  const easy = game.options.some((one) => one.name === EASY && one.schema['type'] === 'boolean')
  const table = await attempt(() =>
    api.create({
      game: name,
      seats,
      options: easy ? { [EASY]: true } : {},
      undo: 'free',
      hints: true,
      previews: true,
      coach: true,
      start: true,
    }),
  )
  if (!table) return
  await prefer({ coach: true })
  go(to('table', table.id))
}
