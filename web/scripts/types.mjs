// Types of everything that goes between client and server, from the schemas that the server publishes.
//   tutti serve --schema FOLDER && node scripts/types.mjs FOLDER [--check]
import { compile } from 'json-schema-to-typescript'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapi, { astToString } from 'openapi-typescript'

const folder = process.argv[2]
if (!folder) throw new Error('usage: node scripts/types.mjs FOLDER [--check]')
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const banner = `// Made by scripts/types.mjs from the schemas of the server. Do not edit.\n\nimport type { Json } from '../words/template'\n\n`

const rest = read('openapi.json')
const socket = read('socket.json')
const files = {
  'api.ts': banner + astToString(await openapi({ ...rest, paths: {} }, { defaultNonNullable: false })),
  'socket.ts':
    banner +
    (await compile({ ...socket, title: 'SocketMessage' }, 'SocketMessage', {
      bannerComment: '',
      additionalProperties: true,
      unreachableDefinitions: true,
      maxItems: -1,
      format: false,
    })),
}
let stale = false
for (const [name, raw] of Object.entries(files)) {
  const text = raw.replaceAll(/\[(k|key): string\]: unknown/g, '[$1: string]: Json')
  const path = new URL(`../src/generated/${name}`, import.meta.url)
  if (process.argv.includes('--check')) stale ||= !existsSync(path) || readFileSync(path, 'utf8') !== text
  else writeFileSync(path, text)
}
if (stale) {
  console.error('src/generated is not what the server publishes: run npm run types')
  process.exit(1)
}
