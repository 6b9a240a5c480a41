import { sql } from 'drizzle-orm'
import type { EnteredIn } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import type { Viewer } from '../users/viewer.ts'
import { artistOrder } from './orders.ts'
import { joinedListOf, selectJoined } from './read-list.ts'

const ENTRIES = { challenge: sql`challenge_entries`, compo: sql`compo_entries` } as const

/**
 * Lists a member's listed sketches that can still be entered, latest first. A page reads a fixed number of rows and
 * then leaves out sketches that are entered already, so it may be short. @throws InvalidCursor.
 */
export async function listToEnter(
  db: Db,
  member: Viewer,
  { enteredIn, cursor }: { enteredIn: EnteredIn; cursor?: string | undefined },
): Promise<SketchList> {
  const list = { name: `to enter ${enteredIn} ${member.id}`, ...artistOrder(member, member.id, 'recent') }
  const [last] = decodeCursor(list.name, 1, cursor) ?? []
  const after = last === undefined ? sql`` : sql`AND id < ${last}`
  const [rows, entered] = await db.batch([
    selectJoined(db, list, { cursor }),
    statement<{ sketch_id: number }>(
      db,
      sql`SELECT sketch_id FROM ${ENTRIES[enteredIn]} WHERE sketch_id IN (
        SELECT id FROM sketches WHERE user_id = ${member.id} ${after} ORDER BY id DESC LIMIT ${GALLERY_PAGE_SIZE})`,
    ),
  ])
  const enteredIds = new Set(entered.map(({ sketch_id: id }) => id))
  const page = joinedListOf(list, rows, { cursor })
  return { ...page, items: page.items.filter(({ id, unlisted }) => !unlisted && !enteredIds.has(id)) }
}
