import type { Context } from 'hono'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { GALLERIES } from '../link-previews/galleries.ts'
import * as previews from '../link-previews/queries.ts'
import type { FirstLoad } from './page.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

export function galleryPage(c: Context, name: keyof typeof GALLERIES): FirstLoad {
  const head = {
    preview: (db: Parameters<typeof previews.findGalleryPreview>[0]) => previews.findGalleryPreview(db, name),
    feed: GALLERIES[name].feed,
  }
  // A link to a position in the list begins elsewhere.
  if (c.req.query('from')) return { template: 'other', ...head }
  const call = { path: GALLERIES[name].path }
  return {
    template: `gallery-${name}`,
    calls: [call],
    values(reply) {
      const list = reply(sketchList, call)
      return list && { sketches: tilesOf(list.items, name, GALLERY_TILES) }
    },
    ...head,
  }
}

export function tagPage(words: string, sort: GallerySort): FirstLoad {
  const tag = normalizeTag(words)
  const call = { path: `/tag/${encodeURIComponent(tag)}/sketches?format=json&sort=${sort}` }
  return {
    template: 'tag',
    calls: tag ? [call] : [],
    subject: tag ? call : null,
    values(reply) {
      const list = reply(sketchList, call)
      const name = sort === 'recent' ? `tag-${tag}` : `top-tag-${tag}`
      return list && { title: tag, sketches: tilesOf(list.items, name, GALLERY_TILES) }
    },
    preview: (db) => previews.findTagPreview(db, tag),
    feed: tag ? previews.tagFeedPath(tag) : undefined,
  }
}

export function coOpPage(id: number): FirstLoad {
  const call = { path: `/api/v2/coOp/${id}?format=json` }
  return { template: 'other', calls: [call], subject: call, preview: (db) => previews.findCoOpPreview(db, id) }
}

export function searchPage(query: string, sort: GallerySort): FirstLoad {
  const call = { path: `/api/v2/search/sketch?${new URLSearchParams({ query, sort })}` }
  return {
    template: 'search',
    calls: query ? [call] : [],
    values(reply) {
      const list = reply(sketchList, call)
      if (!list) return null
      const parameter = `${new URLSearchParams({ query })}`
      return { query, parameter, sketches: tilesOf(list.items, undefined, GALLERY_TILES) }
    },
  }
}
