import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { versionBody } from '../../../contract/http/versions.ts'
import { requireOwnSketch } from '../../domain/sketches/queries.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { removeOriginals } from '../../lib/files.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { memberOf, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listVersions, removeVersion, showPicture } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const versionRoutes = new Hono<AppEnv>()
  .get('/sketch/:id/versions', jsonOrPage, requireUser, sketchParam, async (c) => {
    const found = await listVersions(dbOf(c), c.req.valid('param').id)
    if (!found) throw new AppError('not_found')
    const member = memberOf(c)
    // What was replaced was replaced for a reason, which is its artist's own.
    if (found.userId !== member.id && !isStaff(member)) throw new AppError('forbidden')
    return c.json({ items: found.items })
  })

  .post('/sketch/:id/version', requireUser, sketchParam, valid('json', versionBody), async (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    await requireOwnSketch(dbOf(c), memberOf(c), id)
    const filesLeft = 'uploadId' in body ? await show(c, id, body.uploadId, 'upload') : await actOn(c, id, body)
    if (!filesLeft) throw new AppError('not_found')
    if (filesLeft.length > 0) afterReply(c, () => removeOriginals(c.env.FILES, filesLeft))
    return c.json({ ok: true } satisfies Ok)
  })

async function actOn(
  c: Context<AppEnv>,
  sketchId: number,
  { versionId, action }: { versionId: string; action: 'restore' | 'remove' },
): Promise<string[] | undefined> {
  if (action === 'restore') return show(c, sketchId, versionId, 'version')
  const removed = await removeVersion(dbOf(c), sketchId, memberOf(c).id, versionId)
  return removed ? [removed] : undefined
}

async function show(
  c: Context<AppEnv>,
  sketchId: number,
  name: string,
  from: 'upload' | 'version',
): Promise<string[] | undefined> {
  const shown = await showPicture(dbOf(c), { sketchId, userId: memberOf(c).id, name }, from, Date.now())
  return shown?.filesLeft
}
