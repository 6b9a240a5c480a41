import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { StaffLogParams, StaffLogReply } from '../../../contract/http/staff-log.ts'
import { STAFF_LOG_PAGE_SIZE } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { chatRooms } from '../../domain/chat/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'

const LIST = 'staff log'
const DAY_MS = 86_400_000

/**
 * Lists acts of staff, latest first. It returns ids of members, because names would cost four rows an act.
 * @throws InvalidCursor.
 */
export async function listStaffActs(
  db: Db,
  { member, staff, action, from, to, cursor }: StaffLogParams,
): Promise<StaffLogReply> {
  const last = decodeCursor(LIST, 2, cursor)
  const found = and(
    member ? eq(auditLog.userId, idOf(member)) : undefined,
    staff ? eq(auditLog.staffId, idOf(staff)) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    from ? gte(auditLog.createdAt, Date.parse(from)) : undefined,
    to ? lt(auditLog.createdAt, Date.parse(to) + DAY_MS) : undefined,
    last ? rowsAfter([auditLog.createdAt, auditLog.id], last) : undefined,
  )
  const rows = await db
    .select({
      entry: auditLog,
      channel: chatRooms.channel,
      slug: sql<string | null>`CASE target_type
        WHEN 'group' THEN (SELECT slug FROM groups WHERE groups.id = target_id)
        WHEN 'compo' THEN (SELECT key FROM compos WHERE compos.id = target_id) END`.as('slug'),
    })
    .from(auditLog)
    .leftJoin(chatRooms, and(eq(auditLog.targetType, 'chat_room'), eq(chatRooms.id, auditLog.targetId)))
    .where(member && staff && action ? sql`${auditLog.id} IN (${pageOfAll(found)})` : found)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(STAFF_LOG_PAGE_SIZE)
  const end = rows.length < STAFF_LOG_PAGE_SIZE ? undefined : rows.at(-1)?.entry
  return {
    items: rows.map(({ entry: { createdAt, changes, ...entry }, channel, slug }) => ({
      ...entry,
      channel,
      slug,
      changes: JSON.parse(changes),
      date: toWireTime(createdAt),
    })),
    cursor: end ? encodeCursor(LIST, [end.createdAt, end.id]) : '',
    done: !end,
  }
}

/**
 * Selects the ids of a page of a search by member, staff and act. With days, too, SQLite would prefer the index without
 * the act, and read all acts of that staff on that member.
 */
const pageOfAll = (found: SQL | undefined): SQL =>
  sql`SELECT ${auditLog.id} FROM ${auditLog} INDEXED BY audit_log_staff_user_action WHERE ${found}
    ORDER BY ${desc(auditLog.createdAt)}, ${desc(auditLog.id)} LIMIT ${STAFF_LOG_PAGE_SIZE}`

/** The id of the member with this nickname. Without one, the text as an id; 0 if it is no number. */
function idOf(name: string): SQL<number> {
  return sql`coalesce((SELECT id FROM users WHERE nickname_key = ${nicknameKey(name)}), ${Number(name) || 0})`
}
