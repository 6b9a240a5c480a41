import { and, eq, sql } from 'drizzle-orm'
import { brushFile } from '../../../contract/brush.ts'
import type { BrushPageReply, Category, ContentItems } from '../../../contract/http/brushes.ts'
import { CONTENT_CATEGORIES_MAX, CONTENT_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { brushCategories, brushes } from './schema.ts'

/** The R2 key of the picture of a brush's stroke. */
export function previewKeyOf(name: string): string {
  return `brushes/${name}.webp`
}

const previewUrl = (name: string) => `/image/brush/${name}`

export function listCategories(db: Db): Promise<Category[]> {
  const { id, brushesCount, key, path, title, position } = brushCategories
  return db
    .select({ id, items: brushesCount, key, path, title })
    .from(brushCategories)
    .orderBy(position, id)
    .limit(CONTENT_CATEGORIES_MAX)
}

/** Lists the brushes of a category by title, or all brushes for the category `''`. @throws InvalidCursor. */
export async function listBrushes(db: Db, category: string, cursor: string | undefined): Promise<ContentItems> {
  const list = `brushes ${category}`
  const [last] = decodeCursor(list, 1, cursor) ?? []
  const within =
    category === ''
      ? undefined
      : sql`brushes.category_id = (SELECT categories.id FROM brush_categories AS categories WHERE categories.path = ${category})`
  const after =
    last === undefined
      ? undefined
      : sql`(brushes.title, brushes.id) > (SELECT previous.title, previous.id FROM brushes AS previous WHERE previous.id = ${last})`
  const rows = await db
    .select({ id: brushes.id, title: brushes.title, previewKey: brushes.previewKey })
    .from(brushes)
    .where(and(within, after))
    .orderBy(brushes.title, brushes.id)
    .limit(CONTENT_PAGE_SIZE)
  const end = rows.at(-1)
  const done = rows.length < CONTENT_PAGE_SIZE || !end
  return {
    items: rows.map(({ previewKey, ...row }) => ({ ...row, thumbnailLarge: previewUrl(previewKey) })),
    cursor: done ? '' : encodeCursor(list, [end.id]),
    done,
  }
}

export async function findBrush(db: Db, id: number): Promise<BrushPageReply | null> {
  const row = await db
    .select({
      id: brushes.id,
      title: brushes.title,
      file: brushes.file,
      previewKey: brushes.previewKey,
      category: { path: brushCategories.path, title: brushCategories.title },
    })
    .from(brushes)
    .innerJoin(brushCategories, eq(brushCategories.id, brushes.categoryId))
    .where(eq(brushes.id, id))
    .get()
  if (!row) return null
  const { file, previewKey, ...rest } = row
  return {
    ...rest,
    thumbnailLarge: previewUrl(previewKey),
    fileUrl: `/shared/brush/${id}.json`,
    brush: brushFile.parse(JSON.parse(file)),
  }
}
