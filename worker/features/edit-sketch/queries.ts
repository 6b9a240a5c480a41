import { eq } from 'drizzle-orm'
import type { Angle, EditBody, EditReply } from '../../../contract/http/edit-sketch.ts'
import type { AuditEntry } from '../../domain/audit-log/audit-log.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { tagsOf } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type AccessFields, accessColumns } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import type { Analysis } from '../../lib/picture-analysis.ts'
import { randomToken } from '../../lib/random.ts'

/** What is to be known of a sketch before it is edited. */
export type Edited = typeof sketches.$inferSelect & { tags: string; files: (typeof sketchFiles.$inferSelect)[] }

/** A sketch with all that its artist can change, and the sketch it shall go on from; null for what is not there. */
export async function findEdited(
  db: Db,
  viewer: Viewer,
  id: number,
  parentId: number | null = null,
): Promise<{ edited: Edited | null; parent: AccessFields | null }> {
  const [[row], files, [parent]] = await db.batch([
    db.select({ sketch: sketches, tags: tagsOf }).from(sketches).where(eq(sketches.id, id)),
    db.select().from(sketchFiles).where(eq(sketchFiles.sketchId, id)),
    db
      .select(accessColumns(viewer))
      .from(sketches)
      .where(eq(sketches.id, parentId ?? 0)),
  ])
  return { edited: row ? { ...row.sketch, tags: row.tags, files } : null, parent: parent ?? null }
}

/** What whoever edits may do: whether it is theirs, may be called mature by them, and has what patrons have. */
type Rights = { own: boolean; mature: boolean; pro: boolean }

/** The sketch as its edit page gets it. */
export function editReplyOf(edited: Edited, { own, mature, pro }: Rights): EditReply {
  const { video, sketchFile } = filesOf(edited)
  return {
    id: edited.id,
    own,
    words: wordsOf(edited),
    imageUrl: imageBase(edited.imageKey),
    thumbhash: edited.thumbhash,
    width: edited.width,
    height: edited.height,
    showMature: !own || mature || edited.mature,
    userPro: own && pro,
    videoBytes: video?.bytes ?? null,
    fileBytes: sketchFile?.bytes ?? null,
  }
}

/** What can be edited of a sketch, as it stands. */
function wordsOf(edited: Edited): EditReply['words'] {
  const { video, sketchFile } = filesOf(edited)
  return {
    title: edited.title,
    description: edited.description,
    altText: edited.altText,
    tags: JSON.parse(edited.tags),
    privacy: edited.unlisted ? 'unlisted' : 'public',
    mature: edited.mature,
    madeWithAi: edited.madeWithAi,
    angle: edited.angle as Angle,
    parentSketchId: edited.parentId,
    video: video !== undefined,
    file: sketchFile !== undefined,
    privateFile: sketchFile?.private ?? false,
    watermark: edited.watermark !== null,
  }
}

function filesOf({ files }: Edited) {
  const of = (kind: 'video' | 'sketchFile') => files.find((one) => one.kind === kind)
  return { video: of('video'), sketchFile: of('sketchFile') }
}

/** What an edit changes, each by its name with the value before and after. */
function changesBy(body: EditBody, edited: Edited): NonNullable<AuditEntry['changes']> {
  const before = wordsOf(edited)
  const names = Object.keys(before) as (keyof typeof before)[]
  const changed = names.filter((name) => JSON.stringify(body[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, [before[name], body[name]] as const]))
}

/** Degrees by which the original is turned, once its artist turns it to an angle. It is mirrored after it was turned. */
export function rotationAt({ rotation, angle, mirrored }: Edited, to: number): number {
  const by = mirrored ? angle - to : to - angle
  return (rotation + by + 360) % 360
}

/**
 * Writes an edit, all of it or nothing; answers the files that nobody needs any more. The sketch gets another address
 * when who may see it changes, so that whoever had it loses it, and when it is turned or what is drawn over it changes,
 * so that caches follow. What staff edit is in their log, with what they changed.
 * @throws AppError `changed_meanwhile` when another picture is shown by now, `bad_parent`.
 */
