import { t } from '$lib/i18n'

/** Gain tokens of the component file in words: "m2" is two Money. */
export function gainWords(gain: readonly string[]): string {
  return gain.map(gainWord).join(', ')
}

export function gainWord(token: string): string {
  const [code = '', times] = token.split('*') as [string, string?]
  const count = Number(times ?? 1)
  const amount = /^([mpcv])(\d+)$/.exec(code)
  if (amount) return t(`gain.${amount[1]}`, { count: Number(amount[2]) })
  const flat = /^(AW?):(\d+)$/.exec(code)
  if (flat) return t(`gain.${flat[1]}:flat`, { price: Number(flat[2]) })
  return t(`gain.${code}`, { count })
}
