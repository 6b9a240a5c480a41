/** Returns the path of an address at `origin`, or `/` for other addresses. */
export function ownPath(path: string | null, origin: string): string {
  const url = URL.parse(path ?? '/', origin)
  // A path that starts with two slashes leads to another site.
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : '/'
}
