import type { SketchItem } from '../../../contract/http/sketches.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { type Markup, markup } from '../../lib/markup.ts'
import { pictureWithin } from '../../lib/picture-within.ts'

/** `path` is the feed's own address, `page` that of the gallery, both from the root of the site. */
export type Feed = { title: string; path: string; page: string; sketches: readonly SketchItem[] }

/** Writes a feed as Atom 1.0 (RFC 4287). Ids are addresses, which never change. */
export function atomOf({ title, path, page, sketches }: Feed, origin: string): string {
  const updated = sketches.map(({ dateCreated }) => dateCreated).reduce((a, b) => (a > b ? a : b), '19700101000000')
  return String(markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin + path}</id>
<title>${`${title} – ${PRODUCT_NAME}`}</title>
<updated>${timeOf(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${origin + path}"/>
<link rel="alternate" type="text/html" href="${origin + page}"/>
${sketches.map((sketch) => entryOf(sketch, origin))}</feed>
`)
}

function entryOf(sketch: SketchItem, origin: string): Markup {
  const address = `${origin}/sketch/${sketch.id}`
  return markup`<entry>
<id>${address}</id>
<title>${sketch.title}</title>
<published>${timeOf(sketch.dateCreated)}</published>
<updated>${timeOf(sketch.dateCreated)}</updated>
<author><name>${sketch.nickname}</name><uri>${origin}/user/${sketch.userId}</uri></author>
<link rel="alternate" type="text/html" href="${address}"/>
<content type="html">${contentOf(sketch, address, origin)}</content>
</entry>
`
}

/** The picture as HTML with a link. The feed contains it as text, so it is escaped again. */
function contentOf(sketch: SketchItem, page: string, origin: string): string {
  const { address, width, height } = pictureWithin(sketch)
  return String(
    markup`<p><a href="${page}"><img src="${origin}${address}" width="${width}" height="${height}" alt="${sketch.alt}"></a></p>`,
  )
}

const timeOf = (digits: string) => new Date(fromWireTime(digits)).toISOString()
