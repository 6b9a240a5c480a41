import type { SketchItem } from '../../../contract/http/sketches.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { escapeMarkup } from '../../lib/markup.ts'
import { pictureWithin } from '../../lib/picture-within.ts'

/** A feed of sketches: its own address and that of the page that shows the same, both from the root of the site. */
export type Feed = { title: string; path: string; page: string; sketches: readonly SketchItem[] }

/** A feed as Atom 1.0 (RFC 4287). Ids are addresses, which stay what they are. */
export function atomOf({ title, path, page, sketches }: Feed, origin: string): string {
  const updated = sketches.map(({ dateCreated }) => dateCreated).reduce((a, b) => (a > b ? a : b), '19700101000000')
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeMarkup(origin + path)}</id>`,
    `<title>${escapeMarkup(`${title} – ${PRODUCT_NAME}`)}</title>`,
    `<updated>${timeOf(updated)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(origin + page)}"/>`,
    ...sketches.map((sketch) => entryOf(sketch, origin)),
    '</feed>\n',
  ].join('\n')
}

function entryOf(sketch: SketchItem, origin: string): string {
  const address = `${origin}/sketch/${sketch.id}`
  return [
    '<entry>',
    `<id>${address}</id>`,
    `<title>${escapeMarkup(sketch.title)}</title>`,
    `<published>${timeOf(sketch.dateCreated)}</published>`,
    `<updated>${timeOf(sketch.dateCreated)}</updated>`,
    `<author><name>${escapeMarkup(sketch.nickname)}</name><uri>${origin}/user/${sketch.userId}</uri></author>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<content type="html">${escapeMarkup(contentOf(sketch, address, origin))}</content>`,
    '</entry>',
  ].join('\n')
}

/** The picture as HTML, a link to its page. */
function contentOf(sketch: SketchItem, page: string, origin: string): string {
  const { address, width, height } = pictureWithin(sketch)
  const picture = `<img src="${origin}${address}" width="${width}" height="${height}" alt="${escapeMarkup(sketch.alt)}">`
  return `<p><a href="${page}">${picture}</a></p>`
}

const timeOf = (digits: string) => new Date(fromWireTime(digits)).toISOString()
