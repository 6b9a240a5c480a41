import { type Context, Hono } from 'hono'
import { decodeBase64 } from 'hono/utils/encode'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import {
  ARTIST_FIELDS,
  type EditBody,
  type EditFields,
  type EditReply,
  editBody,
} from '../../../contract/http/edit-sketch.ts'
import { VISIBILITY_EDITS } from '../../../contract/limits.ts'
import { isBlockedPicture } from '../../domain/reposts/blocked.ts'
import { findNewlyNear } from '../../domain/reposts/matches.ts'
import { fanOut } from '../../domain/sketch-lists/fan-out.ts'
import { checkArtistOrStaff } from '../../domain/sketches/queries.ts'
import { sketchAccess } from '../../domain/sketches/visibility.ts'
import { hideMatureReplay } from '../../domain/streams/mature-replay.ts'
import { countAsUpload, countEdit } from '../../domain/users/member-limits.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { isPatron, type Viewer } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { analyseFile } from '../../lib/analyse-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { downloadAs, showAs } from '../../lib/download-name.ts'
import { removeOriginals, removeWatermarked } from '../../lib/files.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import { fingerprintOn } from '../../lib/picture-analysis.ts'
import { isWatermark, watermarkHashOf } from '../../lib/watermark.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall, limitRate } from '../../middleware/guards.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { countOtherAct } from '../../middleware/other-acts.ts'
import { memberOf, readerOf, refuseImpersonation, requireUser } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { changedFields, type EditedSketch, editReplyOf } from './edited-sketch.ts'
import { findPngSource, readPng } from './png.ts'
import { deniesOwnAi, findEditedSketch, type Look, rotationAt, saveEdit, uncoversOwn } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const editRoutes = new Hono<AppEnv>()
  .get('/sketch/:id/edit', jsonOrPage, requireUser, sketchParam, async (c) => {
    const member = memberOf(c)
    const { edited } = await findEditedSketch(dbOf(c), await readerOf(c), c.req.valid('param'))
    const sketch = requireEditable(c, edited)
    const rights = { own: sketch.userId === member.id, mature: mayPostMatureSketches(member), pro: isPatron(member) }
    return c.json(editReplyOf(sketch, rights) satisfies EditReply)
  })

  .post('/sketch/:id/edit', requireUser, sketchParam, valid('json', editBody), async (c) => {
    const member = memberOf(c)
    const body = c.req.valid('json')
    const parentId = body.parentSketchId ?? null
    const ids = { id: c.req.valid('param').id, parentId }
    const { edited, parent } = await findEditedSketch(dbOf(c), await readerOf(c), ids)
    const sketch = requireEditable(c, edited)
    checkRights(member, sketch, body)
    if (changesAny(FILE_FIELDS, sketch, body)) refuseImpersonation(c)
    if (sketch.userId === member.id && changesPicture(sketch, body)) {
      if (sketch.isJudged) throw new AppError('in_judged_compo')
      // An appeal is about the picture that staff saw.
      if (sketch.violation === 'removed') throw new AppError('decided_by_staff')
    }
    const isNewParent = parentId !== null && parentId !== sketch.parentId
    if (isNewParent && !(parent && sketchAccess(member, parent).maySee)) throw new AppError('bad_parent')
    const by = { id: member.id, now: Date.now() }
    if (sketch.userId !== member.id) {
      requireReason(body.reason ?? '')
      await countOtherAct(c)
    } else if (changedFields(body, sketch).length > 0) {
      // An edit writes the words of the search and the copies in lists anew.
      const texts = (['title', 'description', 'altText'] as const).filter((name) => body[name] !== sketch[name])
      const text = texts.map((name) => body[name]).join('')
      const edits = changesAny(VISIBILITY_FIELDS, sketch, body) ? VISIBILITY_EDITS : 1
      orThrow(await countEdit(dbOf(c), { authorId: by.id, now: by.now }, text, edits))
    }
    // Saving would write the words of the search anew.
    if (changedFields(body, sketch).length === 0 && !hasNewWatermark(sketch, body))
      return c.json({ ok: true } satisfies Ok)
    const analysis = await analysisOf(c, sketch, body)
    const { unusedFiles } = orThrow(await saveEdit(dbOf(c), { edited: sketch, body, analysis, by }))
    if (unusedFiles.length > 0) afterReply(c, () => removeOriginals(c.env.FILES, unusedFiles))
    if (sketch.watermark !== null && (isUnmarked(sketch, body) || hasNewWatermark(sketch, body))) {
      const former = await watermarkHashOf(sketch.watermark)
      afterReply(c, () => removeWatermarked(c.env.FILES, sketch.fileKey, former))
    }
    const { userId, replayStreamId } = sketch
    if (replayStreamId !== null && !sketch.mature && body.mature)
      afterReply(c, () => hideMatureReplay(c.env, { id: replayStreamId, userId }))
    if (sketch.unlisted && body.privacy === 'public') afterReply(c, () => fanOut(dbOf(c), sketch.id))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/sketch/:png{[1-9][0-9]{0,14}\\.png}', requireUser, limitRate('UPLOAD_RATE'), async (c) => {
    const source = orNotFound(await findPngSource(dbOf(c), await readerOf(c), Number.parseInt(c.req.param('png'), 10)))
    orThrow(checkArtistOrStaff(memberOf(c), source))
    const isShown = c.req.query('view') !== undefined
    const disposition = isShown ? showAs(source.title, 'png') : downloadAs(source.title, 'png')
    return new Response(await readPng(c, source), {
      headers: { 'content-type': 'image/png', 'content-disposition': disposition },
    })
  })

