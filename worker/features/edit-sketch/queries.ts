import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { EditBody, EditFields } from '../../../contract/http/edit-sketch.ts'
import { isInForce } from '../../domain/cases/in-force.ts'
import { isJudged } from '../../domain/compos/enter.ts'
import { reindexSketches } from '../../domain/search/reindex-sketches.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { tagsColumn } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import {
  type AccessFields,
  accessColumns,
  blockedColumn,
  isKept,
  linkedColumn,
  type Reader,
} from '../../domain/sketches/visibility.ts'
import { replayStreamOf } from '../../domain/streams/mature-replay.ts'
import { countAttachedBytes } from '../../domain/uploads/storage.ts'
import { users } from '../../domain/users/schema.ts'
import { batchNamed, type Db, statement } from '../../lib/database.ts'
import type { Analysis } from '../../lib/picture-analysis.ts'
import { randomToken } from '../../lib/random.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { changesOf, type EditedSketch } from './edited-sketch.ts'

const watermarkName = sql<string>`coalesce(nullif(${users.watermarkName}, ''), ${users.nickname})`

/** Finds a sketch with its tags and files, and the new parent of the edit. */
export async function findEditedSketch(
  db: Db,
  reader: Reader,
  { id, parentId = null }: { id: number; parentId?: number | null },
): Promise<{ edited: EditedSketch | null; parent: AccessFields | null }> {
  const [[row], files, [parent]] = await db.batch([
    db
      .select({
        sketch: sketches,
        linked: linkedColumn(reader),
        blocked: blockedColumn(reader.viewer, sketches.userId),
        tags: tagsColumn,
        watermarkName: watermarkName.as('watermark_name'),
        isJudged: isJudged(id, Date.now()).mapWith(Boolean).as('is_judged'),
        isMarkedMature: isMarkedMature(id).mapWith(Boolean).as('is_marked_mature'),
        isMarkedAi: isMarkedAi(id).mapWith(Boolean).as('is_marked_ai'),
        replayStreamId: replayStreamOf(id).as('replay_stream_id'),
      })
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(and(eq(sketches.id, id), isKept)),
    db.select().from(sketchFiles).where(eq(sketchFiles.sketchId, id)),
    db
      .select(accessColumns(reader))
      .from(sketches)
      .where(eq(sketches.id, parentId ?? 0)),
  ])
  if (!row) return { edited: null, parent: parent ?? null }
  const { sketch, ...facts } = row
  return { edited: { ...sketch, ...facts, files }, parent: parent ?? null }
}

const isMarkedMature = (id: number) => isInForce({ kind: 'sketch', target: String(id), action: 'mature' })

const isMarkedAi = (id: number) => isInForce({ kind: 'sketch', target: String(id), action: 'ai' })

/**
 * Returns the rotation of the original in degrees for the artist's angle `to`. The picture is mirrored after rotation.
 */
export function rotationAt({ rotation, angle, mirrored }: EditedSketch, to: number): number {
  const change = mirrored ? angle - to : to - angle
  return (rotation + change + 360) % 360
}

/**
 * Writes an edit and returns the files that are no longer needed. A change of visibility, angle, mat or watermark gives
 * the sketch a new image key, so that cached pictures become invalid. Edits by staff are written to the audit log.
 * Fails with `changed_meanwhile` if the picture was replaced in the meantime, or marked by staff. So does an edit of its
 * angle or mat if either has changed.
 */
