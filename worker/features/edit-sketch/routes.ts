import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { type EditBody, type EditReply, editBody } from '../../../contract/http/edit.ts'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { afterReply } from '../../lib/after-reply.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { bytesOfBase64 } from '../../lib/base64.ts'
import { dbOf } from '../../lib/db.ts'
import { downloadAs } from '../../lib/download-name.ts'
import { removeOriginals } from '../../lib/files.ts'
import { limit } from '../../lib/guards.ts'
import { unlessPage } from '../../lib/page.ts'
import { makePicture } from '../../lib/pictures.ts'
import { valid } from '../../lib/valid.ts'
import { isStaff, memberOf, requireUser, type Viewer } from '../../lib/viewer.ts'
import { isWatermark } from '../../lib/watermark.ts'
import { mayPostMature } from '../auth/rules.ts'
import { fanOut } from '../galleries/fan-out.ts'
import { sketchAccess } from '../sketches/visibility.ts'
import { analyseFile } from '../upload/analyse-file.ts'
import { type Edited, editReplyOf, findEdited, findPngSource, rotationAt, saveEdit } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const editRoutes = new Hono<AppEnv>()
  .get('/sketch/:id/edit', unlessPage, requireUser, sketchParam, async (c) => {
    const member = memberOf(c)
    const { edited } = await findEdited(dbOf(c), member, c.req.valid('param').id)
    const own = ownOf(edited, member)
    return c.json(editReplyOf(own, mayBeMature(member), isPatron(member)) satisfies EditReply)
  })

  .post('/sketch/:id/edit', requireUser, sketchParam, valid('json', editBody), async (c) => {
    const member = memberOf(c)
    const body = c.req.valid('json')
    const { edited, parent } = await findEdited(dbOf(c), member, c.req.valid('param').id, body.parentSketchId)
    const own = ownOf(edited, member)
    checkRights(member, own, body)
    const isNewParent = body.parentSketchId !== null && body.parentSketchId !== own.parentId
    if (isNewParent && !(parent && sketchAccess(member, parent).maySee)) throw new AppError('bad_parent')
    const { filesLeft } = await saveEdit(dbOf(c), own, body, await looksOf(c, own, body))
    if (filesLeft.length > 0) afterReply(c, () => removeOriginals(c.env.FILES, filesLeft))
    if (own.unlisted && body.privacy === 'public') afterReply(c, () => fanOut(dbOf(c), own.id))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/sketch/:png{[1-9][0-9]{0,14}\\.png}', requireUser, limit('UPLOAD_RATE'), async (c) => {
    const member = memberOf(c)
    const source = await findPngSource(dbOf(c), Number.parseInt(c.req.param('png'), 10))
    if (!source) throw new AppError('not_found')
    if (source.userId !== member.id && !isStaff(member)) throw new AppError('forbidden')
    const made = await makePicture(c.env, source, { width: UPLOAD_MAX_SIDE, format: 'image/png' })
    if (!made) throw new AppError('not_found')
    return new Response(made.body, {
      headers: { 'content-type': 'image/png', 'content-disposition': downloadAs(source.title, 'png') },
    })
  })

const isPatron = (member: Viewer) => member.flags.includes('p')
const mayBeMature = (member: Viewer) => mayPostMature(member.birthDate, Date.now())

function ownOf(edited: Edited | null, member: Viewer): Edited {
  if (!edited) throw new AppError('not_found')
  if (edited.userId !== member.id) throw new AppError('forbidden')
  return edited
}

/** What was allowed once may stay; what is new has to be allowed now. */
function checkRights(member: Viewer, edited: Edited, body: EditBody): void {
  if (body.mature && !edited.mature && !mayBeMature(member)) throw new AppError('mature_not_allowed')
  const wasPrivate = edited.files.some((file) => file.private)
  if (body.privateFile && !wasPrivate && !isPatron(member)) throw new AppError('forbidden')
  checkWatermark(member, edited, body)
}

function checkWatermark(member: Viewer, edited: Edited, { watermark, watermarkPicture }: EditBody): void {
  if (!watermark) return
  if (watermarkPicture === undefined && edited.watermark !== null) return
  if (!isPatron(member)) throw new AppError('forbidden')
  if (!watermarkPicture || !isWatermark(bytesOfBase64(watermarkPicture)))
    throw new AppError('bad_request', 'json.watermarkPicture: not a watermark')
}

/** What is kept of the picture beside its file: looked at anew once it is turned. */
function looksOf(c: Context<AppEnv>, edited: Edited, body: EditBody) {
  if (body.angle === edited.angle) return edited
  return analyseFile(c.env, { ...edited, rotation: rotationAt(edited, body.angle) })
}
