/** The signs of this board. */
export const SECTION_ART: Readonly<Record<string, string>> = {
  strings: 'instrument-4',
  woodwinds: 'instrument-7',
  brass: 'horn',
  percussion: 'instrument-9',
  lyre: 'lyre',
}
