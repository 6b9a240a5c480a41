import { type Context, Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import {
  type PostSketchBody,
  type PostSketchReply,
  postSketchBody,
  removeUploadBody,
  type UploadConfig,
  type UploadReply,
  uploadParams,
} from '../../../contract/http/uploads.ts'
import { enterCompo } from '../../domain/compos/enter.ts'
import { isBlockedPicture } from '../../domain/reposts/blocked.ts'
import { findFingerprint, findNearSketches, type NearSketch } from '../../domain/reposts/matches.ts'
import { fanOut } from '../../domain/sketch-lists/fan-out.ts'
import { localDay } from '../../domain/streaks/local-day.ts'
import { hideMatureReplay } from '../../domain/streams/mature-replay.ts'
import { findOwnRecording } from '../../domain/streams/queries.ts'
import { copyChatToReplay } from '../../domain/streams/replay-chat.ts'
import { checkStorage } from '../../domain/uploads/storage.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { isPatron } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { analyseFile } from '../../lib/analyse-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemName } from '../../lib/device.ts'
import { originalKey, removeOriginal } from '../../lib/files.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { Analysis } from '../../lib/picture-analysis.ts'
import { randomToken } from '../../lib/random.ts'
import { DONE } from '../../lib/result.ts'
import { announcedLength } from '../../lib/store-body.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, readerOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { repostOf, shownOriginals } from './originals.ts'
import { postSketch } from './post.ts'
import {
  addUpload,
  countNewUpload,
  findPendingUploads,
  findSameFile,
  isPostable,
  mayContinue,
  removeUpload,
  type SameFile,
  uploadOf,
} from './queries.ts'
import { type Received, receiveUpload } from './receive.ts'

const UPLOAD_URL = '/api/v2/upload/file'

export const uploadRoutes = new Hono<AppEnv>()
  .get('/api/v2/upload/sketch', requireOwnSession, async (c) => {
    const member = memberOf(c)
    const { uploads, tags, usedBytes } = await findPendingUploads(dbOf(c), member.id)
    return c.json({
      showMature: isAdult(member.birthDate, Date.now()),
      uploadUrl: UPLOAD_URL,
      userPro: isPatron(member),
      tags,
      pending: uploads.map(uploadOf),
      usedBytes,
    } satisfies UploadConfig)
  })

  .put(UPLOAD_URL, requireOwnSession, limitRate('UPLOAD_RATE'), valid('query', uploadParams), async (c) => {
    const bytes = announcedLength(c.req.raw, 'bad_image')
    orThrow(await countNewUpload(dbOf(c), { userId: memberOf(c).id, bytes, now: Date.now() }))
    const id = crypto.randomUUID()
    const reply = await ingest(c, id, c.req.valid('query').name ?? '')
    if (reply.known || reply.upload.id !== id) c.executionCtx.waitUntil(c.env.FILES.delete(originalKey(id)))
    return c.json(reply satisfies UploadReply)
  })

  .post('/api/v2/upload/sketch', requireOwnSession, valid('json', postSketchBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    if (body.mature && !isAdult(member.birthDate, Date.now())) throw new AppError('mature_not_allowed')
    const { parentSketchId } = body
    if (parentSketchId && !(await mayContinue(dbOf(c), await readerOf(c), parentSketchId)))
      throw new AppError('bad_parent')
    checkEntries(body)
    const originals = await findOriginals(c, body)
    const repost = repostOf(originals, body.repostAnswer)
    if (originals.length > 0 && !repost)
      return c.json({ originals: shownOriginals(member, originals) } satisfies PostSketchReply)
    if (body.streamId) await storeChatOf(c, body.streamId, body.uploadId)
    const device = systemName(c.req.header('user-agent'))
    const now = Date.now()
    const post = { body, userId: member.id, device, repost, now, day: localDay(now, member.timeZone) }
    const { sketchId, challengeFailure } = orThrow(await postSketch(dbOf(c), post))
    afterReply(c, () => fanOut(dbOf(c), sketchId))
    const { streamId } = body
    if (streamId && body.mature) afterReply(c, () => hideMatureReplay(c.env, { id: streamId, userId: member.id }))
    const entered = body.compoKey ? await enterCompo(dbOf(c), { key: body.compoKey, sketchId, now }) : DONE
    const compoFailure = entered.ok ? undefined : entered.code
    return c.json({ sketchId, challengeFailure, compoFailure } satisfies PostSketchReply)
  })

  .post('/api/v2/upload/drop', requireOwnSession, valid('json', removeUploadBody), async (c) => {
    const { uploadId: id } = c.req.valid('json')
    const fileKey = orThrow(await removeUpload(dbOf(c), { userId: memberOf(c).id, id }))
    c.executionCtx.waitUntil(removeOriginal(c.env.FILES, fileKey))
    return c.json({ ok: true } satisfies Ok)
  })

