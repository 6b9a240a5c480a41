import { and, count, desc, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { PostSketchBody, Upload } from '../../../contract/http/uploads.ts'
import { PENDING_UPLOADS_MAX } from '../../../contract/limits.ts'
import { DEFAULT_MAT } from '../../../contract/mat.ts'
import type { RepostAnswer } from '../../../contract/reposts.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type ChallengeEntryFailure, entryResult, insertEntry } from '../../domain/challenges/queries.ts'
import { sketches, sketchTags, tags } from '../../domain/sketches/schema.ts'
import { streams } from '../../domain/streams/schema.ts'
import { canonicalTag } from '../../domain/tags/queries.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { fitsStorage, usedBytes } from '../../domain/uploads/storage.ts'
import { mayUpload } from '../../domain/users/member-limits.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { originalKey } from '../../lib/files.ts'
import { imageBase } from '../../lib/image-base.ts'
import { randomToken } from '../../lib/random.ts'
import { DONE, failure, orFailure, type Result, success, tryWrite } from '../../lib/result.ts'

type UploadRow = typeof pendingUploads.$inferSelect

export function uploadOf(row: UploadRow): Upload {
  return {
    id: row.id,
    fileName: row.fileName,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    imageUrl: imageBase(row.imageKey),
    thumbhash: row.thumbhash,
    mat: row.mat,
    dateCreated: toWireTime(row.createdAt),
  }
}

/** The sketch or pending upload of a member that has the same file. */
export type SameFile = { sketchId: number } | { upload: UploadRow }

export async function findSameFile(db: Db, userId: number, contentHash: string): Promise<SameFile | null> {
  const [sketches, uploads] = await db.batch(selectSameFile(db, userId, contentHash))
  return sameFileOf(sketches, uploads)
}

function selectSameFile(db: Db, userId: number, contentHash: string) {
  return [
    db
      .select({ sketchId: sketches.id })
      .from(sketches)
      .where(and(eq(sketches.userId, userId), eq(sketches.contentHash, contentHash))),
    db
      .select()
      .from(pendingUploads)
      .where(and(eq(pendingUploads.userId, userId), eq(pendingUploads.contentHash, contentHash))),
  ] as const
}

function sameFileOf([sketch]: { sketchId: number }[], [upload]: UploadRow[]): SameFile | null {
  return sketch ?? (upload ? { upload } : null)
}

/** Checks that a member may send one more upload, before its bytes are read. */
export async function checkNewUpload(
  db: Db,
  { userId, bytes, now }: { userId: number; bytes: number; now: number },
): Promise<Result<void, 'upload_limit' | 'daily_upload_limit' | 'storage_limit'>> {
  const limits = await db.get<{ hasPlace: number; mayUpload: number; fits: number }>(
    sql`SELECT (SELECT count(*) FROM pending_uploads WHERE user_id = ${userId}) < ${PENDING_UPLOADS_MAX} AS "hasPlace",
      ${mayUpload({ authorId: userId, now }, 1)} AS "mayUpload", ${fitsStorage({ userId, bytes })} AS fits`,
  )
  if (!limits.hasPlace) return failure('upload_limit')
  if (!limits.mayUpload) return failure('daily_upload_limit')
  return limits.fits ? DONE : failure('storage_limit')
}

/**
 * Stores an upload and returns it, or returns the sketch or upload of this member that has the same file. Fails at the
 * maximum of pending uploads, at the limit of a day, and if the file does not fit into the member's storage.
 */
export async function addUpload(
  db: Db,
  row: UploadRow,
): Promise<Result<SameFile, 'upload_limit' | 'daily_upload_limit' | 'storage_limit'>> {
  const isNew = eq(pendingUploads.id, row.id)
  const isWithinLimit = mayUpload({ authorId: row.userId, now: row.createdAt })
  // It is already among the pending uploads that count.
  const fits = fitsStorage({ userId: row.userId, bytes: 0 })
  const posted = db
    .select({ id: sketches.id })
    .from(sketches)
    .where(and(eq(sketches.userId, row.userId), eq(sketches.contentHash, row.contentHash)))
  const added = await tryWrite(
    db.batch([
      db
        .insert(pendingUploads)
        .values(row)
        .onConflictDoNothing({ target: [pendingUploads.userId, pendingUploads.contentHash] }),
      db.delete(pendingUploads).where(and(isNew, exists(posted))),
      // Never reduced, so that dropped uploads count.
      statement(
        db,
        sql`INSERT INTO member_counts (user_id, grain, starts_at, uploads)
          SELECT user_id, 'hour', created_at / 3600000 * 3600000, 1 FROM pending_uploads WHERE id = ${row.id}
          ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET uploads = uploads + 1`,
      ),
      db.delete(pendingUploads).where(and(isNew, not(isWithinLimit))),
      db
        .delete(pendingUploads)
        .where(and(isNew, not(fits)))
        .returning({ id: pendingUploads.id }),
      ...selectSameFile(db, row.userId, row.contentHash),
    ]),
    { uploads_waiting: 'upload_limit' },
  )
  if (!added.ok) return added
  const [, , , , [tooLarge], sketch, upload] = added.value
  const same = sameFileOf(sketch, upload)
  return same ? success(same) : failure(tooLarge ? 'storage_limit' : 'daily_upload_limit')
}

const TAGS_READ = 200
const TAGS_SUGGESTED = 20

/** Finds a member's pending uploads, oldest first, the most used tags of their last sketches, and the used storage. */
export async function findPendingUploads(
  db: Db,
  userId: number,
): Promise<{ uploads: UploadRow[]; tags: string[]; usedBytes: number }> {
  const own = db
    .select({ tagId: sketchTags.tagId })
    .from(sketchTags)
    .where(eq(sketchTags.artistId, userId))
    .orderBy(desc(sketchTags.sketchId))
    .limit(TAGS_READ)
    .as('own')
  const [uploads, used, [storage]] = await db.batch([
    db
      .select()
      .from(pendingUploads)
      .where(eq(pendingUploads.userId, userId))
      .orderBy(pendingUploads.createdAt)
      .limit(PENDING_UPLOADS_MAX),
    db
      .select({ name: tags.name })
      .from(own)
      .innerJoin(tags, eq(tags.id, own.tagId))
      .groupBy(tags.id)
      .orderBy(desc(count()), tags.name)
      .limit(TAGS_SUGGESTED),
    db
      .select({ usedBytes: usedBytes(userId) })
      .from(users)
      .where(eq(users.id, userId)),
  ])
  return { uploads, tags: used.map(({ name }) => name), usedBytes: storage?.usedBytes ?? 0 }
}

/** Removes a pending upload. Returns its file key. */
export async function removeUpload(
  db: Db,
  { userId, id }: { userId: number; id: string },
): Promise<Result<string, 'not_found'>> {
  const [row] = await db
    .delete(pendingUploads)
    .where(and(eq(pendingUploads.id, id), eq(pendingUploads.userId, userId)))
    .returning({ fileKey: pendingUploads.fileKey })
  return orFailure(row?.fileKey, 'not_found')
}

type Posted = { sketchId: number; challengeFailure: ChallengeEntryFailure | undefined }

/**
 * Posts a pending upload as a sketch with its tags, replay and challenge, also if it does not enter the challenge. Returns
 * its id, which is the same if posted again.
 */
export async function postSketch(db: Db, post: Post): Promise<Result<Posted, 'not_found' | 'bad_parent'>> {
  const posted = await tryWrite(
    db.batch([
      insertSketch(db, post),
      insertRepost(db, post),
      insertTags(db, post),
      tagSketch(db, post),
      setParent(db, post),
      attachReplay(db, post),
      enterChallenge(db, post),
      deleteUpload(db, post),
      selectPosted(db, post),
    ]),
    { parent_not_allowed: 'bad_parent', parent_cycle: 'bad_parent' },
  )
  if (!posted.ok) return posted
  const [sketch] = posted.value[8]
  if (!sketch) return failure('not_found')
  const { challengeId } = post.body
  const entered = challengeId ? entryResult(challengeId, sketch) : DONE
  return success({ sketchId: sketch.id, challengeFailure: entered.ok ? undefined : entered.code })
}

type Post = {
  body: PostSketchBody
  userId: number
  device: string | null
  now: number
  /** The member's day (`localDay`). */
  day: number
  /** The sketch of another member that the picture is like, and the answer about it. */
  repost: { originalId: number; answer: RepostAnswer } | null
}

/** The condition that the upload is pending. With it, repeated calls change nothing. */
function isPending({ body, userId }: Post): SQL {
  return sql`EXISTS (SELECT 1 FROM pending_uploads WHERE id = ${body.uploadId} AND user_id = ${userId})`
}

function isPosted({ body, userId }: Post): SQL {
  return sql`sketches.file_key = ${originalKey(body.uploadId)} AND sketches.user_id = ${userId}`
}

function insertSketch(db: Db, { body, userId, device, now }: Post) {
  return statement(
    db,
    sql`INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, rotation, mirrored,
        bytes, content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint, mature, unlisted, link_key,
        made_with_ai, created_at, device, mat)
      SELECT user_id, ${body.title}, ${body.description}, ${body.altText}, width, height, file_key, image_key, rotation,
        mirrored, bytes, content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint,
        ${Number(body.mature)}, ${Number(body.unlisted)}, ${body.unlisted ? randomToken() : null}, ${Number(body.madeWithAi)}, ${now}, ${device},
        iif(mat IS NULL, NULL, ${body.mat ?? DEFAULT_MAT})
      FROM pending_uploads WHERE id = ${body.uploadId} AND user_id = ${userId} ON CONFLICT DO NOTHING`,
  )
}

function insertRepost(db: Db, post: Post) {
  const { originalId, answer } = post.repost ?? {}
  return statement(
    db,
    sql`INSERT INTO reposts (sketch_id, original_id, answer)
      SELECT sketches.id, original.id, ${answer ?? null} FROM sketches JOIN sketches AS original ON original.id = ${originalId ?? 0}
      WHERE ${isPosted(post)} AND ${isPending(post)} ON CONFLICT DO NOTHING`,
  )
}

const chosenTags = ({ body }: Post) => sql`json_each(${JSON.stringify([...new Set(body.tags)])})`

function insertTags(db: Db, post: Post) {
  return statement(
    db,
    sql`INSERT INTO tags (name) SELECT ${canonicalTag(sql`value`)} FROM ${chosenTags(post)}
      WHERE ${isPending(post)} ON CONFLICT DO NOTHING`,
  )
}

function tagSketch(db: Db, post: Post) {
  return statement(
    db,
    sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
      SELECT sketches.id, tags.id, sketches.user_id, chosen.key
      FROM ${chosenTags(post)} AS chosen JOIN tags ON tags.name = ${canonicalTag(sql`chosen.value`)}
        JOIN sketches ON sketches.file_key = ${originalKey(post.body.uploadId)}
      WHERE ${isPending(post)} ON CONFLICT DO NOTHING`,
  )
}

/** Sets the parent, which triggers check. */
function setParent(db: Db, post: Post) {
  const parentId = post.body.parentSketchId ?? null
  return db
    .update(sketches)
    .set({ parentId })
    .where(and(isPosted(post), sql`${parentId} IS NOT NULL`, isPending(post)))
}

function attachReplay(db: Db, post: Post) {
  return db
    .update(streams)
    .set({
      replay: 'kept',
      replayPendingAt: null,
      replaySketchId: sql`(SELECT id FROM sketches WHERE ${isPosted(post)})`,
    })
    .where(
      and(
        eq(streams.id, post.body.streamId ?? 0),
        eq(streams.userId, post.userId),
        inArray(streams.replay, ['pending', 'kept']),
        eq(streams.replayViolating, false),
        isPending(post),
      ),
    )
}

function enterChallenge(db: Db, post: Post) {
  const { body, now } = post
  return insertEntry(db, {
    challengeId: body.challengeId ?? null,
    sketch: sql`${isPosted(post)} AND ${isPending(post)}`,
    now,
    day: post.day,
  })
}

function deleteUpload(db: Db, { body, userId }: Post) {
  return db.delete(pendingUploads).where(and(eq(pendingUploads.id, body.uploadId), eq(pendingUploads.userId, userId)))
}

function selectPosted(db: Db, post: Post) {
  return db
    .select({
      id: sketches.id,
      enteredId: sql<number | null>`(SELECT challenge_id FROM challenge_entries WHERE sketch_id = sketches.id)`.as(
        'entered_id',
      ),
      groupId: sql<number | null>`(SELECT group_id FROM challenges WHERE id = ${post.body.challengeId ?? null})`.as(
        'challenge_group_id',
      ),
    })
    .from(sketches)
    .where(isPosted(post))
}
