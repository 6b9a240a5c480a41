import sharp from 'sharp'
import { draw } from '../../../../dev/seed/drawings/draw.ts'
import { type Pixels, quilt } from '../../../../web/features/synthesize/quilt.ts'

/** In pixels. `search`: look for patches that fit, or, as yardstick, copy any ones. */
export type TexturePlan = { sampleSide: number; side: number; patchSide: number; search: boolean }
/** Processor time. */
export type TextureTime = { ms: number }

/** Makes a texture in a process of its own: `make-texture.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as TexturePlan
const sample = await drawnSample(plan.sampleSide)
const before = process.cpuUsage()
if (plan.search) makeTexture(sample)
else copyPatches(sample)
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms: (user + system) / 1000 } satisfies TextureTime))

async function drawnSample(side: number): Promise<Pixels> {
  const drawing = sharp(Buffer.from(draw('sea', 1).svg)).resize(side, side, { fit: 'fill' })
  const data = await drawing.ensureAlpha().raw().toBuffer()
  return { width: side, height: side, data: new Uint8ClampedArray(data) }
}

function makeTexture(from: Pixels): Pixels {
  const running = quilt(from, { width: plan.side, height: plan.side, patchSide: plan.patchSide, seed: 1 })
  for (;;) {
    const { done, value } = running.next()
    if (done) return value
  }
}

/** Covers a texture with patches from places in turn, as far apart as in the page's textures. */
function copyPatches({ width, height, data }: Pixels): Uint8ClampedArray {
  const { side, patchSide } = plan
  const texture = new Uint8ClampedArray(4 * side * side)
  const step = (patchSide * 3) / 4
  for (let top = 0; top < side; top += step) {
    for (let left = 0; left < side; left += step) {
      const [x, y] = [(7 * left) % (width - patchSide), (5 * top) % (height - patchSide)]
      const columns = Math.min(patchSide, side - left)
      for (let row = 0; row < Math.min(patchSide, side - top); row++) {
        const from = 4 * ((y + row) * width + x)
        texture.set(data.subarray(from, from + 4 * columns), 4 * ((top + row) * side + left))
      }
    }
  }
  return texture
}
