// Types of everything that goes between client and server, from the schemas that the server publishes.
//   tutti serve --schema FOLDER && node scripts/types.mjs FOLDER [--check]
//   … --only GAME FILE: the types of one game alone, for a module that lies elsewhere
import { compile } from 'json-schema-to-typescript'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapi, { astToString } from 'openapi-typescript'

const folder = process.argv[2]
if (!folder) throw new Error('usage: node scripts/types.mjs FOLDER [--check]')
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const banner = `// Made by scripts/types.mjs from the schemas of the server. Do not edit.\n\n`

const rest = read('openapi.json')
const socket = read('socket.json')
const mapped = (part, change) => {
  if (Array.isArray(part)) return part.map((one) => mapped(one, change))
  if (part === null || typeof part !== 'object') return part
  return change(Object.fromEntries(Object.entries(part).map(([key, one]) => [key, mapped(one, change)])))
}
// json-schema-to-typescript knows tuples as they were written before 2020.
const tuples = (schema) =>
  mapped(schema, ({ prefixItems, ...rest }) =>
    prefixItems ? { ...rest, items: prefixItems, additionalItems: false } : rest,
  )
// An object without named members holds anything; all others are what they say.
const free = (schema) =>
  mapped(tuples(schema), (part) =>
    part.type === 'object' && !part.properties && !part.additionalProperties
      ? { ...part, additionalProperties: true }
      : part,
  )
const typed = (schema, title, more) =>
  compile({ ...schema, title }, title, { bannerComment: '', unreachableDefinitions: true, maxItems: -1, ...more })
const STYLE = { semi: false, singleQuote: true, printWidth: 140 }
/** As aliases, not interfaces: what a game shows is plain data, which the words catalogue takes as it is. */
const shape = async ({ $defs: { Verbs, ...parts }, ...schema }) => {
  const kept = { ...schema, $defs: { ...parts, Verbs: { type: 'object' } } }
  const made = await typed(free(kept), 'Shown', { additionalProperties: false, style: STYLE })
  return made
    .replaceAll(/^export interface (\w+) \{/gm, 'export type $1 = {')
    .replace(/^export type Verbs = \{[^}]*\}\n/m, () => verbs(Verbs.properties))
}
const PLAIN = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean' }
const argument = ({ title, allOf: [type] }) =>
  `${title}: ${PLAIN[type.type] ?? type.$ref?.split('/').at(-1) ?? type.enum.map((one) => `'${one}'`).join(' | ')}`
/** The arguments of each verb, with their names, which the converter has no place for. */
const verbs = (declared) =>
  `export type Verbs = {\n${Object.entries(declared)
    .map(([verb, { prefixItems }]) => `  ${verb}: [${prefixItems.map(argument).join(', ')}]\n`)
    .join('')}}\n`
const [game, target] = process.argv.includes('--only') ? process.argv.slice(process.argv.indexOf('--only') + 1) : []
const files = game
  ? { [pathToFileURL(resolve(target)).href]: await shape(read(`games/${game}.json`)) }
  : {
      'api.ts': astToString(await openapi({ ...rest, paths: {} }, { defaultNonNullable: false })),
      'socket.ts': await typed(tuples(socket), 'SocketMessage', { additionalProperties: true, format: false }),
      // What every game shows.
      'shown.ts': await shape(read('shown.json')),
    }
for (const file of game ? [] : readdirSync(join(folder, 'games'))) {
  const name = file.replace('.json', '')
  files[`games/${name}.ts`] = await shape(read(`games/${file}`))
}
mkdirSync(new URL('../src/generated/games', import.meta.url), { recursive: true })
let stale = false
for (const [name, raw] of Object.entries(files)) {
  const types = raw
    .replaceAll(/\[(k|key): string\]: unknown/g, '[$1: string]: Json')
    .replaceAll(/\n? \*\s*\n \* This interface was referenced by[^\n]*\n \* via the `definition`[^\n]*/g, '')
    .replaceAll(/\/\*\*\n \* This interface was referenced by[^\n]*\n \* via the `definition`[^\n]*\n \*\/\n/g, '')
  const json = game ? '$lib/words/template' : name.includes('/') ? '../../words/template' : '../words/template'
  const text = banner + (/\bJson\b/.test(types) ? `import type { Json } from '${json}'\n\n` : '') + types
  const path = game ? new URL(name) : new URL(`../src/generated/${name}`, import.meta.url)
  if (process.argv.includes('--check')) stale ||= !existsSync(path) || readFileSync(path, 'utf8') !== text
  else writeFileSync(path, text)
}
if (stale) {
  console.error('src/generated is not what the server publishes: run npm run types')
  process.exit(1)
}
