import { imageDimensionsFromData } from 'image-dimensions'
import type { Size } from '../../contract/image-sizes.ts'
import { AppError } from './app-error.ts'
import { type Analysis, analyse } from './picture-analysis.ts'
import { isUnreadable, makePicture, type Original } from './pictures.ts'

const ANALYSIS_SIDE_PX = 100

/** Decoders round differently. */
const TOLERANCE_PX = 2

/**
 * Analyses a thumbnail of the picture, made outside this isolate. Also proves that the file is a picture, of the shape
 * that its header says, if given.
 * @throws AppError `bad_image` when it cannot be decoded or has another shape.
 */
export async function analyseFile(env: Cloudflare.Env, original: Original, shape?: Size): Promise<Analysis> {
  const bounds = { width: ANALYSIS_SIDE_PX, height: ANALYSIS_SIDE_PX }
  const make = () => makePicture(env, original, { ...bounds, format: 'image/png' })
  // Retries once, because a temporary failure looks the same as an unreadable picture.
  const retried = make().catch(make)
  const thumbnail = await retried.catch(async (error) => {
    throw (await isUnreadable(env, error)) ? new AppError('bad_image') : error
  })
  if (!thumbnail) throw new Error('a file that was just stored is missing')
  const png = new Uint8Array(await thumbnail.arrayBuffer())
  if (shape && !hasShape(png, shape) && !(mayBeTurned(original) && hasShape(png, swapped(shape))))
    throw new AppError('bad_image', { message: 'not the size of its header' })
  return analyse(png)
}

/** Orientation is read from JPEG only, but Images may also apply that of other types. */
const mayBeTurned = ({ contentType }: Original) => contentType !== 'image/jpeg'

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width })

function hasShape(thumbnail: Uint8Array, { width, height }: Size): boolean {
  const shown = imageDimensionsFromData(thumbnail)
  const scale = Math.min(1, ANALYSIS_SIDE_PX / width, ANALYSIS_SIDE_PX / height)
  const differsBy = (side: number, original: number) => Math.abs(side - Math.max(1, original * scale))
  return shown !== undefined && Math.max(differsBy(shown.width, width), differsBy(shown.height, height)) <= TOLERANCE_PX
}