/** The fields that remove files for good, or say who may download them. */
const FILE_FIELDS = ['video', 'file', 'privateFile'] as const

/** The fields that decide in which lists a sketch is. */
const VISIBILITY_FIELDS = ['privacy', 'mature'] as const

const mayPostMatureSketches = (member: Viewer) => isAdult(member.birthDate, Date.now())

/** Checks that the member is the artist or staff [1 §6]. @throws AppError. */
function requireEditable(c: Context<AppEnv>, edited: EditedSketch | null): EditedSketch {
  const sketch = orNotFound(edited)
  orThrow(checkArtistOrStaff(memberOf(c), sketch))
  return sketch
}

/** Checks the rights for settings that the edit turns on. Settings that were on may stay. @throws AppError. */
function checkRights(member: Viewer, edited: EditedSketch, body: EditBody): void {
  const isOwn = edited.userId === member.id
  if (!isOwn && changesAny(ARTIST_FIELDS, edited, body)) throw new AppError('forbidden')
  if (edited.isMarkedMature && uncoversOwn({ edited, body, by: member }))
    throw new AppError('decided_by_staff', { field: 'mature' })
  if (edited.isMarkedAi && deniesOwnAi({ edited, body, by: member }))
    throw new AppError('decided_by_staff', { field: 'madeWithAi' })
  if (body.mature && !edited.mature && isOwn && !mayPostMatureSketches(member)) throw new AppError('mature_not_allowed')
  const wasPrivate = edited.files.some((file) => file.private)
  const hasPatronRights = isOwn && isPatron(member)
  if (body.privateFile && !wasPrivate && !hasPatronRights) throw new AppError('forbidden')
  checkWatermark(hasPatronRights, edited, body)
}

const changesAny = (fields: readonly (keyof EditFields)[], edited: EditedSketch, body: EditBody) =>
  changedFields(body, edited).some((name) => fields.includes(name))

function checkWatermark(mayTurnOn: boolean, edited: EditedSketch, { watermark, watermarkPicture }: EditBody): void {
  if (!watermark) return
  if (watermarkPicture === undefined && edited.watermark !== null) return
  if (!mayTurnOn) throw new AppError('forbidden')
  if (!watermarkPicture || !isWatermark(decodeBase64(watermarkPicture)))
    throw new AppError('bad_request', { message: 'not a watermark', field: 'watermarkPicture' })
}

const isTurned = ({ angle }: EditedSketch, body: EditBody) => body.angle !== undefined && body.angle !== angle

/** Only pictures with transparent parts have a mat. */
const hasNewMat = ({ mat }: EditedSketch, body: EditBody) => mat !== null && Boolean(body.mat) && body.mat !== mat

const hasNewWatermark = ({ watermark }: EditedSketch, { watermarkPicture, ...body }: EditBody) =>
  Boolean(body.watermark && watermarkPicture !== undefined && watermarkPicture !== watermark)

const isUnmarked = ({ watermark }: EditedSketch, body: EditBody) => body.watermark === false && watermark !== null

/** True if the edit changes the picture that viewers see. */
function changesPicture(edited: EditedSketch, body: EditBody): boolean {
  return isTurned(edited, body) || hasNewWatermark(edited, body) || isUnmarked(edited, body) || hasNewMat(edited, body)
}

/**
 * Analyses the picture again if its angle or mat changes. A new angle, mat or watermark needs new pictures of all
 * sizes, so it counts as an upload. @throws AppError `too_many`, `daily_upload_limit`, `blocked_picture`,
 * `like_another`.
 */
async function analysisOf(c: Context<AppEnv>, edited: EditedSketch, body: EditBody): Promise<Look> {
  const looksDifferent = isTurned(edited, body) || hasNewMat(edited, body)
  if (!looksDifferent && !hasNewWatermark(edited, body)) return edited
  await countCall(c, 'UPLOAD_RATE')
  orThrow(await countAsUpload(dbOf(c), { authorId: memberOf(c).id, now: Date.now() }))
  if (!looksDifferent) return edited
  const rotation = body.angle === undefined ? edited.rotation : rotationAt(edited, body.angle)
  const analysis = await analyseFile(c.env, { ...edited, rotation })
  const fingerprint = fingerprintOn(analysis, body.mat ?? edited.mat)
  await checkLook(c, edited, fingerprint)
  return { ...analysis, fingerprint }
}

/**
 * Checks that the edited picture is neither blocked nor becomes similar to an earlier sketch of another member, except
 * the original that its artist named when posting.
 * @throws AppError `blocked_picture`, `like_another`.
 */
async function checkLook(c: Context<AppEnv>, edited: EditedSketch, fingerprint: string | null): Promise<void> {
  const [db, member] = [dbOf(c), memberOf(c)]
  if (!fingerprint) return
  if (await isBlockedPicture(db, fingerprint)) throw new AppError('blocked_picture')
  if (edited.userId !== member.id) return
  const near = await findNewlyNear(db, member, { sketchId: edited.id, fingerprint })
  if (near.some(({ id }) => id < edited.id)) throw new AppError('like_another')
}
