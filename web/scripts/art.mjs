// Gathers the pictures that others drew into one sprite, and says whose they are.
//   node scripts/art.mjs          writes src/art/sprite.svg and src/art/credits.json
//   node scripts/art.mjs --check  only compares
import { readFileSync, writeFileSync } from 'node:fs'

const SETS = {
  'fluent-emoji-flat': {
    name: 'Fluent Emoji',
    by: 'Microsoft',
    licence: 'MIT',
    url: 'https://github.com/microsoft/fluentui-emoji',
  },
  'game-icons': { name: 'Game-icons.net', by: 'Delapouite, Lorc', licence: 'CC-BY-3.0', url: 'https://game-icons.net' },
}

const PICTURES = {
  'fluent-emoji-flat': {
    swan: 'animal-3',
    fox: 'animal-4',
    owl: 'animal-5',
    frog: 'animal-6',
    penguin: 'animal-7',
    hedgehog: 'animal-8',
    kangaroo: 'animal-9',
    lion: 'animal-10',
    elephant: 'animal-11',
    bear: 'animal-12',
    turtle: 'animal-13',
  },
  'game-icons': {
    harp: 'instrument-3',
    violin: 'instrument-4',
    flute: 'instrument-5',
    trumpet: 'instrument-6',
    clarinet: 'instrument-7',
    xylophone: 'instrument-8',
    drum: 'instrument-9',
    trombone: 'instrument-10',
    tuba: 'instrument-11',
    accordion: 'instrument-12',
    'grand-piano': 'instrument-13',
    lyre: 'lyre',
    'french-horn': 'horn',
    'pipe-organ': 'organ',
    saxophone: 'saxophone',
    gong: 'gong',
    bassoon: 'bassoon',
    'g-clef': 'g-clef',
    'f-clef': 'f-clef',
    'theater-curtains': 'curtains',
    laurels: 'laurels',
    'two-coins': 'coins',
    'graduate-cap': 'cap',
    'ionic-column': 'column',
    smartphone: 'phone',
    ticket: 'ticket',
    armchair: 'chair',
    'public-speaker': 'conductor',
    theater: 'hall',
  },
}

const used = []
let sprite = '<svg xmlns="http://www.w3.org/2000/svg">\n'
for (const [set, pictures] of Object.entries(PICTURES)) {
  const icons = JSON.parse(readFileSync(new URL(`../node_modules/@iconify-json/${set}/icons.json`, import.meta.url)))
  for (const [name, id] of Object.entries(pictures)) {
    const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent]
    const width = icon.width ?? icons.width ?? 16
    const height = icon.height ?? icons.height ?? 16
    sprite += `<symbol id="${id}" viewBox="0 0 ${width} ${height}">${icon.body}</symbol>\n`
  }
  used.push({ ...SETS[set], pictures: Object.keys(pictures).sort() })
}
sprite += '</svg>\n'

const files = { 'sprite.svg': sprite, 'credits.json': JSON.stringify(used, null, 2) + '\n' }
let stale = false
for (const [file, text] of Object.entries(files)) {
  const path = new URL(`../src/art/${file}`, import.meta.url)
  if (process.argv.includes('--check')) stale ||= readFileSync(path, 'utf8') !== text
  else writeFileSync(path, text)
}
if (stale) {
  console.error('src/art is not what scripts/art.mjs writes')
  process.exit(1)
}
