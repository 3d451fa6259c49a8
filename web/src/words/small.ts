/** Small print: codes for those who write notation, between ⟨ and ⟩. The twin of words/small.py. */

const SMALL = /\s?⟨([^⟨⟩]*)⟩/gu

/** Without its small print, and without the space before it. */
export function plain(text: string): string {
  return text.replace(SMALL, '')
}

/** The text in order, each piece with whether it is small print; empty ones left out. */
export function pieces(text: string): { text: string; small: boolean }[] {
  return text.split(SMALL).flatMap((piece, number) => (piece ? [{ text: piece, small: number % 2 === 1 }] : []))
}

/** A name that people chose, without the marks: nobody writes small print by their name. */
export function unmarked(name: string): string {
  return name.replaceAll('⟨', '‹').replaceAll('⟩', '›')
}
