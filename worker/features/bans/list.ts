import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { BanFilter, BanList, ListedBan } from '../../../contract/http/bans.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { banRecord, isWaitingBan } from '../../domain/bans/rules.ts'
import { bans } from '../../domain/bans/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/** The end of a ban, as in the index `bans_open`. Permanent bans and warnings come after all ends, by id. */
const lastsUntil = sql<number>`CASE WHEN bans.ends_at IS NULL THEN 4503599627370496 + bans.id
  ELSE bans.ends_at END`

/** `condition` gets the lower bound of the end of bans. */
type Order = { key: SQL<number>; direction: 'ASC' | 'DESC'; condition: (from: number) => SQL }

const ORDERS: Record<BanFilter, Order> = {
  all: { key: sql`bans.id`, direction: 'DESC', condition: () => sql`true` },
  current: {
    key: lastsUntil,
    direction: 'DESC',
    condition: (from) => sql`bans.closed_at IS NULL AND ${lastsUntil} >= ${from}`,
  },
  waiting: {
    key: sql`bans.ends_at`,
    direction: 'ASC',
    condition: isWaitingBan,
  },
}

/** Bans with the nicknames of the member and of the member of staff. */
function selectBans(db: Db, key: SQL<number> = ORDERS.all.key) {
  const staff = alias(users, 'staff')
  return db
    .select({ ban: bans, nickname: users.nickname, flags: users.flags, staff: staff.nickname, key: key.as('sort_key') })
    .from(bans)
    .innerJoin(users, eq(users.id, bans.userId))
    .innerJoin(staff, eq(staff.id, bans.staffId))
}

type BanRow = Awaited<ReturnType<typeof selectBans>>[number]

const listedBanOf = ({ ban, nickname, staff }: BanRow): ListedBan => ({
  id: ban.id,
  userId: ban.userId,
  staffId: ban.staffId,
  confirmedById: ban.confirmedById,
  notes: ban.staffNotes,
  ...{ nickname, staff },
  ...banRecord(ban),
  dateClosed: ban.closedAt === null ? null : toWireTime(ban.closedAt),
})

/**
 * Lists bans and warnings, those of the reader without the notes of staff. A ban in force ends after `now`. @throws
 * InvalidCursor.
 */
export async function listBans(
  db: Db,
  { filter, cursor, readerId, now }: { filter: BanFilter; cursor?: string | undefined; readerId: number; now: number },
): Promise<BanList> {
  const { key, direction, condition } = ORDERS[filter]
  const last = decodeCursor(`bans ${filter}`, 2, cursor)
  const order = sql.raw(direction)
  const isAscending = direction === 'ASC'
  const from = Math.max(now + 1, (isAscending && last?.[0]) || 0)
  const rows = await selectBans(db, key)
    .where(
      and(
        condition(from),
        // The index finds a range of its key, but not a range of key and id together.
        last && !isAscending ? sql`${key} <= ${last[0]}` : undefined,
        last ? sql`(${key}, bans.id) ${sql.raw(isAscending ? '>' : '<')} (${last[0]}, ${last[1]})` : undefined,
      ),
    )
    .orderBy(sql`${key} ${order}`, sql`bans.id ${order}`)
    .limit(GALLERY_PAGE_SIZE)
  const end = rows.length < GALLERY_PAGE_SIZE ? undefined : rows.at(-1)
  return {
    items: rows.map(listedBanOf).map((ban) => (ban.userId === readerId ? { ...ban, notes: '' } : ban)),
    cursor: end ? encodeCursor(`bans ${filter}`, [end.key, end.ban.id]) : '',
    done: !end,
  }
}

/** Finds a ban with its member, who may have deleted their account. */
export async function findBan(db: Db, id: number): Promise<{ ban: ListedBan; member: Account } | null> {
  const row = await selectBans(db).where(eq(bans.id, id)).get()
  return row ? { ban: listedBanOf(row), member: { id: row.ban.userId, flags: row.flags } } : null
}

type Account = { id: number; flags: string }
