import { PRODUCT_DESCRIPTION, PRODUCT_NAME } from '../../../contract/product.ts'
import { markup } from '../../lib/markup.ts'
import { pictureWithin } from '../../lib/picture-within.ts'

const DESCRIPTION_MAX = 200
export const HOME_FEED = '/feeds/recent.atom'

/** The head of a page for search engines and previews of links. */
export type LinkPreview = {
  /** Without the name of the site. */
  title: string
  description: string
  /** The canonical path. */
  path: string
  type: 'article' | 'profile' | 'website'
  picture: { imageUrl: string; width: number; height: number; alt: string } | null
  /** The path of the page's feed. */
  feed?: string | undefined
  /** True if other sites can embed the page (oEmbed). */
  embeds?: true
}

/** The preview of the home page. */
export function homePreview(picture: LinkPreview['picture']): LinkPreview {
  return {
    title: PRODUCT_NAME,
    description: PRODUCT_DESCRIPTION,
    path: '/',
    type: 'website',
    picture,
    feed: HOME_FEED,
  }
}

/** The preview of the forum, or of a category by its address. */
export function forumPreview({
  title,
  description,
  slug,
}: {
  title: string
  description: string
  slug?: string
}): LinkPreview {
  return { title, description, path: slug ? `/forum/${slug}` : '/forum', type: 'website', picture: null }
}

/** The head of a page that visitors may not see. */
export const HIDDEN_HEAD: readonly string[] = [title(PRODUCT_NAME), meta('name', 'robots', 'noindex')]

/** The elements in the head of a page for visitors. */
export function headOf(preview: LinkPreview, origin: string): string[] {
  const description = shortened(preview.description)
  const address = origin + preview.path
  return [
    title(preview.title === PRODUCT_NAME ? PRODUCT_NAME : `${preview.title} – ${PRODUCT_NAME}`),
    meta('name', 'description', description),
    link('canonical', address),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', preview.type),
    meta('property', 'og:title', preview.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...pictureTags(preview.picture, origin),
    meta('name', 'twitter:card', preview.picture ? 'summary_large_image' : 'summary'),
    ...(preview.feed
      ? [link('alternate', origin + preview.feed, { type: 'application/atom+xml', title: preview.title })]
      : []),
    ...(preview.embeds
      ? [link('alternate', embedAddress(address, origin), { type: 'application/json+oembed', title: preview.title })]
      : []),
  ]
}

/** The head for members, which needs no query: the title and description of the site, and the feed. */
export function plainHead(feed: string | undefined, origin: string): string[] {
  return [
    title(PRODUCT_NAME),
    meta('name', 'description', PRODUCT_DESCRIPTION),
    ...(feed ? [link('alternate', origin + feed, { type: 'application/atom+xml', title: PRODUCT_NAME })] : []),
  ]
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

/** Cuts a text to one line of 200 characters, between code points. */
function shortened(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()]
  return letters.length <= DESCRIPTION_MAX ? letters.join('') : `${letters.slice(0, DESCRIPTION_MAX - 1).join('')}…`
}
