import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { BrushFile } from '../../../contract/brush.ts'
import { BRUSH_PREVIEW } from '../../../contract/limits.ts'
import { previewKeyOf } from '../../../worker/features/brushes/queries.ts'
import type { Platform } from '../../platform.ts'
import { colourOf } from './colour.ts'
import { CATEGORIES, readCategory } from './library.ts'
import { renderStroke } from './render-stroke.ts'

/** Fills the brush library; existing rows stay. */
export async function writeBrushes(platform: Platform, now: number): Promise<void> {
  for (const [position, category] of CATEGORIES.entries()) {
    const { path, title, colour } = category
    await platform.DB.prepare(
      'INSERT INTO brush_categories (key, path, title, position) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
      .bind(path.replaceAll('/', '-'), path, title, position)
      .run()
    for (const brush of await readCategory(category)) await writeBrush(platform, path, brush, colour, now)
  }
}

async function writeBrush(
  { DB, FILES }: Platform,
  path: string,
  brush: BrushFile,
  colour: string,
  now: number,
): Promise<void> {
  const stroke = await encodeStroke(brush, colour)
  const name = createHash('sha256').update(stroke).digest('hex').slice(0, 40)
  await FILES.put(previewKeyOf(name), stroke, { httpMetadata: { contentType: 'image/webp' } })
  await DB.prepare(
    `INSERT INTO brushes (category_id, title, file, preview_key, created_at)
     SELECT id, ?2, ?3, ?4, ?5 FROM brush_categories WHERE path = ?1 ON CONFLICT DO NOTHING`,
  )
    .bind(path, brush.title, JSON.stringify(brush), name, now)
    .run()
}

function encodeStroke(brush: BrushFile, colour: string): Promise<Buffer> {
  const { data, width, height } = renderStroke(brush, colourOf(colour), BRUSH_PREVIEW.width, BRUSH_PREVIEW.height)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 86, effort: 3 })
    .toBuffer()
}
