import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PostSketchBody } from '../../../contract/http/uploads.ts'
import { DEFAULT_MAT } from '../../../contract/mat.ts'
import type { RepostAnswer } from '../../../contract/reposts.ts'
import { type ChallengeEntryFailure, entryResult, insertEntry } from '../../domain/challenges/queries.ts'
import { shownFingerprint } from '../../domain/reposts/matches.ts'
import { reindexSketches } from '../../domain/search/reindex-sketches.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { streams } from '../../domain/streams/schema.ts'
import { canonicalTag } from '../../domain/tags/queries.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { batchNamed, type Db, statement } from '../../lib/database.ts'
import { originalKey } from '../../lib/files.ts'
import { randomToken } from '../../lib/random.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'

type Posted = { sketchId: number; challengeFailure: ChallengeEntryFailure | undefined }

/**
 * Posts a pending upload as a sketch with its tags, replay and challenge. The sketch is posted even if it cannot enter
 * the challenge. Returns its id, which is the same if it is posted again. Fails with `same_file`, and keeps the upload, if
 * another sketch of the member has the same picture.
 */
export async function postSketch(
  db: Db,
  post: Post,
): Promise<Result<Posted, 'not_found' | 'same_file' | 'bad_parent'>> {
  const posted = await tryWrite(
    batchNamed(db, {
      sketch: insertSketch(db, post),
      repost: insertRepost(db, post),
      ...addTags(db, post),
      parent: setParent(db, post),
      replay: attachReplay(db, post),
      entry: enterChallenge(db, post),
      upload: deleteUpload(db, post),
      posted: selectPosted(db, post),
      unposted: statement<{ id: string }>(db, sql`SELECT id FROM pending_uploads WHERE ${isUpload(post)}`),
    }),
    { parent_not_allowed: 'bad_parent', parent_cycle: 'bad_parent' },
  )
  if (!posted.ok) return posted
  const [sketch] = posted.value.posted
  if (!sketch) return failure(posted.value.unposted.length > 0 ? 'same_file' : 'not_found')
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
  /** The similar sketch of another member, and the answer about it. */
  repost: { originalId: number; answer: RepostAnswer } | null
}

/** The condition that the upload is pending. With it, repeated calls change nothing. */
function isPending(post: Post): SQL {
  return sql`EXISTS (SELECT 1 FROM pending_uploads WHERE ${isUpload(post)})`
}

function isUpload({ body, userId }: Post): SQL {
  return sql`pending_uploads.id = ${body.uploadId} AND pending_uploads.user_id = ${userId}`
}

/** The condition that the upload became a sketch. */
function hasSketch(post: Post): SQL {
  return sql`EXISTS (SELECT 1 FROM sketches WHERE ${isPosted(post)})`
}

function isPosted({ body, userId }: Post): SQL {
  return sql`sketches.file_key = ${originalKey(body.uploadId)} AND sketches.user_id = ${userId}`
}

function insertSketch(db: Db, post: Post) {
  const { body, device, now } = post
  return statement(
    db,
    sql`INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, rotation, mirrored,
        bytes, content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint, mature, unlisted, link_key,
        made_with_ai, created_at, device, mat)
      SELECT user_id, ${body.title}, ${body.description}, ${body.altText}, width, height, file_key, image_key, rotation,
        mirrored, bytes, content_type, content_hash, thumbhash, colours, perceptual_hash, ${shownFingerprint(body.mat)},
        ${Number(body.mature)}, ${Number(body.unlisted)}, ${body.unlisted ? randomToken() : null}, ${Number(body.madeWithAi)}, ${now}, ${device},
        iif(mat IS NULL, NULL, ${body.mat ?? DEFAULT_MAT})
      FROM pending_uploads WHERE ${isUpload(post)} ON CONFLICT DO NOTHING`,
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

/** Tags the sketch, and renews its words in the search. */
function addTags(db: Db, post: Post) {
  const names = [...new Set(post.body.tags)]
  const chosen = sql`json_each(${JSON.stringify(names)})`
  const [unindex, index] = reindexSketches(
    sql`SELECT sketches.id FROM sketches WHERE ${isPosted(post)} AND ${isPending(post)} AND ${names.length > 0}`,
  )
  return {
    tags: statement(
      db,
      sql`INSERT INTO tags (name) SELECT ${canonicalTag(sql`value`)} FROM ${chosen}
        WHERE ${isPending(post)} AND ${hasSketch(post)} ON CONFLICT DO NOTHING`,
    ),
    sketchTags: statement(
      db,
      sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
        SELECT sketches.id, tags.id, sketches.user_id, chosen.key
        FROM ${chosen} AS chosen JOIN tags ON tags.name = ${canonicalTag(sql`chosen.value`)}
          JOIN sketches ON sketches.file_key = ${originalKey(post.body.uploadId)}
        WHERE ${isPending(post)} ON CONFLICT DO NOTHING`,
    ),
    unindex: statement(db, unindex),
    index: statement(db, index),
  }
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
        eq(streams.replayMature, false),
        isPending(post),
        hasSketch(post),
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

function deleteUpload(db: Db, post: Post) {
  return db.delete(pendingUploads).where(and(isUpload(post), hasSketch(post)))
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
