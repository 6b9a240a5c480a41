import { PRODUCT_NAME } from '../../../contract/product.ts'
import { markup } from '../../lib/markup.ts'
import { pictureWithin } from '../../lib/picture-within.ts'

const DESCRIPTION_MAX = 200
export const HOME_FEED = '/feeds/recent.atom'

/** What a page says of itself to those who only read its head: search engines, and previews of links. */
export type LinkPreview = {
  /** Without the name of the site. */
  title: string
  description: string
  /** The one address of what is shown, whichever address it was found under. */
  path: string
  type: 'article' | 'profile' | 'website'
  picture: { imageUrl: string; width: number; height: number; alt: string } | null
  feed?: string | undefined
  /** Whether `/oembed` answers for it. */
  embeds?: true
}

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /\s*<meta name="description"[^>]*>/

/** A built page with another head: the words about the site make room for those about the page. */
export function withHead(page: string, head: readonly string[]): string {
  return page.replace(DESCRIPTION, '').replace(TITLE, () => head.join('\n    '))
}

/** The card of the home page, which speaks in the words that the built page has about the site. */
export function homePreview(page: string, picture: LinkPreview['picture']): LinkPreview {
  const [, description = ''] = / content="([^"]*)"/.exec(DESCRIPTION.exec(page)?.[0] ?? '') ?? []
  return { title: PRODUCT_NAME, description, path: '/', type: 'website', picture, feed: HOME_FEED }
}

/** The head of a page that is not for everyone: the site's own name, and that nobody is to list it. */
export const HIDDEN_HEAD: readonly string[] = [title(PRODUCT_NAME), meta('name', 'robots', 'noindex')]

/** The head of a page as its card says. */
export function headOf(card: LinkPreview, origin: string): string[] {
  const description = shortened(card.description)
  const address = origin + card.path
  return [
    title(card.title === PRODUCT_NAME ? PRODUCT_NAME : `${card.title} – ${PRODUCT_NAME}`),
    meta('name', 'description', description),
    link('canonical', address),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', card.type),
    meta('property', 'og:title', card.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...pictureTags(card.picture, origin),
    meta('name', 'twitter:card', card.picture ? 'summary_large_image' : 'summary'),
    ...(card.feed ? [link('alternate', origin + card.feed, { type: 'application/atom+xml', title: card.title })] : []),
    ...(card.embeds
      ? [link('alternate', embedAddress(address, origin), { type: 'application/json+oembed', title: card.title })]
      : []),
  ]
}

/** What a page says to members, for whom nothing is looked up: the site's words, and its feed. */
export function plainHead(page: string, feed: string | undefined, origin: string): string[] {
  const kept = [TITLE, DESCRIPTION].flatMap((part) => part.exec(page)?.[0].trim() ?? [])
  return feed
    ? [...kept, link('alternate', origin + feed, { type: 'application/atom+xml', title: PRODUCT_NAME })]
    : kept
}

function pictureTags(picture: LinkPreview['picture'], origin: string): string[] {
  if (!picture) return []
  const { address, width, height } = pictureWithin(picture)
  return [
    meta('property', 'og:image', origin + address),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    meta('property', 'og:image:alt', picture.alt),
  ]
}

const embedAddress = (address: string, origin: string) =>
  `${origin}/oembed?${new URLSearchParams({ url: address, format: 'json' })}`

function title(text: string): string {
  return String(markup`<title>${text}</title>`)
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return String(markup`<meta ${key}="${name}" content="${content}">`)
}

function link(rel: string, href: string, other?: { type: string; title: string }): string {
  const more = other ? markup` type="${other.type}" title="${other.title}"` : ''
  return String(markup`<link rel="${rel}"${more} href="${href}">`)
}

/** One line of at most 200 letters; a letter is never cut in two. */
function shortened(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()]
  return letters.length <= DESCRIPTION_MAX ? letters.join('') : `${letters.slice(0, DESCRIPTION_MAX - 1).join('')}…`
}
