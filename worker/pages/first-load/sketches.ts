import type { Context } from 'hono'
import { albumInfo, albumSketchList } from '../../../contract/http/albums.ts'
import { sketchPageReply } from '../../../contract/http/sketch-page.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import { shapeOf, stagePicture } from '../../../contract/stage-picture.ts'
import * as previews from '../link-previews/queries.ts'
import type { FirstLoad } from './page.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

export function sketchPage(c: Context, id: number): FirstLoad {
  const call = { path: withLinkKey(`/api/v2/sketch/${id}`, c.req.query('key')) }
  return {
    template: 'sketch',
    calls: [call],
    subject: call,
    values(reply) {
      const sketch = reply(sketchPageReply, call)
      if (!sketch || sketch.hidden || sketch.notice === 'mature') return null
      const { title, alt, width, height } = sketch
      return { title, shape: shapeOf(sketch), picture: { ...stagePicture(sketch), alt, width, height } }
    },
    preview: (db) => previews.findSketchPreview(db, id),
  }
}

/** A page about a sketch that its artist opens. */
export function pageOfSketch(c: Context, id: number): FirstLoad {
  const params = new URLSearchParams({ ahead: 'true', key: c.req.query('key') ?? '' })
  return { template: 'other', subject: { path: `/api/v2/sketch/${id}?${params}` } }
}

export function albumPage(userId: number, albumId: number): FirstLoad {
  const query = new URLSearchParams({ userId: String(userId), albumId: String(albumId) })
  const call = { path: `/api/v2/album/info?${query}` }
  const sketchesCall = { path: `/api/v2/album/sketches?${query}` }
  return {
    template: 'album',
    calls: [call, sketchesCall],
    subject: call,
    values(reply) {
      const album = reply(albumInfo, call)
      if (!album) return null
      const { title, nickname, description } = album
      const sketches = reply(albumSketchList, sketchesCall)?.items ?? []
      const firstHidden = sketches.findIndex(({ hidden }) => hidden)
      const shown = firstHidden === -1 ? sketches : sketches.slice(0, firstHidden)
      return {
        title,
        nickname,
        about: description && { text: description },
        sketches: tilesOf(shown, `album-${userId}-${albumId}`, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findAlbumPreview(db, userId, albumId),
  }
}
