import { env } from 'cloudflare:workers'
import { type BrushFile, brushFile } from '../../../contract/brush.ts'
import { previewKeyOf } from '../../../worker/features/brushes/queries.ts'
import { brushCategories, brushes } from '../../../worker/features/brushes/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { randomToken } from '../../../worker/lib/random.ts'

/** A minimal brush file. */
export function plainBrush(title: string): BrushFile {
  return brushFile.parse({
    format: 'croquis-brush',
    version: 1,
    title,
    tip: { shape: 'round' },
    spacing: 0.1,
    size: { base: 12 },
    opacity: { base: 1 },
  })
}

let categoryCount = 0

export async function addCategory(path: string, title = path): Promise<number> {
  const row = { key: path.replaceAll('/', '-'), path, title, position: ++categoryCount }
  return (await openDb(env.DB).insert(brushCategories).values(row).returning({ id: brushCategories.id }).get()).id
}

/** Stores a brush and its preview; without a category, in a new one. */
export async function addBrush({ title = 'Soft pencil', categoryId = 0 } = {}) {
  const previewKey = randomToken()
  await env.FILES.put(previewKeyOf(previewKey), new Uint8Array(64))
  const row = {
    categoryId: categoryId || (await addCategory(`category-${++categoryCount}`)),
    title,
    file: JSON.stringify(plainBrush(title)),
    previewKey,
    createdAt: Date.now(),
  }
  const { id } = await openDb(env.DB).insert(brushes).values(row).returning({ id: brushes.id }).get()
  return { id, previewUrl: `/image/brush/${previewKey}` }
}

export async function addBrushes(categoryId: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO brushes (category_id, title, file, preview_key, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT ?1, printf('Brush %05d', i), '{}', lower(hex(randomblob(20))), 0 FROM n`,
  )
    .bind(categoryId, count)
    .run()
}
