import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Neighbour, Neighbours } from '../../../contract/http/neighbours.ts'
import type { ListName } from '../../../contract/list-name.ts'
import { displayTitle } from '../../../contract/text.ts'
import { shownGroupId } from '../../domain/groups/visibility.ts'
import * as orders from '../../domain/sketch-lists/orders.ts'
import { isOfRow, keysOf, ROWS_TRIED, selectOfRows, selectTried } from '../../domain/sketch-lists/select-rows.ts'
import { selectAccessFields } from '../../domain/sketches/queries.ts'
import { sketches, tags } from '../../domain/sketches/schema.ts'
import { type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { findAlbumNeighbours } from '../../features/albums/contents.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'

const NO_NEIGHBOURS: Neighbours = { prev: null, next: null }
const SIDES = ['prev', 'next'] as const
type Side = (typeof SIDES)[number]

/**
 * Finds the neighbours of a sketch in a list as this viewer sees it, with one or two rows read on each side. A sketch
 * that the viewer may not see has none, because neighbours would reveal its lists.
 */
export async function findNeighbours(
  db: Db,
  reader: Reader,
  { id, list, now }: { id: number; list: ListName; now: number },
): Promise<Neighbours> {
  if (list.of === 'album') return (await findAlbumNeighbours(db, reader, { ...list, sketchId: id })) ?? NO_NEIGHBOURS
  const { viewer } = reader
  const candidates = ordersOf(viewer, list, now).flatMap((order) =>
    SIDES.flatMap((side) =>
      rangesFrom(order, id, side).map((where) => ({ side, statement: selectNearest(db, order, { side, where }) })),
    ),
  )
  const [[sketch], ...rowsOfCandidates] = await db.batch([
    selectAccessFields(db, reader, id),
    ...candidates.map(({ statement }) => statement),
  ])
  if (!sketch || !sketchAccess(viewer, sketch).maySee) return NO_NEIGHBOURS
  const nearest = (side: Side) => {
    const row = rowsOfCandidates.find((rows, index) => candidates[index]?.side === side && rows.length > 0)?.[0]
    return row ? neighbourOf(row) : null
  }
  return { prev: nearest('prev'), next: nearest('next') }
}

/** The orders in which a list's neighbours are searched, the preferred one first. */
function ordersOf(viewer: Viewer | null, list: Exclude<ListName, { of: 'album' }>, now: number): orders.Order[] {
  switch (list.of) {
    case 'site':
      return ordersOfSite(viewer, list.list)
    case 'tag': {
      const tagId = sql`(SELECT id FROM ${tags} WHERE name = ${list.tag})`
      return [orders.tagOrder(viewer, tagId, list.sort)]
    }
    case 'user':
      return [orders.artistOrder(viewer, list.id, list.sort)]
    case 'hearts':
      return [orders.heartedByOrder(viewer, list.id)]
    case 'co-op':
      return [orders.coOpOrder(viewer, list.id)]
    case 'challenge':
      return [orders.challengeOrder(viewer, list.id)]
    case 'group':
      return [orders.groupOrder(viewer, shownGroupId(viewer, list.slug))]
    case 'compo':
      return orders.compoOrders(viewer, { ...list, now })
  }
}

function ordersOfSite(viewer: Viewer | null, list: Extract<ListName, { of: 'site' }>['list']): orders.Order[] {
  if (list === 'recent') return [orders.recentOrder(viewer)]
  if (list === 'featured') return [orders.featuredOrder(viewer)]
  if (list === 'hearts') return [orders.lastHeartedOrder(viewer)]
  if (list === 'friends') return viewer ? [orders.feedOrder(viewer)] : []
  if (list !== 'recommended') return [orders.rankedOrder(viewer, list)]
  if (!viewer) return []
  return [orders.recommendedOrder(viewer), orders.trendingFallback(viewer)]
}

const isAscending = (order: orders.Order, side: Side) => 'rank' in order === (side === 'next')

/** Selects the nearest shown sketch. There is none behind a number of hidden ones. */
function selectNearest(db: Db, order: orders.Order, { side, where }: { side: Side; where: SQL }) {
  const direction = isAscending(order, side) ? asc : desc
  const tried = selectTried(db, order, { ranges: [where], direction, count: ROWS_TRIED })
  const columns = { id: sketches.id, title: sketches.title, imageKey: sketches.imageKey }
  return selectOfRows(db, order, tried, columns)
    .where(and(isOfRow(order), order.shown))
    .limit(1)
}

/**
 * Conditions for the rows after the sketch's own row, nearest first: rows with equal first keys, then the rest. With a
 * single row comparison SQLite does not use an index that ends in the row id.
 */
function rangesFrom(order: orders.Order, id: number, side: Side): SQL[] {
  const sign = isAscending(order, side) ? sql`>` : sql`<`
  const keys = keysOf(order)
  return keys
    .map((key, index) => {
      const same = keys.slice(0, index).map((before) => sql`${qualified(before)} = ${keyOfSketch(order, before, id)}`)
      return sql.join([...same, sql`${qualified(key)} ${sign} ${keyOfSketch(order, key, id)}`], sql` AND `)
    })
    .reverse()
}

function keyOfSketch(order: orders.Order, key: SQLiteColumn, id: number): SQL {
  const ofOwnRow = (column: SQLiteColumn) => sql`own.${sql.identifier(column.name)}`
  const scope = order.scope.map(([column, value]) => sql` AND ${ofOwnRow(column)} = ${value}`)
  return sql`(SELECT ${ofOwnRow(key)} FROM ${order.table} AS own
    WHERE ${ofOwnRow(order.sketchId)} = ${id}${sql.join(scope)})`
}

/** Qualifies a column by its table, which drizzle omits for a single table. */
const qualified = (column: SQLiteColumn) => sql`${column.table}.${sql.identifier(column.name)}`

function neighbourOf(row: { id: number; title: string; imageKey: string }): Neighbour {
  return { id: row.id, title: displayTitle(row.title), imageUrl: imageBase(row.imageKey) }
}