export async function saveEdit(
  db: Db,
  edit: Edit,
): Promise<Result<{ unusedFiles: string[] }, 'changed_meanwhile' | 'bad_parent'>> {
  const { id, userId, fileKey } = edit.edited
  const isCurrent = sql`(EXISTS (SELECT 1 FROM sketches WHERE id = ${id} AND user_id = ${userId} AND file_key = ${fileKey}
      AND ${hasCheckedLook(edit)})
    AND NOT (${uncoversOwn(edit)} AND ${isMarkedMature(id)})
    AND NOT (${deniesOwnAi(edit)} AND ${isMarkedAi(id)}))`
  const saved = await tryWrite(
    batchNamed(db, {
      entry: logEdit(db, edit, isCurrent),
      sketch: updateSketch(db, edit, isCurrent),
      ...replaceTags(db, edit, isCurrent),
      removed: removeFiles(db, edit, isCurrent),
      bytes: countAttachedBytes(db, id),
      privacy: setFilePrivacy(db, edit, isCurrent),
      current: db
        .select({ id: sketches.id })
        .from(sketches)
        .where(and(eq(sketches.id, id), isCurrent)),
    }),
    { parent_not_allowed: 'bad_parent', parent_cycle: 'bad_parent' },
  )
  if (!saved.ok) return saved
  const { removed, current } = saved.value
  if (current.length === 0) return failure('changed_meanwhile')
  return success({ unusedFiles: removed.map((row) => row.fileKey) })
}

/**
 * The condition that the picture has the rotation and mat that the edit found, or those that it writes: the edit was
 * checked with both. An edit that names neither angle nor mat has no such condition.
 */
function hasCheckedLook({ edited, body }: Pick<Edit, 'edited' | 'body'>): SQL {
  const { angle, mat = edited.mat } = pictureFieldsOf(edited, body)
  if (angle === undefined && !body.mat) return sql`TRUE`
  const rotation = angle === undefined ? edited.rotation : rotationAt(edited, angle)
  return sql`((rotation = ${edited.rotation} AND mat IS ${edited.mat}) OR (rotation = ${rotation} AND mat IS ${mat}))`
}

/** True if an artist removes the mark as mature from their own sketch. */
export function uncoversOwn({ edited, body, by }: Pick<Edit, 'edited' | 'body'> & { by: { id: number } }): boolean {
  return edited.mature && body.mature === false && edited.userId === by.id
}

/** True if an artist removes the mark as made with AI from their own sketch. */
export function deniesOwnAi({ edited, body, by }: Pick<Edit, 'edited' | 'body'> & { by: { id: number } }): boolean {
  return body.madeWithAi === false && edited.userId === by.id
}

/** The parts of an analysis that depend on rotation and mat. */
export type Look = Pick<Analysis, 'thumbhash' | 'colours' | 'perceptualHash' | 'fingerprint'>

type Edit = { edited: EditedSketch; body: EditBody; analysis: Look; by: { id: number; now: number } }

