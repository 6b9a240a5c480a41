import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { versionBody } from '../../../contract/http/versions.ts'
import { isBlockedPicture } from '../../domain/reposts/blocked.ts'
import { findFingerprint, findNewlyNear } from '../../domain/reposts/matches.ts'
import { checkArtistOrStaff, checkOwnSketch } from '../../domain/sketches/queries.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { removeOriginals } from '../../lib/files.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { memberOf, readerOf, refuseImpersonation, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findVersion, listVersions, removeVersion, replacePicture } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const versionRoutes = new Hono<AppEnv>()
  .get('/sketch/:id/versions', jsonOrPage, requireUser, sketchParam, async (c) => {
    const { sketch, items } = orNotFound(await listVersions(dbOf(c), await readerOf(c), c.req.valid('param').id))
    // Artists may have replaced a picture in order to hide it, so only they and staff see versions.
    orThrow(checkArtistOrStaff(memberOf(c), sketch))
    return c.json({ items })
  })

  .post('/sketch/:id/version', requireUser, sketchParam, valid('json', versionBody), async (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    const sketch = orThrow(await checkOwnSketch(dbOf(c), await readerOf(c), id))
    // An appeal is about the picture that staff saw.
    if (sketch.violation === 'removed') throw new AppError('decided_by_staff')
    const unusedFiles =
      'uploadId' in body
        ? await replaceWith(c, { sketchId: id, name: body.uploadId, from: 'upload' })
        : body.action === 'restore'
          ? await replaceWith(c, { sketchId: id, name: body.versionId, from: 'version' })
          : await removeEarlierVersion(c, id, body.versionId)
    if (unusedFiles.length > 0) afterReply(c, () => removeOriginals(c.env.FILES, unusedFiles))
    return c.json({ ok: true } satisfies Ok)
  })

type Replacement = Omit<Parameters<typeof replacePicture>[1], 'userId' | 'now'>

/** Returns the files that are no longer needed. */
async function replaceWith(c: Context<AppEnv>, replacement: Replacement): Promise<string[]> {
  await (replacement.from === 'upload' ? checkNewPicture(c, replacement) : checkEarlierPicture(c, replacement))
  const replaced = await replacePicture(dbOf(c), { ...replacement, userId: memberOf(c).id, now: Date.now() })
  return orThrow(replaced).unusedFiles
}

/**
 * Checks that an upload may become the picture of a sketch. Only a new sketch asks about originals.
 * @throws AppError `blocked_picture`, `like_another`.
 */
async function checkNewPicture(c: Context<AppEnv>, { sketchId, name }: Replacement): Promise<void> {
  const fingerprint = await findFingerprint(dbOf(c), { userId: memberOf(c).id, id: name })
  if (!fingerprint) return
  if (await isBlockedPicture(dbOf(c), fingerprint)) throw new AppError('blocked_picture')
  const [near] = await findNewlyNear(dbOf(c), memberOf(c), { sketchId, fingerprint })
  if (near) throw new AppError('like_another')
}

/**
 * Checks that an earlier picture may become the picture of a sketch again, and counts an edit: it gives the pictures
 * new addresses and writes the facets of the search anew. @throws AppError `blocked_picture`, `edit_limit`.
 */
async function checkEarlierPicture(c: Context<AppEnv>, replacement: Replacement): Promise<void> {
  const version = await findVersion(dbOf(c), replacement)
  // A repeated request changes nothing.
  if (!version) return
  if (await isBlockedPicture(dbOf(c), version.fingerprint)) throw new AppError('blocked_picture')
  orThrow(await countEdit(dbOf(c), { authorId: memberOf(c).id, now: Date.now() }))
}

/** Returns the files that are no longer needed. */
async function removeEarlierVersion(c: Context<AppEnv>, sketchId: number, name: string): Promise<string[]> {
  refuseImpersonation(c)
  return [orThrow(await removeVersion(dbOf(c), { sketchId, userId: memberOf(c).id, name }))]
}
