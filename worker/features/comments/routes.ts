import { Hono } from 'hono'
import * as z from 'zod/mini'
import { type CommentType, commentBody, commentsQuery } from '../../../contract/http/comment.ts'
import { idText, type Ok } from '../../../contract/http/common.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Db, dbOf } from '../../lib/db.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser, type Viewer, viewerOf } from '../../lib/viewer.ts'
import { sketchAccess } from '../sketches/visibility.ts'
import {
  addComment,
  findComment,
  findSketchTarget,
  listComments,
  mayDelete,
  removeComment,
  type Target,
} from './queries.ts'

export const commentRoutes = new Hono<AppEnv>()
  .get(
    '/api/comments/:which',
    valid('param', z.object({ which: idText })),
    valid('query', commentsQuery),
    async (c) => {
      const { type, count, page, cursor } = c.req.valid('query')
      const viewer = await viewerOf(c)
      const target = await visibleTarget(dbOf(c), viewer, type, c.req.valid('param').which)
      return c.json(await listComments(dbOf(c), viewer, target, { count, page, cursor }))
    },
  )

  .post('/comment', requireUser, valid('json', commentBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    if ('action' in body) {
      await removeIfAllowed(dbOf(c), member, body.commentId)
      return c.json({ ok: true } satisfies Ok)
    }
    const target = await visibleTarget(dbOf(c), member, body.type, body.which)
    const comment = { targetType: body.type, targetId: body.which, text: body.comment, key: body.key }
    return c.json({ comment: await addComment(dbOf(c), member, target.ownerId, comment, Date.now()) })
  })

/** Comments are seen, and made, by those who may see what they are on. */
async function visibleTarget(db: Db, viewer: Viewer | null, type: CommentType, id: number): Promise<Target> {
  const sketch = await findSketchTarget(db, id)
  if (!sketch || !sketchAccess(viewer, sketch).maySee) throw new AppError('not_found')
  return { type, id, ownerId: sketch.userId, total: sketch.total }
}

async function removeIfAllowed(db: Db, member: Viewer, commentId: number): Promise<void> {
  const comment = await findComment(db, commentId)
  if (!comment) throw new AppError('not_found')
  if (!mayDelete(member, comment.userId, comment.ownerId)) throw new AppError('forbidden')
  await removeComment(db, commentId)
}
