import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { ART } from './art.ts'
import type { SketchSource } from './community.ts'
import { type DescribedPicture, describePicture } from './describe.ts'
import { draw } from './drawings/draw.ts'
import { render } from './drawings/render.ts'

export type SeedPicture = DescribedPicture & { title: string; description: string; altText: string; tags: string[] }

const FORMATS = ['png', 'jpeg', 'webp'] as const

async function fromArt(index: number): Promise<SeedPicture> {
  const art = ART[index]
  if (!art) throw new Error(`no picture ${index} in art/`)
  const picture = await describePicture(await readFile(join(import.meta.dirname, 'art', art.file)))
  return { ...picture, title: art.title, description: '', altText: art.alt, tags: art.tags }
}

async function fromDrawing({ style, number }: Extract<SketchSource, { style: unknown }>): Promise<SeedPicture> {
  const drawing = draw(style, number)
  const picture = await describePicture(await render(drawing, FORMATS[number % FORMATS.length] ?? 'png'))
  const { title, description, alt, tags } = drawing
  return { ...picture, title: title.slice(0, 64), description, altText: alt, tags: tags.slice(0, 20) }
}

parentPort?.on('message', async ({ id, source }: { id: number; source: SketchSource }) => {
  try {
    parentPort?.postMessage({ id, picture: 'art' in source ? await fromArt(source.art) : await fromDrawing(source) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
