import { withoutMetadata } from './jpeg.ts'

/** How a stored original has to be read. */
export type Original = { fileKey: string; contentType: string; rotation: number }

/** Bounds in pixels; what is smaller is not enlarged. */
type Output = { width: number; height?: number; format: 'image/webp' | 'image/avif' | 'image/png' }

const QUALITY = { 'image/webp': 82, 'image/avif': 50, 'image/png': undefined } as const

/**
 * Makes a picture within bounds of an original, upright, its first frame alone, without metadata. The
 * pixels are handled outside this isolate, which never holds the whole picture. Null when the original is gone.
 * @throws when the original cannot be decoded.
 */
export async function makePicture(env: Cloudflare.Env, original: Original, output: Output): Promise<Response | null> {
  const object = await env.FILES.get(original.fileKey)
  if (!object) return null
  const body = original.contentType === 'image/jpeg' ? object.body.pipeThrough(withoutMetadata()) : object.body
  const rotate = original.rotation as 0 | 90 | 180 | 270
  const result = await env.IMAGES.input(body)
    .transform({ width: output.width, height: output.height, fit: 'scale-down', ...(rotate && { rotate }) })
    .output({ format: output.format, quality: QUALITY[output.format], anim: false })
  return result.response()
}
