import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { SoldOrder, SoldOrderFilter, SoldOrderList } from '../../../contract/http/store.ts'
import { PURCHASES_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { isUnclearOrder, storeOrders } from '../../domain/store/schema.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { lostCents } from './ledger-lines.ts'

type SoldOrderPosition = { filter: SoldOrderFilter; cursor?: string | undefined }

/** Lists orders for admins, latest first: those that need a look, or all that were paid. @throws InvalidCursor. */
export async function listSoldOrders(db: Db, { filter, cursor }: SoldOrderPosition): Promise<SoldOrderList> {
  const name = `sold orders ${filter}`
  const last = decodeCursor(name, 2, cursor)
  const rows = await selectSoldOrders(db)
    .where(
      and(
        filter === 'open' ? isUnclearOrder : isNotNull(storeOrders.paidAt),
        last ? rowsAfter([storeOrders.createdAt, storeOrders.id], last) : undefined,
      ),
    )
    .orderBy(desc(storeOrders.createdAt), desc(storeOrders.id))
    .limit(PURCHASES_PAGE_SIZE + 1)
  const page = rows.slice(0, PURCHASES_PAGE_SIZE)
  const end = rows.length > page.length ? page.at(-1) : undefined
  return {
    items: page.map(soldOrderOf),
    cursor: end ? encodeCursor(name, [end.createdAt, end.id]) : '',
    done: !end,
  }
}

function selectSoldOrders(db: Db) {
  const recipients = alias(users, 'recipients')
  return db
    .select({
      ...getTableColumns(storeOrders),
      buyer: personColumns,
      recipient: { id: recipients.id, nickname: recipients.nickname, avatarKey: recipients.avatarKey },
      lostCents: sql<number>`${lostCents}`.as('lost_cents'),
    })
    .from(storeOrders)
    .innerJoin(users, eq(users.id, storeOrders.buyerId))
    .innerJoin(recipients, eq(recipients.id, storeOrders.recipientId))
}

function soldOrderOf(row: Awaited<ReturnType<typeof selectSoldOrders>>[number]): SoldOrder {
  const { id, item, state, cents, currency, createdAt, paidAt, providerId, captureId } = row
  return {
    ...{ id, item, state, cents, currency, providerId },
    refundedCents: paidAt === null ? 0 : row.lostCents,
    buyer: personOf(row.buyer),
    recipient: personOf(row.recipient),
    dateCreated: toWireTime(createdAt),
    datePaid: paidAt === null ? null : toWireTime(paidAt),
    paymentId: captureId,
  }
}
