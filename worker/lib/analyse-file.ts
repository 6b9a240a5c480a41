import { AppError } from './app-error.ts'
import { type Analysis, analyse } from './picture-analysis.ts'
import { isUnreadable, makePicture, type Original } from './pictures.ts'

const ANALYSIS_SIDE_PX = 100

/**
 * Analyses a thumbnail of the picture, made outside this isolate. Also proves that the file is a picture.
 * @throws AppError `bad_image` when it cannot be decoded.
 */
export async function analyseFile(env: Cloudflare.Env, original: Original): Promise<Analysis> {
  const bounds = { width: ANALYSIS_SIDE_PX, height: ANALYSIS_SIDE_PX }
  const make = () => makePicture(env, original, { ...bounds, format: 'image/png' })
  // Retries once, because a temporary failure looks the same as an unreadable picture.
  const retried = make().catch(make)
  const thumbnail = await retried.catch(async (error) => {
    throw (await isUnreadable(env, error)) ? new AppError('bad_image') : error
  })
  if (!thumbnail) throw new Error('a file that was just stored is missing')
  return analyse(new Uint8Array(await thumbnail.arrayBuffer()))
}
