/** Where one is: a short address behind the #, which no server ever sees. */

export interface Route {
  page: string
  parts: string[]
  query: URLSearchParams
}

export function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?') as [string, string?]
  const [page = '', ...parts] = path.split('/').filter(Boolean).map(decodeURIComponent)
  return { page, parts, query: new URLSearchParams(search) }
}

export const here = $state({ route: parse(location.hash) })

addEventListener('hashchange', () => {
  here.route = parse(location.hash)
})

/** The address of a page. */
export function to(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

export function go(address: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', address)
    here.route = parse(address)
  } else location.hash = address
}
