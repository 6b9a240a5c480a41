import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { sketchFileParams } from '../../../contract/http/sketch-files.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { checkOwnSketch } from '../../domain/sketches/queries.ts'
import { everyoneMaySee, sketchAccess } from '../../domain/sketches/visibility.ts'
import { checkStorage } from '../../domain/uploads/storage.ts'
import { countAsUpload } from '../../domain/users/member-limits.ts'
import { isPatron } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { downloadAs } from '../../lib/download-name.ts'
import { originalKey, removeOriginals } from '../../lib/files.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import { boundsOf, getWithRange, parseRange, rangedReply, unsatisfiable } from '../../lib/ranged.ts'
import { announcedLength } from '../../lib/store-body.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitFileReads, limitRate } from '../../middleware/guards.ts'
import { memberOf, readerOf, refuseImpersonation, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { type FileKind, findFile, storeFile } from './queries.ts'
import { receiveSketchFile, receiveVideo } from './receive.ts'

const PUBLIC_CACHE_CONTROL = 'public, max-age=86400'
const PRIVATE_CACHE_CONTROL = 'private, max-age=3600'
const sketchParam = valid('param', z.object({ id: idText }))

export const sketchFileRoutes = new Hono<AppEnv>()
  .put('/sketch/:id/video', requireUser, limitRate('UPLOAD_RATE'), sketchParam, async (c) => {
    const { id } = c.req.valid('param')
    await checkNewFile(c, { sketchId: id, kind: 'video' })
    const fileKey = originalKey(crypto.randomUUID())
    const received = await receiveVideo(c.env.FILES, fileKey, c.req.raw)
    return storeFileRow(c, { ...received, sketchId: id, kind: 'video', fileKey, private: false, stats: null })
  })

  .put(
    '/sketch/:id/file',
    requireUser,
    limitRate('UPLOAD_RATE'),
    sketchParam,
    valid('query', sketchFileParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const isPrivate = c.req.valid('query').private === 'true'
      if (isPrivate && !isPatron(memberOf(c))) throw new AppError('forbidden')
      await checkNewFile(c, { sketchId: id, kind: 'sketchFile' })
      const fileKey = originalKey(crypto.randomUUID())
      const received = await receiveSketchFile(c.env.FILES, fileKey, c.req.raw)
      return storeFileRow(c, { ...received, sketchId: id, kind: 'sketchFile', fileKey, private: isPrivate })
    },
  )

  .get('/video/:address{[0-9a-f]{40}}', limitFileReads, async (c) => {
    const reader = await readerOf(c)
    const file = await findFile(dbOf(c), reader, { address: c.req.param('address') })
    // Nobody guesses the address, so it counts as the link. A blocked member could open it as a visitor.
    if (file?.kind !== 'video' || !sketchAccess(reader.viewer, { ...file, linked: true, blocked: false }).maySee)
      throw new AppError('not_found')
    const isPublic = everyoneMaySee(file)
    const headers = {
      'cache-control': isPublic ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
      'content-type': file.contentType,
      etag: `"${file.address}"`,
      'accept-ranges': 'bytes',
      ...(!isPublic && { vary: 'Cookie' }),
    }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    const range = parseRange(c.req.header('range'))
    if (range && !boundsOf(range, file.bytes)) return unsatisfiable(file.bytes)
    const object = await getWithRange(c.env.FILES, file.fileKey, range)
    return rangedReply(orNotFound(object), range, headers)
  })

  .get(`/sketch-file/:file{[1-9][0-9]{0,14}\\.${PRODUCT_NAME.toLowerCase()}}`, limitFileReads, async (c) => {
    const reader = await readerOf(c)
    const sketchId = Number.parseInt(c.req.param('file'), 10)
    const file = await findFile(dbOf(c), reader, { sketchId, kind: 'sketchFile' })
    if (!file || !sketchAccess(reader.viewer, file).maySee) throw new AppError('not_found')
    if (file.private && file.userId !== reader.viewer?.id) throw new AppError('not_found')
    if (file.private && c.get('impersonation')) throw new AppError('impersonating')
    const object = await c.env.FILES.get(file.fileKey)
    if (!object) throw new AppError('not_found')
    const extension = file.contentType === 'image/openraster' ? 'ora' : PRODUCT_NAME.toLowerCase()
    return new Response(object.body, {
      headers: {
        'content-type': file.contentType,
        'content-length': String(object.size),
        'content-disposition': downloadAs(file.title, extension),
      },
    })
  })

/** Checks, before its bytes arrive, that the member may give a file to a sketch, and counts it as an upload. */
async function checkNewFile(c: Context<AppEnv>, file: { sketchId: number; kind: FileKind }): Promise<void> {
  const member = memberOf(c)
  // The earlier file is deleted, so it cannot be restored.
  refuseImpersonation(c)
  const sketch = orThrow(await checkOwnSketch(dbOf(c), await readerOf(c), file.sketchId))
  // An appeal is about what staff saw.
  if (sketch.violation === 'removed') throw new AppError('decided_by_staff')
  const bytes = announcedLength(c.req.raw, 'bad_file')
  orThrow(await checkStorage(dbOf(c), { userId: member.id, bytes, replaced: file }))
  // A file that replaces another takes no more storage, but costs as much to receive as a picture.
  orThrow(await countAsUpload(dbOf(c), { authorId: member.id, now: Date.now() }))
}

type NewFile = Omit<Parameters<typeof storeFile>[1], 'userId' | 'now'>

/** Stores the row of a file in R2. If the database fails, the file stays for the sweep, because the row may exist. */
async function storeFileRow(c: Context<AppEnv>, file: NewFile): Promise<Response> {
  const stored = await storeFile(dbOf(c), { ...file, userId: memberOf(c).id, now: Date.now() })
  const unusedFiles = stored.ok ? stored.value.unusedFiles : [file.fileKey]
  if (unusedFiles.length > 0) afterReply(c, () => removeOriginals(c.env.FILES, unusedFiles))
  orThrow(stored)
  return c.json({ ok: true } satisfies Ok)
}
