import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { CategoryBody, ForumCategory } from '../../../contract/http/forum.ts'
import { FORUM_CATEGORIES_MAX } from '../../../contract/limits.ts'
import { forumCategories } from '../../domain/forum/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'

const categoryColumns = {
  id: forumCategories.id,
  slug: forumCategories.slug,
  name: forumCategories.name,
  description: forumCategories.description,
  staffOnly: forumCategories.staffOnly,
  closed: forumCategories.closed,
}

/** Selects all categories in their order. */
export function selectCategories(db: Db) {
  return db
    .select(categoryColumns)
    .from(forumCategories)
    .orderBy(asc(forumCategories.position), asc(forumCategories.id))
}

export async function findCategory(db: Db, slug: string): Promise<ForumCategory | null> {
  return (await selectCategories(db).where(eq(forumCategories.slug, slug)).get()) ?? null
}

type Change = { category: CategoryBody; staffId: number; now: number }

/**
 * Adds a category at the end, or changes one, with an entry in the audit log. Fails with `slug_taken` for the address
 * of another category, and with `category_limit` beyond the maximum of categories.
 */
export async function saveCategory(
  db: Db,
  { category, staffId, now }: Change,
): Promise<Result<void, 'not_found' | 'slug_taken' | 'category_limit'>> {
  const { name, description, staffOnly, closed } = category
  const isAdded = 'slug' in category
  const found = isAdded ? sql`slug = ${category.slug}` : sql`id = ${category.id}`
  const before = (column: string) => (isAdded ? sql`NULL` : sql.raw(column))
  const pair = (column: string, after: string | SQL) => sql`${column}, json_array(${before(column)}, ${after})`
  // A bound number would be a float in the JSON.
  const truth = (isTrue: boolean) => (isTrue ? sql`1` : sql`0`)
  const entry = statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${staffId}, 'category_edit', NULL, 'category', id, ${category.reason}, json_object(${pair('name', name)},
        ${pair('description', description)}, ${pair('staff_only', truth(staffOnly))}, ${pair('closed', truth(closed))}),
        ${now} FROM forum_categories WHERE ${found}`,
  )
  if (!isAdded) {
    const [, changed] = await db.batch([
      entry,
      db
        .update(forumCategories)
        .set({ name, description, staffOnly, closed })
        .where(found)
        .returning({ id: forumCategories.id }),
    ])
    return changed.length > 0 ? DONE : failure('not_found')
  }
  const added = await tryWrite(
    db.batch([
      db
        .insert(forumCategories)
        .select(
          sql`SELECT NULL, ${category.slug}, ${name}, ${description}, coalesce(max(position), 0) + 1, ${Number(staffOnly)},
            ${Number(closed)} FROM forum_categories HAVING count(*) < ${FORUM_CATEGORIES_MAX}`,
        )
        .returning({ id: forumCategories.id }),
      entry,
    ]),
    { 'forum_categories.slug': 'slug_taken' },
  )
  if (!added.ok) return added
  return added.value[0].length > 0 ? DONE : failure('category_limit')
}

/**
 * Orders the categories by a list of ids. Unknown ids are ignored, and categories that are not listed keep their
 * position.
 */
export async function orderCategories(
  db: Db,
  { ids, staffId, now }: { ids: readonly number[]; staffId: number; now: number },
): Promise<void> {
  const places = sql`json_each(${JSON.stringify(ids)})`
  const names = sql`(SELECT json_group_array(name) FROM (SELECT name FROM forum_categories ORDER BY position, id))`
  await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'category_edit', NULL, 'category', id, '', json_object('order', json_array(${names}, NULL)), ${now}
        FROM forum_categories WHERE id = ${ids[0] ?? 0}`,
    ),
    db
      .update(forumCategories)
      .set({ position: sql`(SELECT key + 1 FROM ${places} AS place WHERE place.value = forum_categories.id)` })
      .where(sql`id IN (SELECT value FROM ${places})`),
  ])
}
