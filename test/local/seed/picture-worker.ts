import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { type Analysis, analyse } from '../../../worker/features/upload/analysis.ts'
import { ART } from './art.ts'
import type { Source } from './community.ts'
import { draw } from './drawings/draw.ts'
import { render } from './drawings/render.ts'

/** A picture with all that an upload would have learnt of it, and the words that go with it. */
export type MadePicture = Analysis & {
  bytes: Uint8Array
  width: number
  height: number
  contentType: string
  contentHash: string
  title: string
  description: string
  altText: string
  tags: string[]
}

type Words = Pick<MadePicture, 'title' | 'description' | 'altText' | 'tags'>

const FORMATS = ['png', 'jpeg', 'webp'] as const

async function fromArt(index: number): Promise<MadePicture> {
  const art = ART[index]
  if (!art) throw new Error(`no picture ${index} in art/`)
  const bytes = await readFile(join(import.meta.dirname, 'art', art.file))
  return described(bytes, { title: art.title, description: '', altText: art.alt, tags: art.tags })
}

async function fromDrawing({ style, number }: Extract<Source, { style: unknown }>): Promise<MadePicture> {
  const drawing = draw(style, number)
  const bytes = await render(drawing, FORMATS[number % FORMATS.length] ?? 'png')
  const { title, description, alt, tags } = drawing
  return described(bytes, { title: title.slice(0, 64), description, altText: alt, tags: tags.slice(0, 20) })
}

async function described(bytes: Buffer, words: Words): Promise<MadePicture> {
  const { width = 0, height = 0, format } = await sharp(bytes).metadata()
  const small = await sharp(bytes).resize(100, 100, { fit: 'inside' }).png().toBuffer()
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  return { bytes, width, height, contentType: `image/${format}`, contentHash, ...words, ...analyse(small) }
}

parentPort?.on('message', async ({ id, source }: { id: number; source: Source }) => {
  try {
    parentPort?.postMessage({ id, picture: 'art' in source ? await fromArt(source.art) : await fromDrawing(source) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
