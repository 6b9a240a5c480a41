import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core'
import type { Artist, ArtistListReply, ArtistSort } from '../../../contract/http/artists.ts'
import { ARTISTS_PAGE_SIZE, BIRTHDAYS_ON_HOME } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { greatestFirst, type IndexPosition } from '../../domain/search/candidates.ts'
import { ftsStrings } from '../../domain/search/match.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { isAccountRow, isBirthdayShown, isPatronRow, users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { rangesAfter } from '../../lib/keyset.ts'
import { birthDaysOf } from './birthdays.ts'

const sketchesFor = (viewer: Viewer | null) => (viewer?.showMature ? users.sketchesCount : users.sketchesForAllCount)

/**
 * The number of sketches that a viewer sees in lists. It includes artists' own mature sketches, which do not affect the
 * order of lists.
 */
const shownSketchesFor = (viewer: Viewer | null) =>
  sql<number>`iif(${users.id} = ${viewer?.id ?? 0}, ${users.sketchesCount}, ${sketchesFor(viewer)})`.as(
    'shown_sketches',
  )

export const columnsFor = (viewer: Viewer | null) => ({
  id: users.id,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  glops: users.glops,
  fans: users.fansCount,
  sketches: shownSketchesFor(viewer),
  sortedSketches: sketchesFor(viewer),
  createdAt: users.createdAt,
})

type Row = Pick<typeof users.$inferSelect, 'id' | 'nickname' | 'avatarKey' | 'glops' | 'createdAt'> & {
  fans: number
  sketches: number
  sortedSketches: number
}

export function artistOf(
  { avatarKey, createdAt, sortedSketches: _, ...row }: Row,
  birthday: string | null = null,
): Artist {
  return { ...row, avatar: avatarKey && imageBase(avatarKey), since: toWireTime(createdAt), birthday }
}

/** Columns of the lists that have more than one page. */
const countsFor = (viewer: Viewer | null) => ({
  fans: users.fansCount,
  glops: users.glops,
  sketches: sketchesFor(viewer),
})
type CountName = keyof ReturnType<typeof countsFor>

/** Lists artists [1 §7]. Active artists, birthdays and patrons have a single page. @throws InvalidCursor. */
export function listArtists(
  db: Db,
  viewer: Viewer | null,
  { sort, now, ...position }: { sort: ArtistSort; page: number; cursor?: string | undefined; now: number },
): Promise<ArtistListReply> {
  if (sort !== 'active' && sort !== 'birthday' && sort !== 'patrons')
    return listByCount(db, viewer, { sort, ...position })
  if (position.page > 1) return Promise.resolve({ items: [], cursor: '', page: position.page, done: true })
  if (sort === 'birthday') return listBirthdays(db, viewer, now)
  return sort === 'patrons'
    ? listSinglePage(db, viewer, { where: and(isPatronRow, isAccount), keys: [users.fansCount, users.id] })
    : listSinglePage(db, viewer, {
        where: and(sql`${users.activeAt} > 0`, isAccount),
        keys: [users.activeAt, users.id],
      })
}

async function listByCount(
  db: Db,
  viewer: Viewer | null,
  { sort, page, cursor }: { sort: CountName; page: number; cursor?: string | undefined },
): Promise<ArtistListReply> {
  const name = `artists ${sort}`
  const key = countsFor(viewer)[sort]
  const keys = [key, users.id]
  const last = decodeCursor(name, keys.length, cursor)
  const [equalCount, lower] = last ? rangesAfter(keys, last) : []
  const read = (after?: SQL) => selectArtists(db, viewer, { where: and(isAccountRow, after), keys })
  const rows = await (last
    ? unionAll(
        db.select().from(read(equalCount).as('equal_count')),
        db.select().from(read(lower).as('lower_count')),
      ).limit(ARTISTS_PAGE_SIZE)
    : read().offset((page - 1) * ARTISTS_PAGE_SIZE))
  const end = rows.at(-1)
  const done = rows.length < ARTISTS_PAGE_SIZE || !end
  const items = rows.map((row) => artistOf(row))
  return {
    items,
    cursor: done ? '' : encodeCursor(name, [sort === 'sketches' ? end.sortedSketches : end[sort], end.id]),
    page: cursor ? undefined : page,
    done,
  }
}

/** Lists members whose birthday is today (UTC), most fans first. */
async function listBirthdays(db: Db, viewer: Viewer | null, now: number): Promise<ArtistListReply> {
  const [today, leapDay] = birthDaysOf(now)
  const selectDay = (day: string) =>
    selectArtists(db, viewer, {
      where: and(eq(users.birthday, day), isBirthdayShown, isAccount),
      keys: [users.fansCount, users.id],
    })
  const pages = await db.batch([selectDay(today), ...(leapDay ? [selectDay(leapDay)] : [])])
  const rows = pages.flat().slice(0, ARTISTS_PAGE_SIZE)
  return { items: rows.map((row) => artistOf(row, today)), cursor: '', page: 1, done: true }
}

