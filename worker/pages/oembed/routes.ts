import { Hono } from 'hono'
import { type OembedPhoto, oembedParams } from '../../../contract/http/oembed.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { AppError } from '../../lib/app-error.ts'
import { pictureWithin } from '../../lib/picture-within.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall } from '../../middleware/guards.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { findListedSketch } from '../link-previews/queries.ts'

const SIDE_MAX = 1024

/** Describes a sketch for other sites (oEmbed). The reply is the same for everyone. */
export const oembedRoutes = new Hono<AppEnv>().get('/oembed', valid('query', oembedParams), async (c) => {
  const { url, maxwidth = SIDE_MAX, maxheight = Number.POSITIVE_INFINITY } = c.req.valid('query')
  const { origin } = new URL(c.req.url)
  const id = sketchIdIn(url, origin)
  const bounds = { width: Math.min(maxwidth, SIDE_MAX), height: maxheight }
  const { bytes, until } = await visitorCache(JSON.stringify(['oembed', origin, id, bounds]), async () => {
    await countCall(c, 'READ_RATE')
    const sketch = await findListedSketch(dbOf(c), id)
    if (!sketch) throw new AppError('not_found')
    return JSON.stringify(photoOf(sketch, bounds, origin))
  })
  return visitorReply(c, { contentType: 'application/json', body: bytes, until })
})

/**
 * Returns the id of the sketch at an address.
 * @throws AppError `bad_request` for an address of another site, else `not_found`.
 */
function sketchIdIn(url: string, origin: string): number {
  const address = URL.parse(url)
  if (address?.origin !== origin) throw new AppError('bad_request', { message: 'query.url: no address of this site' })
  const [, id] = /^\/sketch\/([1-9]\d{0,14})$/.exec(address.pathname) ?? []
  if (!id) throw new AppError('not_found')
  return Number(id)
}

/** @throws AppError `not_found` for bounds below the smallest picture. oEmbed allows none that is larger. */
function photoOf(sketch: SketchItem, bounds: { width: number; height: number }, origin: string): OembedPhoto {
  const { address, width, height } = pictureWithin(sketch, bounds)
  if (width > bounds.width || height > bounds.height) throw new AppError('not_found')
  return {
    version: '1.0',
    type: 'photo',
    title: sketch.title,
    author_name: sketch.nickname,
    author_url: `${origin}/user/${sketch.userId}`,
    provider_name: PRODUCT_NAME,
    provider_url: `${origin}/`,
    url: origin + address,
    width,
    height,
  }
}
