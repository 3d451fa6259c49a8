/** The rules of a game: the ledger, and the guide where there is one. */
import { api, type RuleInfo } from '$lib/net/api'

/** The guide as tutti.guide gives it (guide/reading.py). */
export interface Span {
  text: string
  mark?: 'bold' | 'italic' | 'code'
  to?: string
}
export interface GuideLine {
  cells: Span[][]
  rules: string[]
}
export interface Block {
  kind: 'text' | 'list' | 'steps' | 'table' | 'picture'
  example: boolean
  head: Span[][]
  lines: GuideLine[]
  /** The lesson and the part of its board that is drawn. */
  picture?: string
}
export interface GuideSection {
  anchor: string
  title: string
  chapter: string
  blocks: Block[]
  rules: string[]
}

export const drawer = $state({ open: false, game: '', rule: '' })

/** Open the rules at one rule. */
export function showRule(game: string, rule: string): void {
  drawer.game = game
  drawer.rule = rule
  drawer.open = true
}

const ledgers = new Map<string, Promise<RuleInfo[]>>()
const guides = new Map<string, Promise<GuideSection[]>>()

export function ledger(game: string): Promise<RuleInfo[]> {
  const known = ledgers.get(game) ?? api.rules(game)
  ledgers.set(game, known)
  known.catch(() => ledgers.delete(game))
  return known
}

/** The guide in this language; empty when the server has none. */
export function guide(game: string, lang: string): Promise<GuideSection[]> {
  const key = `${lang}/${game}`
  const known =
    guides.get(key) ??
    api.guide(game, lang).then(
      (found) => found as GuideSection[],
      () => [],
    )
  guides.set(key, known)
  return known
}

/** What the guide says where it tells this rule; empty when it does not. */
export async function quote(game: string, rule: string, lang: string): Promise<string> {
  const lines = (await guide(game, lang)).flatMap((section) => section.blocks.flatMap((block) => block.lines))
  const found = lines.find((line) => line.rules.includes(rule))
  return found?.cells.map((cell) => cell.map((span) => span.text).join('')).join(' ') ?? ''
}

/** Without capitals and accents, for searching. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

export function plain(section: GuideSection): string {
  const lines = section.blocks.flatMap((block) => [...block.head, ...block.lines.flatMap((line) => line.cells)])
  return [section.title, ...lines.map((cell) => cell.map((span) => span.text).join('')), ...section.rules].join(' ')
}
