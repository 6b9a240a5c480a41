import { type Context, Hono } from 'hono'
import { decodeBase64 } from 'hono/utils/encode'
import { isImageSize } from '../../../contract/image-sizes.ts'
import { everyoneMaySee, sketchAccess } from '../../domain/sketches/visibility.ts'
import { isGroupAdmin, isStaff } from '../../domain/users/viewer.ts'
import { countMadePicture, type ViewIdentity } from '../../domain/views/queries.ts'
import { AppError } from '../../lib/app-error.ts'
import { lineOf } from '../../lib/client-network.ts'
import { openDb } from '../../lib/database.ts'
import { cacheFile } from '../../lib/edge-cache.ts'
import { derivedKey, type PictureFormat, pictureFormat } from '../../lib/files.ts'
import { storePicture } from '../../lib/pictures.ts'
import { watermarkHashOf, watermarkWidth } from '../../lib/watermark.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { clientAddress, clientNetwork } from '../../middleware/client.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall, limitFileReads } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'
import { findPicture, type ServedPicture } from './queries.ts'

const PUBLIC_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const PRIVATE_CACHE_CONTROL = 'private, max-age=3600'
/** The original, the watermark and the result. */
const WATERMARKED_CALLS = 3
/** Suggested to those who had as many sizes made as a day allows. */
const RETRY_AFTER_SECONDS = 3600

/**
 * Pictures in the widths of contract/image-sizes.ts, as WebP or AVIF by the Accept header. They are small, and the edge
 * has whole ones, so a Range header is ignored.
 */
export const imageRoutes = new Hono<AppEnv>().get(
  '/image/:key{[0-9a-f]{40}}/:width{[1-9][0-9]*}',
  limitFileReads,
  async (c) => {
    const width = Number(c.req.param('width'))
    if (!isImageSize(width)) throw new AppError('not_found')
    const extension = pictureFormat(width, /\bimage\/avif\b/.test(c.req.header('accept') ?? ''))
    const picture = await findPicture(dbOf(c), c.req.param('key'))
    if (!picture || !(await maySee(c, picture))) throw new AppError('not_found')
    const isPublic = picture.kind === 'sketch' && everyoneMaySee(picture.access)
    const headers = {
      'cache-control': isPublic ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
      'content-type': `image/${extension}`,
      etag: `"${c.req.param('key')}-${width}-${extension}"`,
      vary: isPublic ? 'Accept' : 'Accept, Cookie',
      // Other sites and feed readers embed sketches.
      ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
    }
    if (matches(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers)
    const edge = new Request(`${new URL(c.req.url).origin}${c.req.path}.${extension}`)
    const cached = isPublic ? await caches.default.match(edge) : undefined
    if (cached) return new Response(cached.body, { headers })
    const key = await keyOf(picture, { width, extension })
    const object = (await c.env.FILES.get(key)) ?? (await makeAndRead(c, picture, { width, extension, key }))
    if (!object) throw new AppError('not_found')
    if (isPublic) cacheFile(c, edge, { key, contentType: headers['content-type'] })
    return new Response(object.body, { headers: { ...headers, 'content-length': String(object.size) } })
  },
)

async function maySee(c: Context<AppEnv>, picture: ServedPicture): Promise<boolean> {
  if (picture.kind === 'sketch' && everyoneMaySee(picture.access)) return true
  const viewer = await viewerOf(c)
  if (picture.kind === 'upload') return viewer?.id === picture.userId && !c.get('impersonation')
  if (picture.kind === 'version') return viewer?.id === picture.userId || isStaff(viewer)
  if (sketchAccess(viewer, picture.access).maySee) return true
  return picture.isSuggested && !picture.access.violation && isGroupAdmin(viewer)
}

type Served = { width: number; extension: PictureFormat }

async function keyOf({ fileKey, angle, mat, watermark }: ServedPicture, { width, extension }: Served): Promise<string> {
  const watermarkHash = watermark ? await watermarkHashOf(watermark) : ''
  return derivedKey(fileKey, { width, format: extension, angle, mat, watermarkHash })
}

/** Makes and stores a picture to the end, also if its request is cancelled: it is paid, and the next request needs it. */
async function makeAndRead(
  c: Context<AppEnv>,
  picture: ServedPicture,
  { width, extension, key }: Served & { key: string },
) {
  const by = await askedBy(c)
  const watermark = watermarkOn(picture, width)
  const limit = () => countCall(c, 'PICTURE_MAKE_RATE')
  const count = async () => {
    const counted = { calls: watermark ? WATERMARKED_CALLS : 1, now: Date.now() }
    if (by && !(await countMadePicture(openDb(c.env.DB), by, counted)))
      throw new AppError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  const options = { width, format: `image/${extension}`, mat: picture.mat, watermark } as const
  const making = storePicture(c.env, picture, { key, owner: by && ownerOf(c, by), limit, count, ...options })
  c.executionCtx.waitUntil(making.catch(() => undefined))
  return (await making) ? await c.env.FILES.get(key) : null
}

/** The member or visitor for whom a size is made. As with the rate, visitors without a known network are not limited. */
async function askedBy(c: Context<AppEnv>): Promise<ViewIdentity | null> {
  const [viewer, address] = [await viewerOf(c), clientAddress(c)]
  if (viewer) return { member: c.get('impersonation')?.staffId ?? viewer.id }
  return address === null ? null : { address }
}

function watermarkOn({ watermark, width }: ServedPicture, asked: number): Uint8Array<ArrayBuffer> | undefined {
  return watermark && watermarkWidth(Math.min(width, asked)) > 0 ? decodeBase64(watermark) : undefined
}

/** Networks of one line are one owner in the queue, because a rented line has many. */
const ownerOf = (c: Context<AppEnv>, by: ViewIdentity) =>
  'member' in by ? `member:${by.member}` : `line:${clientNetwork(c, lineOf)}`

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag) ?? false
}
