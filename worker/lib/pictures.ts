import { decodeBase64 } from 'hono/utils/encode'
import { MATS, type Mat } from '../../contract/mat.ts'
import { AppError } from './app-error.ts'
import { withoutMetadata } from './jpeg.ts'
import { composeWatermark, pngWidth, watermarkedHeightMax, watermarkWidth } from './watermark.ts'

/** An original in R2. It becomes upright when rotated clockwise by `rotation` degrees and then mirrored. */
export type Original = { fileKey: string; contentType: string; rotation: number; mirrored: boolean }

/** Bounds in pixels. Smaller pictures are not enlarged. */
type Output = { width: number; height?: number; format: 'image/webp' | 'image/avif' | 'image/png' }

type WatermarkOption = { watermark?: Uint8Array<ArrayBuffer> | undefined }
/** Colour below the transparent parts, which stay transparent without it. */
type MatOption = { mat?: Mat | null }

const QUALITY = { 'image/webp': 82, 'image/avif': 50, 'image/png': undefined } as const

/**
 * Makes an upright picture within bounds from the first frame of an original, without metadata. The whole picture
 * enters this isolate only when it gets a watermark: in a bounded size, and one at a time. Returns null when the
 * original is missing.
 * @throws errors of R2 and of Images; `isUnreadable` shows if the picture caused it. AppError `too_many` if too many
 * pictures wait for their watermark, or this one for too long.
 */
export async function makePicture(
  env: Cloudflare.Env,
  original: Original,
  options: Output & WatermarkOption & MatOption,
): Promise<Response | null> {
  const make = () => transformOriginal(env, original, options)
  return options.watermark ? await oneAtATime(make) : await make()
}

async function transformOriginal(
  env: Cloudflare.Env,
  original: Original,
  { watermark, mat, ...output }: Output & WatermarkOption & MatOption,
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

const DRAWING_MAX_MS = 10_000
const DRAWING_POLL_MS = 20
const WAITING_PICTURES_MAX = 20
/** With the drawing, less than the 30 seconds that work has after its request was cancelled. */
const WAITING_MAX_MS = 15_000
const RETRY_AFTER_SECONDS = 5
/** The watermarked picture that this isolate draws. It ends at a time, because cancelled work never finishes. */
let drawing = { until: 0 }
/** The pictures that wait to be drawn. They end at a time, too. */
let waiting: { until: number }[] = []

/**
 * Waits until no other watermarked picture is drawn: two of the largest fill the memory of an isolate.
 * @throws AppError `too_many`.
 */
async function oneAtATime<T>(draw: () => Promise<T>): Promise<T> {
  const place = takePlace()
  while (Date.now() < drawing.until) {
    if (Date.now() >= place.until) throw tooManyWait()
    await scheduler.wait(DRAWING_POLL_MS)
  }
  place.until = 0
  const own = { until: Date.now() + DRAWING_MAX_MS }
  drawing = own
  try {
    return await draw()
  } finally {
    own.until = 0
  }
}

function takePlace(): { until: number } {
  waiting = waiting.filter(({ until }) => Date.now() < until)
  if (waiting.length >= WAITING_PICTURES_MAX) throw tooManyWait()
  const place = { until: Date.now() + WAITING_MAX_MS }
  waiting.push(place)
  return place
}

const tooManyWait = () => new AppError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS })

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
