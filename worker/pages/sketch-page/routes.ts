import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { sketchCallBody, sketchPageParams } from '../../../contract/http/sketch-page.ts'
import type { DirectAct } from '../../domain/cases/direct-acts.ts'
import { reportedSketch } from '../../domain/cases/evidence.ts'
import { removeDueSketches } from '../../domain/sketches/deletion.ts'
import { refusalFor } from '../../domain/sketches/queries.ts'
import { DELETION_CALLS, deleteRemovedFiles } from '../../domain/streams/folders.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { addView } from '../../domain/views/queries.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { openDb } from '../../lib/database.ts'
import { removeOriginals } from '../../lib/files.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { clientAddress } from '../../middleware/client.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly } from '../../middleware/direct-act.ts'
import { limitRate } from '../../middleware/guards.ts'
import { noteLink } from '../../middleware/link-keys.ts'
import { readerOf, refuseImpersonation, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { type DeletableSketch, deleteOwnSketch, findDeletable, hasViolation, removeAsStaff } from './deleting.ts'
import { findSketchPage } from './queries.ts'

const sketchParam = valid('param', z.object({ id: idText }))

export const sketchRoutes = new Hono<AppEnv>()
  .get('/api/v2/sketch/:id', limitRate('READ_RATE'), sketchParam, valid('query', sketchPageParams), (c) =>
    page(c, { ...c.req.valid('param'), ...c.req.valid('query') }),
  )

  .post('/api/v2/sketch/:id', sketchParam, valid('json', sketchCallBody), (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    return 'action' in body ? remove(c, { id, ...body }) : page(c, { id, ahead: body.ahead })
  })

async function page(c: Context<AppEnv>, { id, ahead }: { id: number; ahead: boolean }): Promise<Response> {
  const reader = await readerOf(c)
  const { viewer } = reader
  const sketch = orNotFound(await findSketchPage(dbOf(c), reader, { id, now: Date.now() }))
  if (!sketch.hidden && !ahead) noteLink(c, sketch.linkKey)
  if (!sketch.hidden && sketch.userId !== viewer?.id && !ahead) {
    const by = viewer ? { member: viewer.id } : { address: clientAddress(c) ?? 'local' }
    afterReply(c, () => addView(openDb(c.env.DB), { sketchId: id, by, now: Date.now() }))
  }
  // Staff who impersonate the member do not learn the member's rating.
  return c.json(c.get('impersonation') && !sketch.hidden ? { ...sketch, userRating: null } : sketch)
}

async function remove(c: Context<AppEnv>, { id, rule, reason }: { id: number } & RuleAndReason): Promise<Response> {
  const member = await viewerOf(c)
  if (!member) throw new AppError('not_logged_in')
  refuseImpersonation(c)
  const sketch = orNotFound(await findDeletable(dbOf(c), id))
  if (sketch.userId === member.id) await removeOwn(c, sketch)
  else if (isStaff(member)) await removeDirectly(c, sketch, { rule, reason })
  else throw new AppError(await refusalFor(dbOf(c), await readerOf(c), id))
  return c.json({ ok: true } satisfies Ok)
}

async function removeOwn(c: Context<AppEnv>, { id, rows, fileKeys }: DeletableSketch): Promise<void> {
  const now = Date.now()
  const outcome = orThrow(await deleteOwnSketch(dbOf(c), { id, rows, now }))
  if (outcome === 'begun') {
    afterReply(c, () => removeDueSketches(dbOf(c), c.env.FILES, { now, calls: { left: DELETION_CALLS } }))
    return
  }
  c.executionCtx.waitUntil(removeOriginals(c.env.FILES, fileKeys))
  // Deleting the sketch deletes the replay that was posted with it.
  afterReply(c, () => deleteRemovedFiles(dbOf(c), c.env.FILES, { left: DELETION_CALLS }))
}

async function removeDirectly(c: Context<AppEnv>, sketch: DeletableSketch, words: RuleAndReason): Promise<void> {
  const { id, violation } = sketch
  if (violation === 'removed') throw new AppError('not_found')
  const act: DirectAct = {
    ...{ kind: 'sketch', target: String(id), thing: reportedSketch(id), action: 'delete', ...words },
    ...{ undo: { violation: [violation, 'removed'] }, isPossible: hasViolation(id, violation) },
  }
  await actDirectly(c, act, (by) => removeAsStaff(dbOf(c), { sketch, ...by }))
}
