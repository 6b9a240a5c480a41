import { env } from 'cloudflare:workers'
import { bound } from './watched-db.ts'

/** An error of the Images binding: a documented code, or a lost connection. */
export function imagesError(code?: number): Error {
  const error = new Error(code ? `IMAGES_TRANSFORM_ERROR ${code}: injected failure` : 'Network connection lost.')
  return code ? Object.assign(error, { code }) : error
}

/** Fails for the first `times` pictures; `calls` returns the number of calls. */
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

/** R2 with some methods replaced. */
export function changedFiles(changes: Partial<Record<keyof R2Bucket, unknown>>): R2Bucket {
  return new Proxy(env.FILES, {
    get: (target, name) => (name in changes ? Reflect.get(changes, name) : bound(target, name)),
  })
}
