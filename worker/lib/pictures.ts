import { decodeBase64 } from 'hono/utils/encode'
import { withoutMetadata } from './jpeg.ts'
import { drawWatermark, pngWidth, watermarkedHeightMax, watermarkWidth } from './watermark.ts'

/** How a stored original has to be read: turned clockwise by `rotation` degrees, then mirrored left to right or not. */
export type Original = { fileKey: string; contentType: string; rotation: number; mirrored: boolean }

/** Bounds in pixels; what is smaller is not enlarged. */
type Output = { width: number; height?: number; format: 'image/webp' | 'image/avif' | 'image/png' }

/** Of the picture that is drawn over it: a PNG. */
type Marked = { watermark?: Uint8Array<ArrayBuffer> | undefined }

const QUALITY = { 'image/webp': 82, 'image/avif': 50, 'image/png': undefined } as const

/**
 * Makes a picture within bounds of an original, upright, its first frame alone, without metadata. The
 * pixels are handled outside this isolate, which never holds the whole picture, but for one that gets a watermark: that
 * is no larger than an isolate can hold. Null when the original is gone.
 * @throws what R2 says when the original cannot be read; what Images says when no picture could be made of it, for a
 * reason that `isUnreadable` tells.
 */
export async function makePicture(
  env: Cloudflare.Env,
  original: Original,
  { watermark, ...output }: Output & Marked,
): Promise<Response | null> {
  const object = await env.FILES.get(original.fileKey)
  if (!object) return null
  const source = watched(object.body)
  const body = original.contentType === 'image/jpeg' ? source.body.pipeThrough(withoutMetadata()) : source.body
  const height = watermark ? watermarkedHeightMax(output.width) : output.height
  const bounds = { width: output.width, height, fit: 'scale-down' } as const
  try {
    const upright = env.IMAGES.input(body).transform({ ...bounds, ...turnOf(original) })
    if (watermark) return await marked(env, await bytesOf(upright, 'image/png'), { watermark, format: output.format })
    return (await upright.output(outputOf(output.format))).response()
  } catch (error) {
    throw source.failure() ?? error
  }
}

/** A PNG with the watermark over it, as wide as it is read at this width. */
async function marked(
  env: Cloudflare.Env,
  png: Uint8Array<ArrayBuffer>,
  { watermark, format }: Required<Marked> & Pick<Output, 'format'>,
): Promise<Response> {
  const input = (bytes: Uint8Array<ArrayBuffer>) => env.IMAGES.input(new Blob([bytes]).stream())
  const width = watermarkWidth(pngWidth(png))
  const drawn = width > 0 ? drawWatermark(png, await bytesOf(input(watermark).transform({ width }), 'image/png')) : png
  return (await input(drawn).output(outputOf(format))).response()
}

async function bytesOf(picture: ImageTransformer, format: Output['format']): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await picture.output(outputOf(format))).response().arrayBuffer())
}

function outputOf(format: Output['format']) {
  return { format, quality: QUALITY[format], anim: false } as const
}

const QUARTER_TURNS = [0, 90, 180, 270] as const

/** What Images is told so that a picture stands upright. It mirrors before it turns. */
export function turnOf({ rotation, mirrored }: Pick<Original, 'rotation' | 'mirrored'>): ImageTransform {
  const rotate = QUARTER_TURNS.find((degrees) => degrees === rotation) ?? 0
  const flip = rotate % 180 === 0 ? 'h' : 'v'
  return { ...(rotate && { rotate }), ...(mirrored && { flip }) }
}

/** The bytes as they are read, and what went wrong while they were, if anything did. */
function watched(bytes: ReadableStream<Uint8Array>) {
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

/** What Images answers for what is no picture, of no size it takes, or of no format it knows. */
const PICTURE_CODES = new Set([9412, 9413, 9420, 9520])
/** What it answers for a picture that cannot be decoded, and for its own troubles too. */
const UNCLEAR_CODES = new Set([9516, 9523])

/** A PNG of one pixel, in base64. */
const SOUND_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC'

/**
 * Whether no picture could be made because of the picture, after `makePicture` has thrown. Where the code does not
 * tell, Images is given a picture that is sound: if it makes something of that, the other one is at fault.
 */
export async function isUnreadable(env: Cloudflare.Env, thrown: unknown): Promise<boolean> {
  const code = thrown instanceof Error && 'code' in thrown ? Number(thrown.code) : 0
  if (PICTURE_CODES.has(code)) return true
  if (!UNCLEAR_CODES.has(code)) return false
  try {
    const made = await env.IMAGES.input(new Blob([decodeBase64(SOUND_PICTURE)]).stream()).output({
      format: 'image/png',
    })
    await made.response().arrayBuffer()
    return true
  } catch {
    return false
  }
}
