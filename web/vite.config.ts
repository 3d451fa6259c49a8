import { svelte } from '@sveltejs/vite-plugin-svelte'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** A second folder of games, each with an index.ts as in src/games: for a game that lives outside this repository. */
const games = process.env['TUTTI_CLIENT_GAMES']
const server = process.env['TUTTI_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL('./src', import.meta.url)),
      // Our font has no packed samples.
      'stb-vorbis': fileURLToPath(new URL('./src/concert/unpacked.ts', import.meta.url)),
      // Without one there is nothing to be found: a folder of games has no folder of this name.
      $games: games ? resolve(games) : fileURLToPath(new URL('./src/games/none', import.meta.url)),
    },
  },
  build: {
    outDir: '../src/tutti/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: ['..', ...(games ? [resolve(games)] : [])] },
    proxy: { '/api': { target: server, ws: true } },
  },
})
