import { env } from 'cloudflare:workers'
import { bound } from './watched-db.ts'

/** What Images throws: a code of its documentation, or none when it could not be reached. */
export function imagesError(code?: number): Error {
  const error = new Error(code ? `IMAGES_TRANSFORM_ERROR ${code}: it was made to fail` : 'Network connection lost.')
  return code ? Object.assign(error, { code }) : error
}

/** An Images binding that fails the first so many pictures it is given, or all; `calls` tells how many came. */
export function failingImages(
  code?: number,
  times = Number.POSITIVE_INFINITY,
): { images: ImagesBinding; calls: () => number } {
  let calls = 0
  const images = new Proxy(env.IMAGES, {
    get(target, name) {
      if (name !== 'input') return bound(target, name)
      return (picture: ReadableStream) => {
        if (++calls > times) return target.input(picture)
        const transformer = {
          transform: () => transformer,
          output: async () => {
            await picture.pipeTo(new WritableStream())
            throw imagesError(code)
          },
        }
        return transformer
      }
    },
  })
  return { images, calls: () => calls }
}

/** The file store with one of its calls replaced. */
export function changedFiles(changes: Partial<Record<keyof R2Bucket, unknown>>): R2Bucket {
  return new Proxy(env.FILES, {
    get: (target, name) => (name in changes ? Reflect.get(changes, name) : bound(target, name)),
  })
}
