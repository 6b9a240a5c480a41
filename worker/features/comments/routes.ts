import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commentBody, commentsQuery } from '../../../contract/http/comment.ts'
import { idText, type Ok } from '../../../contract/http/common.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Db, dbOf } from '../../lib/db.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser, type Viewer, viewerOf } from '../../lib/viewer.ts'
import { addComment, findComment, findPageOwner, listComments, mayDelete, removeComment } from './queries.ts'

export const commentRoutes = new Hono<AppEnv>()
  .get(
    '/api/comments/:which',
    valid('param', z.object({ which: idText })),
    valid('query', commentsQuery),
    async (c) => {
      const { type, ...span } = c.req.valid('query')
      const target = { type, id: c.req.valid('param').which }
      const comments = await listComments(dbOf(c), await viewerOf(c), target, span)
      if (!comments) throw new AppError('not_found')
      return c.json(comments)
    },
  )

  .post('/comment', requireUser, valid('json', commentBody), async (c) => {
    const body = c.req.valid('json')
    const member = memberOf(c)
    if ('action' in body) {
      await removeIfAllowed(dbOf(c), member, body.commentId)
      return c.json({ ok: true } satisfies Ok)
    }
    const target = { type: body.type, id: body.which }
    const ownerId = await findPageOwner(dbOf(c), member, target)
    if (ownerId === null) throw new AppError('not_found')
    const written = { text: body.comment, key: body.key }
    const comment = await addComment(dbOf(c), member, target, ownerId, written, Date.now())
    if (!comment) throw new AppError('not_found')
    return c.json({ comment })
  })

async function removeIfAllowed(db: Db, member: Viewer, commentId: number): Promise<void> {
  const comment = await findComment(db, commentId)
  if (!comment) throw new AppError('not_found')
  if (!mayDelete(member, comment.userId, comment.ownerId)) throw new AppError('forbidden')
  await removeComment(db, commentId)
}
