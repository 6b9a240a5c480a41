import { type SQL, sql } from 'drizzle-orm'
import { MEMBER_LIMITS, NEW_MEMBER_DAYS, NEW_MEMBER_HEARTS, TEXT_BYTES_PER_DAY } from '../../../contract/limits.ts'
import { countLinks } from '../../../contract/links.ts'
import type { CountedLines, LineBlock } from '../../../durable-objects/chat/ChatReports.ts'
import { batchNamed, type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { isStaff, type Viewer } from './viewer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Written = { authorId: number; now: number }
/** In a statement about several members, the author is an expression. */
type WrittenByEach = { authorId: number | SQL; now: number }

/** The condition that the author is a new member: joined recently, and received few hearts. */
function isNew({ authorId, now }: WrittenByEach): SQL {
  return sql`(SELECT created_at > ${now - NEW_MEMBER_DAYS * DAY_MS} AND hearts_received < ${NEW_MEMBER_HEARTS}
    FROM users WHERE id = ${authorId})`
}

type LimitName = keyof typeof MEMBER_LIMITS
type DailyLimit = Extract<LimitName, `${string}PerDay`>
type LinkLimit = Exclude<LimitName, DailyLimit>

/** The limit of this name for the author. */
function limitFor(limit: LimitName, written: WrittenByEach): SQL {
  const { new: few, other } = MEMBER_LIMITS[limit]
  return sql`iif(${isNew(written)}, ${few}, ${other})`
}

/** The condition that a count is within the limit of this name for the author. */
const allows = (limit: LimitName, count: SQL | number, written: Written): SQL =>
  sql`${count} <= ${limitFor(limit, written)}`

/** The condition that a text of this kind by the author may contain as many links as it does. */
export const mayLink = (limit: LinkLimit, text: string, written: Written): SQL =>
  allows(limit, countLinks(text), written)

/** The times at which an author added things, by kind. */
const TIMES = {
  topicsPerDay: (author: number) => sql`SELECT created_at AS at FROM forum_topics WHERE user_id = ${author}`,
  postsPerDay: (author: number) => sql`SELECT created_at AS at FROM forum_posts WHERE user_id = ${author}`,
  firstMessagesPerDay: (author: number) => sql`SELECT created_at AS at FROM message_threads WHERE from_id = ${author}`,
  messagesPerDay: (author: number) => sql`SELECT created_at AS at FROM message_posts WHERE user_id = ${author}`,
  ownerActsPerDay: (author: number) => sql`SELECT created_at AS at FROM audit_log WHERE staff_id = ${author}`,
  streamsPerDay: (author: number) => sql`SELECT started_at AS at FROM streams WHERE user_id = ${author}`,
  fansPerDay: (author: number) => sql`SELECT created_at AS at FROM fans WHERE fan_id = ${author}`,
  groupEventsPerDay: (author: number) => sql`SELECT created_at AS at FROM group_activity WHERE user_id = ${author}`,
  commentsPerDay: (author: number) => sql`SELECT created_at AS at FROM comments WHERE user_id = ${author}`,
}

type CountedUse =
  | 'uploads'
  | 'posted_comments'
  | 'edits'
  | 'chat_lines'
  | 'room_acts'
  | 'room_clears'
  | 'staff_acts'
  | 'given_ratings'
  | 'text_bytes'
  | 'made_pngs'
  | 'album_adds'

/** Uses are counted by the hour. The hours that begin after this time are partly in the last 24 hours. */
const dayBefore = (now: number) => now - DAY_MS - HOUR_MS

/** The number of uses that `countUse` counted in the last 24 hours, and in the rest of the hour in which they began. */
export const countedToday = (use: CountedUse, { authorId, now }: WrittenByEach): SQL =>
  sql`(SELECT coalesce(sum(${sql.raw(use)}), 0) FROM member_counts
    WHERE user_id = ${authorId} AND grain = 'hour' AND starts_at > ${dayBefore(now)})`

/**
 * Makes the statement that counts a use, or several, if a condition holds. Counts are never reduced, so deleted things
 * count too. `from` is the source of the authors in a statement about several members.
 */
export const countUse = (
  db: Db,
  use: CountedUse,
  { authorId, now }: WrittenByEach,
  condition: SQL,
  uses: number | SQL = 1,
  from = sql``,
) =>
  statement<{ userId: number }>(
    db,
    sql`INSERT INTO member_counts (user_id, grain, starts_at, ${sql.raw(use)})
      SELECT ${authorId}, 'hour', ${now - (now % HOUR_MS)}, ${uses} ${from} WHERE ${condition}
      ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ${sql.raw(use)} = ${sql.raw(use)} + excluded.${sql.raw(use)}
      RETURNING user_id AS "userId"`,
  )

/**
 * Counts work that costs as much as an upload, such as a turn or a video. Fails with `daily_upload_limit` above the
 * limit of a day.
 */
export async function countAsUpload(db: Db, written: Written): Promise<Result<void, 'daily_upload_limit'>> {
  const counted = await countUse(db, 'uploads', written, mayUpload(written, 1))
  return counted.length > 0 ? DONE : failure('daily_upload_limit')
}

/** Counts a PNG that is made for a member. Fails with `daily_png_limit` above the limit of a day. */
export async function countPng(db: Db, written: Written): Promise<Result<void, 'daily_png_limit'>> {
  const mayMake = allows('pngsPerDay', sql`1 + ${countedToday('made_pngs', written)}`, written)
  const counted = await countUse(db, 'made_pngs', written, mayMake)
  return counted.length > 0 ? DONE : failure('daily_png_limit')
}

/** The condition that the author may post one more comment today, those that were deleted included. */
export const mayComment = (written: Written): SQL =>
  sql`(${mayAdd('commentsPerDay', written)}
    AND ${allows('commentsPerDay', sql`1 + ${countedToday('posted_comments', written)}`, written)})`

/**
 * The condition that the author may edit one more sketch, co-op, stream, comment, post, group, nickname, profile picture or
 * text about themselves today, announce one more stream, or unblock or unfan one more member. Some of these count as
 * several `edits`.
 */
export const mayEditText = (written: Written, edits: number | SQL = 1): SQL =>
  allows('editsPerDay', sql`${edits} + ${countedToday('edits', written)}`, written)

/** The condition that the author may rate one more sketch, or change one more rating, today. */
export const mayRate = (written: Written): SQL =>
  allows('ratingsPerDay', sql`1 + ${countedToday('given_ratings', written)}`, written)

/** The condition that the author may add one more sketch to an album or collection, or move one, today. */
export const mayAddToAlbum = (written: Written): SQL =>
  allows('albumAddsPerDay', sql`1 + ${countedToday('album_adds', written)}`, written)

/** Counts a move in an album before it is written. Fails with `album_add_limit` above the limit of a day. */
export async function countAlbumMove(db: Db, written: Written): Promise<Result<void, 'album_add_limit'>> {
  const counted = await countUse(db, 'album_adds', written, mayAddToAlbum(written))
  return counted.length > 0 ? DONE : failure('album_add_limit')
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/**
 * The condition that the author may write a text today, by the bytes of all texts of the day. An empty text has none.
 */
export const mayWriteText = (text: string, written: Written): SQL =>
  text === '' ? sql`1` : sql`(${bytesOf(text)} + ${countedToday('text_bytes', written)} <= ${TEXT_BYTES_PER_DAY})`

/** Makes the statement that counts a text, for the batch after the statement that writes it, if that changed a row. */
export const countText = (db: Db, text: string, written: Written) =>
  countUse(db, 'text_bytes', written, text === '' ? sql`0` : sql`changes() > 0`, bytesOf(text))

/** Counts an edit, or one that counts as several, and its text, before it is written. Fails above the limits of a day. */
export async function countEdit(
  db: Db,
  written: Written,
  text = '',
  edits = 1,
): Promise<Result<void, 'edit_limit' | 'text_limit'>> {
  const mayEdit = mayEditText(written, edits)
  const [counted, , [limit]] = await db.batch([
    countUse(db, 'edits', written, sql`${mayEdit} AND ${mayWriteText(text, written)}`, edits),
    countText(db, text, written),
    statement<{ mayEdit: number }>(db, sql`SELECT ${mayEdit} AS "mayEdit"`),
  ])
  if (counted.length > 0) return DONE
  return failure(limit?.mayEdit ? 'text_limit' : 'edit_limit')
}

/** The lines in chat rooms that the author may still write today. */
const chatLinesLeft = (written: WrittenByEach): SQL =>
  sql`max(0, ${limitFor('chatLinesPerDay', written)} - ${countedToday('chat_lines', written)})`

/**
 * The time at which the author, who has written the lines of a day, may write again: when enough of the counted hours
 * are a day ago. 0 for a member who has lines left.
 */
export const chatsAgainAt = (written: WrittenByEach): SQL<number> =>
  sql`iif(${chatLinesLeft(written)} > 0, 0, (SELECT min(starts_at) FROM (
      SELECT starts_at, sum(chat_lines) OVER (ORDER BY starts_at DESC) - chat_lines AS later FROM member_counts
      WHERE user_id = ${written.authorId} AND grain = 'hour' AND starts_at > ${dayBefore(written.now)})
    WHERE later < ${limitFor('chatLinesPerDay', written)}) + ${DAY_MS + HOUR_MS})`

/**
 * Counts blocks of lines in chat rooms, one of each member: as many as the member has left today, and at least those that
 * are written. Returns the counts in the order of the blocks.
 */
export async function countChatLines(db: Db, blocks: readonly LineBlock[], now: number): Promise<CountedLines[]> {
  const author = { authorId: sql`block.value ->> 'userId'`, now }
  const lines = sql`max(block.value ->> 'written', min(block.value ->> 'lines', ${chatLinesLeft(author)}))`
  const from = sql`FROM json_each(${JSON.stringify(blocks)}) AS block`
  const { counted, again } = await batchNamed(db, {
    counted: statement<{ lines: number }>(db, sql`SELECT ${lines} AS lines ${from} ORDER BY block.key`),
    added: countUse(db, 'chat_lines', author, sql`${lines} > 0`, lines, from),
    again: statement<{ at: number }>(db, sql`SELECT ${chatsAgainAt(author)} AS at ${from} ORDER BY block.key`),
  })
  return counted.map(({ lines }, index) => ({ lines, writesAgainAt: again[index]?.at ?? 0 }))
}

/** The condition that the author may add one more thing of that kind today. */
export function mayAdd(limit: keyof typeof TIMES, written: Written): SQL {
  const { authorId, now } = written
  const today = sql`(SELECT count(*) FROM (${TIMES[limit](authorId)}) WHERE at > ${now - DAY_MS})`
  return allows(limit, sql`1 + ${today}`, written)
}

/**
 * The condition that a member may do one more act today in a group that they run. `STAFF_LIMITS` are those of staff.
 */
export const mayActAsOwner = (member: Viewer, now: number): SQL =>
  isStaff(member) ? sql`1` : mayAdd('ownerActsPerDay', { authorId: member.id, now })

/**
 * The condition that a member may do one more act today in a room that they run. Rooms write their acts to the audit
 * log later, so the acts that `countUse` counted are within the limit, too.
 */
export const mayActInRoom = (written: Written): SQL =>
  sql`(${mayAdd('ownerActsPerDay', written)}
    AND ${allows('ownerActsPerDay', sql`1 + ${countedToday('room_acts', written)}`, written)})`

/**
 * The condition that a member's uploads of the last 24 hours, and `more` further uploads, are within the limit. It
 * takes the larger of the pending and posted uploads, and of all that were begun, which `countUse` counts.
 */
export function mayUpload(written: Written, more = 0): SQL {
  const { authorId, now } = written
  const since = now - DAY_MS
  // Reads the latest sketches by id, because no index contains the times of one member's sketches.
  const posted = sql`(SELECT count(*) FROM (SELECT created_at FROM sketches WHERE user_id = ${authorId}
    ORDER BY id DESC LIMIT ${MEMBER_LIMITS.uploadsPerDay.other + 1}) WHERE created_at > ${since})`
  const postedAndDeleted = sql`(SELECT coalesce(sum(sketches), 0) FROM member_counts
    WHERE user_id = ${authorId} AND grain = 'hour' AND starts_at > ${dayBefore(now)})`
  const pending = sql`(SELECT count(*) FROM pending_uploads WHERE user_id = ${authorId} AND created_at > ${since})`
  return allows(
    'uploadsPerDay',
    sql`max(max(${posted}, ${postedAndDeleted}) + ${pending}, ${countedToday('uploads', written)}) + ${more}`,
    written,
  )
}