/** Inserts an audit log entry if staff change the sketch of someone else. */
function logEdit(db: Db, { edited: { id, userId, ...edited }, body, by }: Edit, isCurrent: SQL) {
  const changes = JSON.stringify(changesOf(body, { id, userId, ...edited }))
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${by.id}, 'edit', ${userId}, 'sketch', ${id}, ${body.reason ?? ''}, ${changes}, ${by.now}
      WHERE ${by.id} <> ${userId} AND ${changes} <> '{}' AND ${isCurrent}`,
  )
}

function updateSketch(db: Db, { edited, body, analysis }: Edit, isCurrent: SQL) {
  const { id } = edited
  const pictureFields = pictureFieldsOf(edited, body)
  return db
    .update(sketches)
    .set({
      title: body.title,
      description: body.description,
      altText: body.altText,
      madeWithAi: body.madeWithAi,
      imageKey: sql`CASE WHEN ${areUnchanged(pictureFields)} THEN image_key ELSE ${randomToken()} END`,
      ...pictureFields,
      ...(body.privacy && { linkKey: linkKeyFor(body.privacy) }),
      ...(body.angle !== undefined && turned(edited, body.angle, analysis)),
      ...(analysis !== edited && { fingerprint: analysis.fingerprint }),
      // A sketch whose parent was deleted stays in its co-op.
      ...(body.parentSketchId !== edited.parentId && parentFields(body.parentSketchId)),
    })
    .where(and(eq(sketches.id, id), isCurrent))
}

/** The columns that decide how pictures look and who sees them; undefined if the edit does not name them. */
function pictureFieldsOf(edited: EditedSketch, { privacy, mature, angle, mat, ...body }: EditBody) {
  const watermark = body.watermark ? (body.watermarkPicture ?? edited.watermark) : null
  return {
    unlisted: privacy && privacy === 'unlisted',
    mature,
    angle,
    mat: edited.mat === null ? undefined : (mat ?? undefined),
    watermark: body.watermark === undefined ? undefined : watermark,
  }
}

/** An unlisted sketch keeps its link. */
const linkKeyFor = (privacy: EditFields['privacy']) =>
  privacy === 'unlisted' ? sql`coalesce(link_key, ${randomToken()})` : null

function areUnchanged(fields: ReturnType<typeof pictureFieldsOf>): SQL {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined)
  const same = named.map(([name, value]) => {
    const column = sketches[name as keyof typeof fields]
    return sql`${column} IS ${sql.param(value, column)}`
  })
  return and(...same) ?? sql`TRUE`
}

function turned(edited: EditedSketch, angle: number, { thumbhash, colours, perceptualHash, fingerprint }: Look) {
  const isQuarterTurn = Math.abs(angle - edited.angle) % 180 === 90
  const [width, height] = isQuarterTurn ? [edited.height, edited.width] : [edited.width, edited.height]
  return { rotation: rotationAt(edited, angle), width, height, thumbhash, colours, perceptualHash, fingerprint }
}

function parentFields(parentId: number | null | undefined) {
  if (parentId === undefined) return {}
  const coopId = sql`CASE WHEN coop_id = id THEN id
    ELSE (SELECT coop_id FROM sketches AS parent WHERE parent.id = ${parentId}) END`
  return { parentId, coopId }
}

/** Replaces the tags if the edit names them, and renews the words of the sketch in the search. */
function replaceTags(db: Db, { edited: { id, userId }, body }: Edit, isCurrent: SQL) {
  const isReplaced = sql`${body.tags !== undefined} AND ${isCurrent}`
  const chosen = sql`json_each(${JSON.stringify([...new Set(body.tags)])})`
  const chosenTags = sql`${chosen} AS chosen JOIN tags ON tags.name = chosen.value`
  const [unindex, index] = reindexSketches(sql`SELECT ${id} WHERE ${isReplaced}`)
  return {
    newTags: statement(
      db,
      sql`INSERT INTO tags (name) SELECT value FROM ${chosen} WHERE ${isReplaced} ON CONFLICT DO NOTHING`,
    ),
    removedTags: statement(
      db,
      sql`DELETE FROM sketch_tags WHERE sketch_id = ${id} AND ${isReplaced}
        AND tag_id NOT IN (SELECT tags.id FROM ${chosenTags})`,
    ),
    chosenTags: statement(
      db,
      sql`INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
        SELECT ${id}, tags.id, ${userId}, chosen.key FROM ${chosenTags} WHERE ${isReplaced}
        ON CONFLICT (sketch_id, tag_id) DO UPDATE SET position = excluded.position WHERE position <> excluded.position`,
    ),
    unindex: statement(db, unindex),
    index: statement(db, index),
  }
}

function removeFiles(db: Db, { edited: { id }, body }: Edit, isCurrent: SQL) {
  const unwanted = [
    ...(body.video === false ? ['video' as const] : []),
    ...(body.file === false ? ['sketchFile' as const] : []),
  ]
  return db
    .delete(sketchFiles)
    .where(and(eq(sketchFiles.sketchId, id), inArray(sketchFiles.kind, unwanted), isCurrent))
    .returning({ fileKey: sketchFiles.fileKey })
}

function setFilePrivacy(db: Db, { edited: { id }, body }: Edit, isCurrent: SQL) {
  return db
    .update(sketchFiles)
    .set({ private: body.privateFile ?? sketchFiles.private })
    .where(and(eq(sketchFiles.sketchId, id), eq(sketchFiles.kind, 'sketchFile'), isCurrent))
}
