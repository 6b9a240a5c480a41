import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { draw, STYLES } from '../../../dev/seed/drawings/draw.ts'
import { Rng } from '../../../dev/seed/drawings/random.ts'
import { ROOT } from '../../../dev/settings.ts'
import { fingerprintOf } from '../../../worker/lib/picture-fingerprint.ts'
import { pixelsOf } from '../../../worker/lib/pixels.ts'

/** Longest side of the original pictures in pixels. */
const SIDE = 900

type Copy = (picture: Buffer, width: number, height: number) => ReturnType<typeof sharp>

const crop = (picture: Buffer, width: number, height: number) =>
  sharp(picture).extract({
    left: Math.round(width * 0.025),
    top: Math.round(height * 0.025),
    width: Math.round(width * 0.95),
    height: Math.round(height * 0.95),
  })

/** Ways to copy a picture, and the share of copies that must be found. */
export const COPIES: Record<string, { copy: Copy; recallMin: number }> = {
  recompressed: { copy: (picture) => sharp(picture).jpeg({ quality: 35 }), recallMin: 0.95 },
  resized: {
    copy: (picture, width) =>
      sharp(picture)
        .resize(Math.round(width * 0.37))
        .png(),
    recallMin: 0.95,
  },
  mirrored: { copy: (picture) => sharp(picture).flop().jpeg({ quality: 80 }), recallMin: 0.95 },
  'cropped by 5 %': { copy: (...args) => crop(...args).jpeg({ quality: 80 }), recallMin: 0.85 },
  'recoloured: hue': { copy: (picture) => sharp(picture).modulate({ hue: 120 }).jpeg(), recallMin: 0.85 },
  'recoloured: grey': { copy: (picture) => sharp(picture).grayscale().jpeg(), recallMin: 0.85 },
  'recoloured: tint': { copy: (picture) => sharp(picture).tint({ r: 230, g: 150, b: 90 }).jpeg(), recallMin: 0.85 },
  'recoloured: light': { copy: (picture) => sharp(picture).linear(0.8, 40).jpeg(), recallMin: 0.85 },
}

/** Sources of pictures: drawings of the seed, lines on white, and the seed's art. */
export type Source = { name: string; input: string | Buffer }

export function madeSources({ perStyle, lines }: { perStyle: number; lines: number }): Source[] {
  const folder = join(ROOT, 'dev/seed/art')
  return [
    ...readdirSync(folder).map((file) => ({ name: file, input: join(folder, file) })),
    ...STYLES.flatMap((style) =>
      Array.from({ length: perStyle }, (_, number) => ({
        name: `${style} ${number}`,
        input: Buffer.from(draw(style, 7 * number + 3).svg),
      })),
    ),
    ...Array.from({ length: lines }, (_, number) => ({
      name: `lines ${number}`,
      input: Buffer.from(lineDrawing(number)),
    })),
  ]
}

/** The picture as a PNG of moderate size on white. */
export const pictureOf = ({ input }: Source): Promise<Buffer> =>
  sharp(input)
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer()

/** The fingerprint as an upload gets it. */
export async function fingerprintOfFile(file: Buffer): Promise<string | null> {
  const small = await sharp(file).resize(100, 100, { fit: 'inside' }).png().toBuffer()
  return fingerprintOf(pixelsOf(small))
}

/** A few curves somewhere on a white page. */
function lineDrawing(number: number): string {
  const rng = new Rng(number * 7919 + 11, number)
  const [width, height] = [800 + 800 * rng.next(), 600 + 900 * rng.next()]
  const [middleX, middleY, spread] = [
    width * (0.3 + 0.4 * rng.next()),
    height * (0.3 + 0.4 * rng.next()),
    0.15 + 0.3 * rng.next(),
  ]
  const point = () =>
    `${(middleX + (rng.next() - 0.5) * 2 * spread * width).toFixed(0)} ${(middleY + (rng.next() - 0.5) * 2 * spread * height).toFixed(0)}`
  const curves = Array.from(
    { length: 3 + Math.floor(13 * rng.next()) },
    () =>
      `<path d="M${point()} C${point()} ${point()} ${point()}" fill="none" stroke="#222" stroke-width="${(2 + 6 * rng.next()).toFixed(1)}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height.toFixed(0)}">
    <rect width="100%" height="100%" fill="white"/>${curves.join('')}</svg>`
}
