/** Signs of the music font by the names that SMuFL gives them; measures in staff spaces, from Leland's metadata. */
export const GLYPH = {
  brace: '\uE000',
  gClef: '\uE050',
  cClef: '\uE05C',
  fClef: '\uE062',
  time4: '\uE084',
  whole: '\uE0A2',
  half: '\uE0A3',
  black: '\uE0A4',
  flagUp: '\uE240',
  flagDown: '\uE241',
  flat: '\uE260',
  sharp: '\uE262',
} as const

export const CLEFS: Readonly<Record<string, { glyph: string; position: number; width: number }>> = {
  // the line that a clef sits on, counted from the bottom as positions are
  G: { glyph: GLYPH.gClef, position: 3, width: 2.56 },
  C: { glyph: GLYPH.cClef, position: 4, width: 2.51 },
  F: { glyph: GLYPH.fClef, position: 5, width: 2.66 },
}

export const tupletDigit = (count: number): string => String.fromCharCode(0xe880 + count)

/** The head of a note and how wide it is; values as the notation has them. */
export const HEADS: Readonly<Record<string, { glyph: string; width: number }>> = {
  s: { glyph: GLYPH.whole, width: 1.49 },
  m: { glyph: GLYPH.half, width: 1.3 },
  c: { glyph: GLYPH.black, width: 1.3 },
  q: { glyph: GLYPH.black, width: 1.3 },
}
