import { and, asc, desc, eq, or, type SQL, Subquery, sql } from 'drizzle-orm'
import type { SelectedFields, SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { RANKED_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { itemColumns } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'
import type { Order } from './orders.ts'

/** Rows that are tried for a page or a neighbour. Blocks and hidden sketches are looked up for each. */
export const ROWS_TRIED = 200

/**
 * Combines the parts of a list into one query. When it is ordered, SQLite merges the parts as it reads them from their
 * indexes, so a limit holds for all parts together.
 */
export function mergeParts<Query extends SQLiteSelect>(
  parts: readonly (SQL | undefined)[],
  select: (part: SQL | undefined) => Query,
): Query {
  // All parts have the same type, but drizzle cannot see that in a generic type.
  return parts.map(select).reduce((merged, part) => merged.unionAll(part as never) as Query)
}

export const keysOf = (order: Order) => ('rank' in order ? [order.rank] : order.keys)

/** The keys of an order as columns. Merged parts are ordered by the names of columns, so each key has its own name. */
export const keyColumns = (keys: readonly SQLiteColumn[]) =>
  Object.fromEntries(keys.map((key, index) => [nameOf(index), sql<number>`${key}`.as(nameOf(index))]))

/** The terms of ORDER BY for the columns of `keyColumns`. */
export const byKeys = (keys: readonly SQLiteColumn[], direction: typeof asc | typeof desc) =>
  keys.map((_, index) => direction(sql.identifier(nameOf(index))))

const nameOf = (index: number) => `key${index}`

type Tried = { ranges: readonly SQL[]; direction: typeof asc | typeof desc; count: number }

/** The columns of sketches that items and the conditions of lists need. A watermark alone can have 50 KB. */
const sketchColumns = {
  id: sketches.id,
  imageKey: sketches.imageKey,
  title: sketches.title,
  altText: sketches.altText,
  userId: sketches.userId,
  width: sketches.width,
  height: sketches.height,
  thumbhash: sketches.thumbhash,
  mat: sketches.mat,
  featuredAt: sketches.featuredAt,
  heartsCount: sketches.heartsCount,
  likesCount: sketches.likesCount,
  commentsCount: sketches.commentsCount,
  createdAt: sketches.createdAt,
  unlisted: sketches.unlisted,
  mature: sketches.mature,
  hasVideo: sketches.hasVideo,
  compoPlace: sketches.compoPlace,
  listed: sketches.listed,
  listedForAll: sketches.listedForAll,
}

/**
 * Selects the nearest rows of a list in a direction, as many as are tried, with their keys: sketches, or the column
 * `tried_id` of a table of ids. SQLite reads them only as they are needed.
 */
export function selectTried(db: Db, order: Order, { ranges, direction, count }: Tried): SQL {
  const keys = keysOf(order)
  const ids = { triedId: sql<number>`${order.sketchId}`.as('tried_id') }
  const columns = { ...(isOfSketches(order) ? sketchColumns : ids), ...keyColumns(keys) }
  const conditions = order.parts.flatMap((part) =>
    ranges.length === 0 ? [part] : ranges.map((range) => and(part, range)),
  )
  const merged = mergeParts(conditions, (condition) => db.select(columns).from(order.table).where(condition).$dynamic())
  return merged
    .orderBy(...byKeys(keys, direction))
    .limit(count)
    .getSQL()
}

const isOfSketches = ({ table }: Order) => table === sketches

/** Selects columns of the sketches of rows like those of `selectTried`. */
export function selectOfRows<Columns extends SelectedFields>(db: Db, order: Order, rows: SQL, columns: Columns) {
  const selected = db
    .select(columns)
    .from(new Subquery(rows, {}, isOfSketches(order) ? 'sketches' : 'tried'))
    .$dynamic()
  if (!isOfSketches(order)) selected.crossJoin(sketches)
  return selected
}

/** The condition that joins a row with its sketch. */
export const isOfRow = (order: Order) => (isOfSketches(order) ? undefined : eq(sketches.id, sql`tried_id`))

type Page = { ranges?: readonly SQL[]; limit: number; offset?: number }

/**
 * Selects the items of a page of a list, and their keys, in its order. The page ends after a number of tried rows, so
 * that a list of many hidden sketches costs no more. The last of them then comes once more, as the end of the page.
 * SQLite reads that row only if the page is not full. Ranked lists are short, so all of their rows are tried.
 */
export function selectRows(db: Db, order: Order, { ranges = [], limit, offset = 0 }: Page) {
  const isRanked = 'rank' in order
  const count = isRanked ? RANKED_MAX : ROWS_TRIED + offset
  const tried = selectTried(db, order, { ranges, direction: isRanked ? asc : desc, count })
  const isEnd = sql`is_end`
  const rows = sql`SELECT *, 0 AS is_end FROM (${tried})`
  const end = sql`SELECT *, 1 FROM (SELECT * FROM (${tried}) LIMIT 1 OFFSET ${count - 1})`
  const keys = keysOf(order).map((_, index) => [nameOf(index), sql<number>`${sql.identifier(nameOf(index))}`] as const)
  const columns = { item: itemColumns, keys: Object.fromEntries(keys), isEnd: isEnd.mapWith(Boolean) }
  return selectOfRows(db, order, order.shown && !isRanked ? sql`${rows} UNION ALL ${end}` : rows, columns)
    .crossJoin(users)
    .where(and(isOfRow(order), order.shown && or(isEnd, order.shown), eq(users.id, sketches.userId)))
    .limit(limit)
    .offset(offset)
}
