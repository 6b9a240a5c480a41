// Matches an address with a scheme, or a domain name after a space or bracket that begins with `www.`, is followed by a
// path, or has a common top-level domain.
const LINK =
  /https?:\/\/|(?<![\p{L}\p{N}_@./:=&?%#-])(?:www\.[\p{L}\p{N}]|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}\/|(?:com|net|org|info|io|co|me|app|art|shop|store|xyz|site|online|top|ru|link|click)(?![\p{L}\p{N}-])))/giu

/**
 * Counts the links in a text: addresses with a scheme, and domain names that readers or browsers would treat as links.
 */
export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0

/** A letter or digit, a dot, and at least two letters: mail programs make links of such texts under many endings. */
const DOMAIN_NAME = /[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}]{2}/u

/** True for a name or title of which a mail program may make a link. */
export function looksLikeLink(name: string): boolean {
  const plain = name.normalize('NFKC')
  return DOMAIN_NAME.test(plain) || countLinks(plain) > 0
}
