/** Address in a text, with its offset. An internal link has the path on this site. */
export type FoundLink = { at: number; text: string } & Link
type Link = { kind: 'internal'; path: string } | { kind: 'external'; href: string }

const ADDRESS =
  /(?<=^|[\s("'«“])(?:https?:\/\/|\/(?=(?:sketch|user|challenge|stream)\/\d|(?:tag|gallery|compo|group)\/[\p{L}\p{N}]))[^\s<>\p{Cf}]+/giu
const SENTENCE_ENDS = '.,;:!?\'"’”»)]}'

/** Finds http(s) addresses and paths of this site in a text. */
export function findLinks(text: string, host: string): FoundLink[] {
  return [...text.matchAll(ADDRESS)].flatMap((match) => {
    const address = withoutSentenceEnd(match[0])
    const link = linkOf(address, host)
    return link ? [{ at: match.index, text: address, ...link }] : []
  })
}

/**
 * Removes the punctuation that ends a sentence from an address, but keeps a bracket that the address opened. A regular
 * expression would take quadratic time for long runs of punctuation.
 */
function withoutSentenceEnd(address: string): string {
  let end = address.length
  while (end > 0 && SENTENCE_ENDS.includes(address.charAt(end - 1))) end--
  const closes = address.charAt(end) === ')' && address.includes('(')
  return address.slice(0, closes ? end + 1 : end)
}

function linkOf(address: string, host: string): Link | null {
  const path = ownPath(address, host)
  if (path !== null) return { kind: 'internal', path }
  const url = URL.parse(address)
  // A name before the host would make the address look like another site's.
  return url && !url.username && !url.password ? { kind: 'external', href: url.href } : null
}

/** Returns the path of an address on this site, given with or without the host; null for another site. */
export function ownPath(address: string, host: string): string | null {
  const absolute = address.startsWith('/')
    ? `https://${host}${address}`
    : address.replace(/^(?!https?:\/\/)/i, 'https://')
  if (!URL.canParse(absolute)) return null
  const url = new URL(absolute)
  // A path that begins with two slashes would lead to another site.
  return url.host === host ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : null
}
