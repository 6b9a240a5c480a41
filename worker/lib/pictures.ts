import { decodeBase64 } from 'hono/utils/encode'
import type { Size } from '../../contract/image-sizes.ts'
import { UPLOAD_MAX_SIDE } from '../../contract/limits.ts'
import { MATS, type Mat } from '../../contract/mat.ts'
import { withoutMetadata } from './jpeg.ts'
import { WorkQueue } from './WorkQueue.ts'
import { composeWatermark, pngWidth, watermarkedHeightMax, watermarkWidth } from './watermark.ts'

/** An original in R2. It becomes upright when rotated clockwise by `rotation` degrees and then mirrored. */
export type Original = { fileKey: string; contentType: string; rotation: number; mirrored: boolean }

/** Bounds in pixels. Smaller pictures are not enlarged. */
type Output = { width: number; height?: number; format: 'image/webp' | 'image/avif' | 'image/png' }

type WatermarkOption = { watermark?: Uint8Array<ArrayBuffer> | undefined }
/** Colour below the transparent parts, which stay transparent without it. */
type MatOption = { mat?: Mat | null }
type PictureOptions = Output & WatermarkOption & MatOption

const QUALITY = { 'image/webp': 82, 'image/avif': 50, 'image/png': undefined } as const

/**
 * Makes an upright picture within bounds from the first frame of an original, without metadata. With a watermark, the
 * whole picture enters this isolate. Returns null when the original is missing.
 * @throws errors of R2 and of Images; `isUnreadable` shows if the picture caused it.
 */
export async function makePicture(
  env: Cloudflare.Env,
  original: Original,
  { watermark, mat, ...output }: PictureOptions,
): Promise<Response | null> {
  const object = await env.FILES.get(original.fileKey)
  if (!object) return null
  const source = observed(object.body)
  const body = original.contentType === 'image/jpeg' ? source.body.pipeThrough(withoutMetadata()) : source.body
  const height = watermark ? watermarkedHeightMax(output.width) : output.height
  const bounds = { width: output.width, height, fit: 'scale-down', ...(mat && { background: MATS[mat] }) } as const
  try {
    const upright = env.IMAGES.input(body).transform({ ...bounds, ...uprightTransform(original) })
    if (watermark)
      return await withWatermark(env, await bytesOf(upright, 'image/png'), { watermark, format: output.format })
    return (await upright.output(outputOptions(output.format))).response()
  } catch (error) {
    throw source.failure() ?? error
  }
}

/** Two of the largest pictures with a watermark fill the memory of an isolate while they are drawn. */
const watermarked = new WorkQueue({ weightMax: 1, waitingMax: 40 })
/** In pixels: two of the largest pictures, or more of smaller ones. As WebP they have at most 0.7 bytes a pixel. */
const plain = new WorkQueue({ weightMax: 2 * UPLOAD_MAX_SIDE * UPLOAD_MAX_SIDE, waitingMax: 200 })

type Storing = { key: string; owner: string | null; limit: () => Promise<void>; count: () => Promise<void> }

/**
 * Makes a picture as `makePicture` does and stores it under a key, at which the caller found none. R2 needs the whole
 * picture in this isolate, so only a few are made at a time, and equal ones once. `owner` asked for it, so that no owner
 * delays all others. `limit` and `count` are called before it is made, and may throw: `limit` before R2 is read again,
 * except for requests that waited for an equal one. The sides are those of the upright picture. Returns false when the
 * original is missing.
 * @throws also AppError `too_many` if too many pictures wait, or this one for too long.
 */
