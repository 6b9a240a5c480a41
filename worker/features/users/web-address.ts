import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Person } from '../../../contract/http/users.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { isPatronRow, users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Finds the patron whose present or previous web address this is. Members with a block between them do not find each
 * other, as on their profiles.
 */
export async function findPatron(db: Db, viewer: Viewer | null, slug: string): Promise<Person | null> {
  const row = await db
    .select({ ...personColumns, blocked: blockedColumn(viewer, users.id) })
    .from(users)
    .where(and(or(eq(users.slug, slug), eq(users.formerSlug, slug)), isPatronRow))
    .get()
  if (!row) return null
  const { blocked, ...person } = row
  return blocked && !isStaff(viewer) ? null : personOf(person)
}

/** The condition that `slug` is reserved as the previous web address of another member. */
export function isFormerOfAnother(slug: string, userId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM users AS other WHERE other.former_slug = ${slug} AND other.id <> ${userId})`
}

/** The columns of a new web address. The previous address still leads to the member. An empty address removes both. */
export function slugColumns(slug: string) {
  if (slug === '') return { slug: null, formerSlug: null }
  return { slug, formerSlug: sql`iif(users.slug IS NULL OR users.slug = ${slug}, users.former_slug, users.slug)` }
}