/** Selects members for the home page whose birthday is today (UTC), most fans first. */
export function selectBirthdays(db: Db, viewer: Viewer | null, now: number) {
  const days: readonly string[] = birthDaysOf(now).filter((day) => day !== undefined)
  const selectDay = (day: string) => sql`SELECT * FROM (
    SELECT id FROM users WHERE birthday = ${day} AND ${isBirthdayShown} AND ${notBlocked(viewer, users.id) ?? sql`1`}
    ORDER BY fans_count DESC, id DESC LIMIT ${BIRTHDAYS_ON_HOME})`
  // Joined rather than filtered with IN, which would read each member twice.
  return db
    .select({ id: users.id, nickname: users.nickname, avatarKey: users.avatarKey })
    .from(sql`(${sql.join(days.map(selectDay), sql` UNION ALL `)}) AS born`)
    .crossJoin(users)
    .where(sql`${users.id} = born.id`)
    .orderBy(desc(users.fansCount), desc(users.id))
    .limit(BIRTHDAYS_ON_HOME)
}

type Selection = { where: SQL | undefined; keys: SQLiteColumn[] }

/** The same as `isAccountRow`. The plus keeps SQLite from using the index of all members by fans for patrons. */
const isAccount = sql`+merged_into_id IS NULL AND +deleted_at IS NULL`

async function listSinglePage(db: Db, viewer: Viewer | null, selection: Selection): Promise<ArtistListReply> {
  const rows = await selectArtists(db, viewer, selection)
  return { items: rows.map((row) => artistOf(row)), cursor: '', page: 1, done: true }
}

function selectArtists(db: Db, viewer: Viewer | null, { where, keys }: Selection) {
  return db
    .select(columnsFor(viewer))
    .from(users)
    .where(and(where, notBlocked(viewer, users.id)))
    .orderBy(...keys.map((key) => desc(key)))
    .limit(ARTISTS_PAGE_SIZE)
    .$dynamic()
}

const LIST = 'search artists'

/**
 * Finds members by beginnings of words in nicknames: an exact match first, then by the level of their fans.
 * @throws InvalidCursor.
 */
export async function searchArtists(
  db: Db,
  viewer: Viewer | null,
  { query, cursor }: { query: string; cursor?: string | undefined },
): Promise<ArtistListReply> {
  const [level, id] = decodeCursor(LIST, 2, cursor) ?? []
  const last = level === undefined || id === undefined ? null : { level, id }
  const matches = selectArtistsByName(db, viewer, { query, last, limit: ARTISTS_PAGE_SIZE })
  if (!matches) return { items: [], cursor: '', done: true }
  const rows = await matches
  rows.sort((a, b) => b.level - a.level || b.artist.id - a.artist.id)
  const end = rows.at(-1)
  const done = rows.length < ARTISTS_PAGE_SIZE || !end
  return {
    items: rows.filter(({ visible }) => visible).map(({ artist }) => artistOf(artist)),
    cursor: done ? '' : encodeCursor(LIST, [end.level, end.artist.id]),
    done,
  }
}

/** Sorts an exact match before all levels. */
const EXACT = 99

/**
 * Selects members by beginnings of words in nicknames, unordered, because sorting them in SQL would read more rows.
 * Null for a query without words.
 */
export function selectArtistsByName(
  db: Db,
  viewer: Viewer | null,
  { query, last, limit }: { query: string; last: IndexPosition; limit: number },
) {
  const words = ftsStrings(query)
  if (words.length === 0) return null
  const wanted = [words.map((word) => `nickname : ${word}`).join(' AND ')]
  const exact = sql`SELECT id FROM users WHERE nickname_key = ${nicknameKey(query)}`
  const candidates = greatestFirst('user_search', {
    search: { wanted },
    last: last?.level === EXACT ? null : last,
    limit,
    idConditions: [sql`rowid NOT IN (${exact})`],
    first: last ? [] : [sql`SELECT ${EXACT} AS level, id FROM (${exact})`],
  })
  return db
    .select({
      artist: columnsFor(viewer),
      level: sql<number>`found.level`,
      visible: sql`(${notBlocked(viewer, users.id) ?? sql`1`})`.mapWith(Boolean),
    })
    .from(sql`${candidates} AS found`)
    .crossJoin(users)
    .where(sql`${users.id} = found.id`)
}
