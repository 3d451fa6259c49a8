/** Where one is: a short address behind the #, which no server ever sees. */

export interface Route {
  page: string
  parts: string[]
  query: URLSearchParams
}

export function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?') as [string, string?]
  const [page = '', ...parts] = path.split('/').filter(Boolean).map(decoded)
  return { page, parts, query: new URLSearchParams(search) }
}

/** Whatever somebody types: a sign that stands for nothing stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const none = (parts: string[]): boolean => parts.length === 0
const one = ([id = '', ...more]: string[]): boolean => /[^.]/.test(id) && more.length === 0
/** The pages, and what may follow their names. Games, tables and replays may still turn out not to be there. */
const PAGES = {
  '': none,
  new: (parts: string[]) => none(parts) || one(parts),
  table: one,
  tables: none,
  replay: one,
  concert: one,
  position: one,
  learn: (parts: string[]) => parts.length <= 2,
  summary: one,
  rules: (parts: string[]) => parts.length <= 2,
  notices: none,
  stop: one,
  confirm: one,
  seat: (parts: string[]) => parts.length === 3,
  settings: ([section = 'about', ...more]: string[]) =>
    ['about', 'devices', 'mine'].includes(section) && more.length === 0,
  record: none,
  privacy: none,
  status: none,
  house: none,
}
export type Page = keyof typeof PAGES

/** The page at this address; null when the address leads nowhere. */
export function pageOf({ page, parts }: Route): Page | null {
  return Object.hasOwn(PAGES, page) && PAGES[page as Page](parts) ? (page as Page) : null
}

export const here = $state({ route: parse(location.hash) })

addEventListener('hashchange', () => {
  here.route = parse(location.hash)
})

/** The address of a page. */
export function to(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

/** Where a link leads that somebody pasted, or the code of a table; empty when there is nothing in it. */
export function pasted(text: string): string {
  const hash = text.trim().match(/#\/.*$/)?.[0]
  if (hash) return hash
  const id = text.trim().split(/[/?#]/).filter(Boolean).at(-1) ?? ''
  return id && to('table', id)
}

export function go(address: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', address)
    here.route = parse(address)
  } else location.hash = address
}
