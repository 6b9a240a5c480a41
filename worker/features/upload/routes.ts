import { type Context, Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { dropUploadBody, postSketchBody, type UploadReply, uploadQuery } from '../../../contract/http/upload.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/db.ts'
import { originalKey, removePicture } from '../../lib/files.ts'
import { limit } from '../../lib/guards.ts'
import { makePicture } from '../../lib/pictures.ts'
import { randomToken } from '../../lib/random.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser, type Viewer } from '../../lib/viewer.ts'
import { ADULT_AGE, ageOn } from '../auth/rules.ts'
import { type Analysis, analyse } from './analysis.ts'
import { addUpload, findSameFile, listOwnTags, listUploads, postSketch, removeUpload, uploadOf } from './queries.ts'
import { type Received, receive } from './receive.ts'

const UPLOAD_URL = '/api/v2/upload/file'
const ANALYSED_SIDE = 100

export const uploadRoutes = new Hono<AppEnv>()
  .get('/api/v2/upload/sketch', requireUser, async (c) => {
    const member = memberOf(c)
    const [waiting, tags] = await Promise.all([listUploads(dbOf(c), member.id), listOwnTags(dbOf(c), member.id)])
    return c.json({
      showMature: mayPostMature(member),
      uploadUrl: UPLOAD_URL,
      userPro: member.flags.includes('p'),
      tags,
      waiting: waiting.map(uploadOf),
    })
  })

  .put(UPLOAD_URL, requireUser, limit('UPLOAD_RATE'), valid('query', uploadQuery), async (c) => {
    const id = crypto.randomUUID()
    const fileKey = originalKey(id)
    const received = await receive(c.env.FILES, fileKey, c.req.raw)
    const reply = await keep(c, id, fileKey, received, c.req.valid('query').name ?? '')
    if (reply.known || reply.upload.id !== id) c.executionCtx.waitUntil(removePicture(c.env.FILES, fileKey))
    return c.json(reply satisfies UploadReply)
  })

  .post('/api/v2/upload/sketch', requireUser, valid('json', postSketchBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    if (body.mature && !mayPostMature(member)) throw new AppError('mature_not_allowed')
    const sketchId = await postSketch(dbOf(c), member.id, body, Date.now())
    if (sketchId === null) throw new AppError('not_found')
    return c.json({ sketchId })
  })

  .post('/api/v2/upload/drop', requireUser, valid('json', dropUploadBody), async (c) => {
    const fileKey = await removeUpload(dbOf(c), memberOf(c).id, c.req.valid('json').uploadId)
    if (fileKey === null) throw new AppError('not_found')
    c.executionCtx.waitUntil(removePicture(c.env.FILES, fileKey))
    return c.json({ ok: true } satisfies Ok)
  })

/** Adults alone may post mature sketches. */
function mayPostMature(member: Viewer): boolean {
  return ageOn(member.birthDate, Date.now()) >= ADULT_AGE
}

/**
 * Keeps a received file as an upload, or answers what the same file already became. When the database does not answer,
 * the file stays: the row may stand all the same, and if it does not, the sweep takes the file.
 */
async function keep(
  c: Context<AppEnv>,
  id: string,
  fileKey: string,
  received: Received,
  fileName: string,
): Promise<UploadReply> {
  const userId = memberOf(c).id
  const before = await sameFile(c, received.contentHash)
  if (before) return before
  const analysis = await analyseFile(c.env, fileKey, received)
  const row = {
    id,
    userId,
    fileName,
    fileKey,
    imageKey: randomToken(),
    ...received,
    ...analysis,
    createdAt: Date.now(),
  }
  if (await addUpload(dbOf(c), row)) return { known: false, upload: uploadOf(row) }
  const first = await sameFile(c, received.contentHash)
  if (!first) throw new Error('a file is known and not there')
  return first
}

async function sameFile(c: Context<AppEnv>, contentHash: string): Promise<UploadReply | null> {
  const same = await findSameFile(dbOf(c), memberOf(c).id, contentHash)
  if (!same) return null
  return 'sketchId' in same ? { known: true, sketchId: same.sketchId } : { known: false, upload: uploadOf(same.upload) }
}

/** Decodes the picture once, small, outside this isolate: proof that it is one, and what is kept of it. */
async function analyseFile(env: Cloudflare.Env, fileKey: string, received: Received): Promise<Analysis> {
  const original = { fileKey, contentType: received.contentType, rotation: received.rotation }
  try {
    const small = await makePicture(env, original, { width: ANALYSED_SIDE, height: ANALYSED_SIDE, format: 'image/png' })
    if (small) return analyse(new Uint8Array(await small.arrayBuffer()))
  } catch {
    await removePicture(env.FILES, fileKey)
  }
  throw new AppError('bad_image', 'this picture cannot be read')
}