/**
 * Finds the sketches of other members that are similar to an upload, nearest first. @throws AppError `blocked_picture`.
 */
async function findOriginals(c: Context<AppEnv>, { uploadId: id, mat }: PostSketchBody): Promise<NearSketch[]> {
  const fingerprint = await findFingerprint(dbOf(c), { userId: memberOf(c).id, id, mat })
  if (!fingerprint) return []
  if (await isBlockedPicture(dbOf(c), fingerprint)) throw new AppError('blocked_picture')
  return findNearSketches(dbOf(c), memberOf(c), fingerprint)
}

/**
 * Stores the chat of a recording before the recording is published with an upload. A recording does not move from a
 * mature sketch to another, because it would lose the mark, which staff may have set.
 * @throws AppError `not_found`, `forbidden`, `mature_replay`, `storage_limit`, `too_many`.
 */
async function storeChatOf(c: Context<AppEnv>, streamId: number, uploadId: string): Promise<void> {
  const recording = orThrow(await findOwnRecording(dbOf(c), memberOf(c), streamId))
  if (!(await isPostable(dbOf(c), { userId: recording.userId, id: uploadId }))) return
  if (recording.replayMature) throw new AppError('mature_replay')
  if (recording.replay !== 'pending') return
  // The bytes of both are already in the member's storage.
  orThrow(await checkStorage(dbOf(c), { userId: recording.userId, bytes: 0 }))
  await copyChatToReplay(c.env, recording)
}

/** Checks that everyone will see a sketch that enters a challenge or a compo. */
function checkEntries({ challengeId, compoKey, unlisted }: PostSketchBody): void {
  if ((challengeId || compoKey) && unlisted) throw new AppError('forbidden')
}

/**
 * Receives a file and stores it as an upload. If the member already has the same file, returns that sketch or upload
 * and deletes this copy. An error before the row is stored deletes the file. If storing the row fails, the file stays
 * for the sweep, because the row may exist.
 */
async function ingest(c: Context<AppEnv>, id: string, fileName: string): Promise<UploadReply> {
  const userId = memberOf(c).id
  const fileKey = originalKey(id)
  const received = await receiveUpload(c.env.FILES, fileKey, c.req.raw)
  const deleteFileAndThrow = async (error: unknown): Promise<never> => {
    await c.env.FILES.delete(fileKey).catch(() => undefined)
    throw error
  }
  const outcome = await analyse(c, fileKey, received).catch(deleteFileAndThrow)
  if ('same' in outcome) return replyOf(outcome.same)
  if (await isBlockedPicture(dbOf(c), outcome.analysis.fingerprint))
    await deleteFileAndThrow(new AppError('blocked_picture'))
  const fields = { id, userId, fileName, imageKey: randomToken(), createdAt: Date.now() }
  const added = await addUpload(dbOf(c), { ...fields, fileKey, ...received, ...outcome.analysis })
  return replyOf(added.ok ? added.value : await deleteFileAndThrow(new AppError(added.code)))
}

async function analyse(
  c: Context<AppEnv>,
  fileKey: string,
  received: Received,
): Promise<{ same: SameFile } | { analysis: Analysis }> {
  const same = await findSameFile(dbOf(c), memberOf(c).id, received.contentHash)
  return same ? { same } : { analysis: await analyseFile(c.env, { ...received, fileKey }, received) }
}

function replyOf(same: SameFile): UploadReply {
  return 'sketchId' in same ? { known: true, sketchId: same.sketchId } : { known: false, upload: uploadOf(same.upload) }
}
