/** The components of packs, asked for once each. */

const standard = import.meta.glob('$lib/generated/components/*.json', { import: 'default' })

export function componentsOf(game: string): Promise<unknown> {
  return standard[`/src/generated/components/${game}.json`]?.() ?? Promise.reject(new Error(`no components of ${game}`))
}
