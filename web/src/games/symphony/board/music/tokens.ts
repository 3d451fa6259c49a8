/** Musician tokens, drawn in a field of 24 by 24: strokes, and shapes that are filled. */
import type { Token } from '$lib/generated/games/symphony'

interface Mark {
  d: string
  fill?: boolean
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

export const MARKS: Record<Token, readonly Mark[]> = {
  // a fermata
  prolonged: [{ d: 'M3 17a9 10 0 0 1 18 0' }, { d: dot(12, 15.5, 2.4), fill: true }],
  flat_sharp: [
    { d: 'M4 4v15c4-2.2 6-4.2 6-6.3 0-2.4-3.6-2.6-6 .3' },
    { d: 'M14.5 7v13M18.8 5.5v13M12.5 11.5l8.5-2M12.5 16.5l8.5-2' },
  ],
  // two links
  chaining: [
    {
      d: 'M10 14.5l4-5M8.5 10.5l-3.2 3.8a3.6 3.6 0 0 0 5.6 4.6l2.3-2.7M15.5 13.5l3.2-3.8a3.6 3.6 0 0 0-5.6-4.6l-2.3 2.7',
    },
  ],
  protection: [
    { d: 'M12 3l7.5 2.5v6c0 4.8-3 8-7.5 9.7-4.5-1.7-7.5-4.9-7.5-9.7v-6z' },
    { d: 'M12 6.5v11.2c-2.9-1.3-4.6-3.5-4.6-6.6V8z', fill: true },
  ],
  virtuosity: [{ d: 'M12 2.8l2.7 5.9 6.4.7-4.8 4.3 1.4 6.3-5.7-3.3-5.7 3.3 1.4-6.3-4.8-4.3 6.4-.7z', fill: true }],
  // a disc above another
  overwriting: [{ d: 'M10.5 19.5a6 6 0 1 1 3.2-9.4' }, { d: dot(15, 9.5, 5.8), fill: true }],
  // well placed
  eclectic: [{ d: dot(12, 12, 9) }, { d: 'M7.5 12.3l3.2 3.4 5.8-7' }],
  clef: [
    {
      d: 'M9.3 20.2c1 1.7 4.3 1 4-1.6L11.2 6c-.4-2.7 2.3-4 2.7-1.9.5 3-6.5 5.6-6.7 9.9-.2 4.4 8.6 4.5 8.9.4.2-3.6-5.3-3.7-5.2-.5.1 1.3.9 1.9 1.7 2',
    },
  ],
}

/** The same tokens together, each kind with how many there are. */
export function grouped(tokens: readonly Token[]): [Token, number][] {
  return [...new Set(tokens)].map((token) => [token, tokens.filter((one) => one === token).length])
}
