import { env } from 'cloudflare:workers'
import { decode, encode } from 'fast-png'
import { pixelsOf } from '../../../worker/lib/pixels.ts'
import { pictures } from './pictures.ts'
import { bound } from './watched-db.ts'

/**
 * The local Images binding with three documented features that it lacks: `flip`, applied before rotation, `background`
 * below transparent parts, and animated output unless `anim` is false.
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
      const { flip, background, ...supported } = options
      const bytes = await bytesOf(picture)
      if (anim && isAnimated(bytes)) return resultOf(pictures.movingWebp)
      const opaque = background ? await onBackground(bytes, background) : bytes
      const source = flip ? await flipped(opaque, flip) : opaque
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

/** `background` is `#rrggbb`. */
async function onBackground(bytes: Uint8Array, background: string): Promise<Uint8Array> {
  const png = await env.IMAGES.input(streamOf(bytes)).output({ format: 'image/png' })
  const { width, height, data } = pixelsOf(await bytesOf(png.image()))
  const below = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16))
  const mixed = data.map((value, at) => {
    const alpha = (data[at - (at % 4) + 3] ?? 255) / 255
    return at % 4 === 3 ? 255 : Math.round(value * alpha + (below[at % 4] ?? 0) * (1 - alpha))
  })
  return encode({ width, height, channels: 4, data: mixed })
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
