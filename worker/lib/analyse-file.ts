import { AppError } from './app-error.ts'
import { type Analysis, analyse } from './picture-analysis.ts'
import { isUnreadable, makePicture, type Original } from './pictures.ts'

const ANALYSED_SIDE = 100

/**
 * Decodes the picture once, small, outside this isolate: proof that it is one, and what is kept of it.
 * @throws AppError `bad_image` when it cannot be read.
 */
export async function analyseFile(env: Cloudflare.Env, original: Original): Promise<Analysis> {
  const bounds = { width: ANALYSED_SIDE, height: ANALYSED_SIDE }
  const make = () => makePicture(env, original, { ...bounds, format: 'image/png' })
  // Twice, before anyone is blamed: what fails for a moment looks like a picture that cannot be read.
  const twice = make().catch(make)
  const small = await twice.catch(async (error) => {
    throw (await isUnreadable(env, error)) ? new AppError('bad_image', 'this picture cannot be read') : error
  })
  if (!small) throw new Error('a file that was just stored is not there')
  return analyse(new Uint8Array(await small.arrayBuffer()))
}
