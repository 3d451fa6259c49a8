import type { Speaker } from '$lib/words/speaker'

/** Points that are counted in halves: 1 is half a point. */
export const inHalves = (halves: number): string =>
  `${halves > 1 ? Math.floor(halves / 2) : ''}${halves % 2 ? '½' : ''}` || '0'

/** Gain tokens of the component file in words: "m2" is two Money. */
export function gainWords(gain: readonly string[], speaker: Speaker): string {
  return gain.map((one) => gainWord(one, speaker)).join(', ')
}

export function gainWord(token: string, speaker: Speaker): string {
  const [code = '', times] = token.split('*') as [string, string?]
  const count = Number(times ?? 1)
  const amount = /^([mpcv])(\d+)$/.exec(code)
  if (amount) return speaker.say(`web.gain.${amount[1]}`, { count: Number(amount[2]) })
  const flat = /^(AW?):(\d+)$/.exec(code)
  if (flat) return speaker.say(`web.gain.${flat[1]}:flat`, { price: Number(flat[2]) })
  return speaker.say(`web.gain.${code}`, { count })
}