export async function saveEdit(
  db: Db,
  edited: Edited,
  body: EditBody,
  looks: Analysis,
  by: { id: number; now: number },
): Promise<{ filesLeft: string[] }> {
  const { id, userId, fileKey, width, height } = edited
  const isQuarterTurn = Math.abs(body.angle - edited.angle) % 180 === 90
  const [newWidth, newHeight] = isQuarterTurn ? [height, width] : [width, height]
  const watermark = body.watermark ? (body.watermarkPicture ?? edited.watermark) : null
  const which = [id, userId, fileKey]
  const stands = 'EXISTS (SELECT 1 FROM sketches WHERE id = ?1 AND user_id = ?2 AND file_key = ?3)'
  const chosen = JSON.stringify([...new Set(body.tags)])
  const unwanted = JSON.stringify([...(body.video ? [] : ['video']), ...(body.file ? [] : ['sketchFile'])])
  const statement = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).bind(...which, ...values)
  const changes = changesBy(body, edited)
  const results = await db.$client
    .batch<{ file_key: string }>([
      statement(
        `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, changes, created_at)
         SELECT ?4, 'edit', ?2, 'sketch', ?1, ?5, ?6 WHERE ?4 <> ?2 AND ?5 <> '{}' AND ${stands}`,
        by.id,
        JSON.stringify(changes),
        by.now,
      ),
      statement(
        `UPDATE sketches SET title = ?4, description = ?5, alt_text = ?6, made_with_ai = ?7,
           image_key = CASE WHEN unlisted = ?8 AND mature = ?9 AND angle = ?10 AND watermark IS ?19 THEN image_key
             ELSE ?11 END, watermark = ?19,
           unlisted = ?8, mature = ?9, angle = ?10, rotation = ?12, width = ?13, height = ?14,
           thumbhash = ?15, colours = ?16, perceptual_hash = ?17, parent_id = ?18,
           coop_id = CASE WHEN coop_id = id THEN id ELSE (SELECT coop_id FROM sketches AS parent WHERE parent.id = ?18) END
         WHERE id = ?1 AND user_id = ?2 AND file_key = ?3`,
        body.title,
        body.description,
        body.altText,
        Number(body.madeWithAi),
        Number(body.privacy === 'unlisted'),
        Number(body.mature),
        body.angle,
        randomToken(),
        rotationAt(edited, body.angle),
        newWidth,
        newHeight,
        looks.thumbhash,
        looks.colours,
        looks.perceptualHash,
        body.parentSketchId,
        watermark,
      ),
      statement(
        `INSERT INTO tags (name) SELECT value FROM json_each(?4) WHERE ${stands} ON CONFLICT DO NOTHING`,
        chosen,
      ),
      statement(
        `DELETE FROM sketch_tags WHERE sketch_id = ?1 AND ${stands}
           AND tag_id NOT IN (SELECT tags.id FROM json_each(?4) AS chosen JOIN tags ON tags.name = chosen.value)`,
        chosen,
      ),
      statement(
        `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
         SELECT ?1, tags.id, ?2, chosen.key FROM json_each(?4) AS chosen JOIN tags ON tags.name = chosen.value WHERE ${stands}
         ON CONFLICT (sketch_id, tag_id) DO UPDATE SET position = excluded.position`,
        chosen,
      ),
      statement(
        `DELETE FROM sketch_files WHERE sketch_id = ?1 AND ${stands} AND kind IN (SELECT value FROM json_each(?4))
         RETURNING file_key`,
        unwanted,
      ),
      statement(
        `UPDATE sketch_files SET private = ?4 WHERE sketch_id = ?1 AND kind = 'sketchFile' AND ${stands}`,
        Number(body.privateFile),
      ),
      statement(`SELECT ?3 AS file_key WHERE ${stands}`),
    ])
    .catch((error) => {
      throw brokeRule(error, 'parent_') ? new AppError('bad_parent') : error
    })
  if (results.at(-1)?.results.length === 0) throw new AppError('changed_meanwhile')
  return { filesLeft: (results.at(-3)?.results ?? []).map((row) => row.file_key) }
}

/** What a PNG of a sketch is made of, whose it is and what it is called; null when there is none. */
export async function findPngSource(db: Db, id: number) {
  const row = await db
    .select({
      userId: sketches.userId,
      title: sketches.title,
      fileKey: sketches.fileKey,
      contentType: sketches.contentType,
      rotation: sketches.rotation,
      mirrored: sketches.mirrored,
    })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  return row ?? null
}