export async function storePicture(
  env: Cloudflare.Env,
  original: Original & Size,
  { key, owner, limit, count, ...options }: Storing & PictureOptions,
): Promise<boolean> {
  const sizes = sizesAt(options.width, original)
  const largest = (of: (size: Size) => number) => Math.max(...sizes.map(of))
  const pixels = largest(({ width, height }) => width * height)
  const [queue, weight] = options.watermark ? [watermarked, 1] : [plain, pixels]
  // A file may be larger than its header said.
  const bounds = { width: largest(({ width }) => width), height: largest(({ height }) => height) }
  return queue.run({ key, weight, owner }, async (isRepeated) => {
    if (!isRepeated) await limit()
    // An equal request may have made it meanwhile.
    if (await env.FILES.head(key)) return true
    if (isRepeated) await limit()
    await count()
    const made = await makePicture(env, original, options.watermark ? options : { ...options, ...bounds })
    if (!made) return false
    await env.FILES.put(key, await made.arrayBuffer(), { httpMetadata: { contentType: options.format } })
    // The original may have been removed meanwhile, before this picture was stored and could be deleted with it.
    if (await env.FILES.head(original.fileKey)) return true
    await env.FILES.delete(key)
    return false
  })
}

/** The sizes that a picture may have at a width: Images may turn types other than JPEG by their metadata. */
function sizesAt(width: number, { contentType, ...size }: Original & Size): Size[] {
  const turned = { width: size.height, height: size.width }
  return (contentType === 'image/jpeg' ? [size] : [size, turned]).map((original) => {
    const shown = Math.min(width, original.width)
    return { width: shown, height: Math.ceil((original.height * shown) / original.width) }
  })
}

async function withWatermark(
  env: Cloudflare.Env,
  png: Uint8Array<ArrayBuffer>,
  { watermark, format }: Required<WatermarkOption> & Pick<Output, 'format'>,
): Promise<Response> {
  const input = (bytes: Uint8Array<ArrayBuffer>) => env.IMAGES.input(new Blob([bytes]).stream())
  const width = watermarkWidth(pngWidth(png))
  const drawn =
    width > 0 ? composeWatermark(png, await bytesOf(input(watermark).transform({ width }), 'image/png')) : png
  return (await input(drawn).output(outputOptions(format))).response()
}

async function bytesOf(picture: ImageTransformer, format: Output['format']): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await picture.output(outputOptions(format))).response().arrayBuffer())
}

function outputOptions(format: Output['format']) {
  return { format, quality: QUALITY[format], anim: false } as const
}

const QUARTER_TURNS = [0, 90, 180, 270] as const

/** The transformation that makes a picture upright. Images mirrors before it rotates. */
export function uprightTransform({ rotation, mirrored }: Pick<Original, 'rotation' | 'mirrored'>): ImageTransform {
  const rotate = QUARTER_TURNS.find((degrees) => degrees === rotation) ?? 0
  const flip = rotate % 180 === 0 ? 'h' : 'v'
  return { ...(rotate && { rotate }), ...(mirrored && { flip }) }
}

/** Passes bytes on and records a failure of their source, which Images would hide. */
function observed(bytes: ReadableStream<Uint8Array>) {
  const reader = bytes.getReader()
  let failure: unknown
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value } = await reader.read()
        if (value) controller.enqueue(value)
        else controller.close()
      } catch (error) {
        failure = error
        controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { body, failure: () => failure }
}

/** Codes of Images for a file that is not a picture, or has a bad size or format. */
const PICTURE_CODES = new Set([9412, 9413, 9420, 9520])
/** Codes for a picture that cannot be decoded, and also for failures of Images. */
const AMBIGUOUS_CODES = new Set([9516, 9523])

const VALID_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC'

/**
 * True if `makePicture` failed because of the picture. After an ambiguous code, Images gets a valid picture: if that
 * works, the first picture is unreadable.
 */
export async function isUnreadable(env: Cloudflare.Env, thrown: unknown): Promise<boolean> {
  const code = thrown instanceof Error && 'code' in thrown ? Number(thrown.code) : 0
  if (PICTURE_CODES.has(code)) return true
  if (!AMBIGUOUS_CODES.has(code)) return false
  try {
    const made = await env.IMAGES.input(new Blob([decodeBase64(VALID_PICTURE)]).stream()).output({
      format: 'image/png',
    })
    await made.response().arrayBuffer()
    return true
  } catch {
    return false
  }
}
