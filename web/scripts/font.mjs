// Cuts the sound font of the concert out of a larger one: the programs that an orchestra needs, and the drums.
//   npm pack @coderline/alphatab@1.8.4 && tar xzf coderline-alphatab-1.8.4.tgz
//   node scripts/font.mjs package/dist/soundfont/sonivox.sf2     writes src/concert/ensemble.sf2
// The large font is 1.35 MB and is needed for nothing else, so it is no dependency. Its samples are not packed:
// packed ones (sonivox.sf3) would need WebAssembly, which the page does not allow, and are no smaller on the line.
import { readFileSync, writeFileSync } from 'node:fs'
import { SoundBankLoader } from 'spessasynth_core'

/** General MIDI, from 0. */
const PROGRAMS = [
  0,
  6,
  7,
  8,
  9,
  11,
  12,
  13,
  14,
  19, // piano, harpsichord, clavichord, celesta, bells and bars, organ
  40,
  41,
  42,
  43,
  45,
  46,
  47,
  48,
  49,
  52,
  53, // strings, harp, timpani, choirs
  56,
  57,
  58,
  59,
  60,
  64,
  65,
  66,
  67,
  68,
  69,
  70,
  71,
  72,
  73,
  117, // brass, reeds, flutes, tom-tom
]
const DRUMS = 0

const [source] = process.argv.slice(2)
if (!source) {
  console.error('Which font? See the first lines of this script.')
  process.exit(1)
}
const bytes = readFileSync(source)
const font = SoundBankLoader.fromArrayBuffer(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
for (const preset of [...font.presets]) {
  const wanted = preset.isGMGSDrum ? preset.program === DRUMS : PROGRAMS.includes(preset.program)
  if (!wanted) font.deletePreset(preset)
}
font.removeUnusedElements()
// The same font is the same file, whenever it is cut.
font.soundBankInfo.creationDate = new Date(Date.UTC(2006, 0, 1))
const target = new URL('../src/concert/ensemble.sf2', import.meta.url)
writeFileSync(target, new Uint8Array(font.writeSF2()))
console.log(`${font.presets.length} programs, ${font.samples.length} samples, ${readFileSync(target).length} bytes`)
