import { env } from 'cloudflare:workers'
import { decode, encode } from 'fast-png'
import { pictures } from './pictures.ts'
import { bound } from './watched-db.ts'

/**
 * The local Images binding with two documented features that it lacks: `flip`, applied before rotation, and animated
 * output unless `anim` is false.
 */
export const documentedImages = new Proxy(env.IMAGES, {
  get(target, name) {
    return name === 'input' ? (picture: ReadableStream) => transformer(picture, {}) : bound(target, name)
  },
})

function transformer(picture: ReadableStream, options: ImageTransform): ImageTransformer {
  return {
    transform: (more) => transformer(picture, { ...options, ...more }),
    draw: () => {
      throw new Error('draw() is not supported')
    },
    async output({ anim = true, ...format }) {
      const { flip, ...supported } = options
      const bytes = await bytesOf(picture)
      if (anim && isAnimated(bytes)) return resultOf(pictures.movingWebp)
      const source = flip ? await flipped(bytes, flip) : bytes
      return env.IMAGES.input(streamOf(source)).transform(supported).output(format)
    },
  }
}

export function isAnimated(bytes: Uint8Array): boolean {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const gifFrames = text.startsWith('GIF8') ? text.split('\x21\xf9\x04').length - 1 : 0
  const webpFrames = text.startsWith('RIFF') ? text.split('ANMF').length - 1 : 0
  return Math.max(gifFrames, webpFrames) > 1
}

async function flipped(bytes: Uint8Array, flip: 'h' | 'v' | 'hv'): Promise<Uint8Array> {
  const png = await env.IMAGES.input(streamOf(bytes)).output({ format: 'image/png' })
  const { width, height, channels, data } = decode(await bytesOf(png.image()))
  const mirrored = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = flip.includes('h') ? width - 1 - x : x
      const fromY = flip.includes('v') ? height - 1 - y : y
      const from = (fromY * width + fromX) * channels
      mirrored.set(data.subarray(from, from + channels), (y * width + x) * channels)
    }
  }
  return encode({ width, height, channels, data: mirrored })
}

function resultOf(bytes: Uint8Array<ArrayBuffer>): ImageTransformationResult {
  return {
    response: () => new Response(bytes, { headers: { 'content-type': 'image/webp' } }),
    contentType: () => 'image/webp',
    image: () => streamOf(bytes),
  }
}

const streamOf = (bytes: Uint8Array) => new Blob([bytes.slice()]).stream()
const bytesOf = async (stream: ReadableStream) => new Uint8Array(await new Response(stream).arrayBuffer())
