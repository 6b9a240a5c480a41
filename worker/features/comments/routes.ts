import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type Comment,
  commentBody,
  commentIdBody,
  commentsQuery,
  type deleteComment,
  type editComment,
  mentionQuery,
  type postComment,
} from '../../../contract/http/comments.ts'
import { idText, type Ok } from '../../../contract/http/common.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { mayDelete } from './listing.ts'
import { listByNickname, listNear, mentionsOf } from './mentions.ts'
import {
  addComment,
  editComment as changeComment,
  findComment,
  listComments,
  removeComment,
  removeCommentAsStaff,
} from './queries.ts'
import { findShownAuthor, reportComment } from './reports.ts'
import { maySeeTarget, type Target, targetOf } from './targets.ts'

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
    if (!('action' in body)) return c.json({ comment: await post(c, body) })
    if (body.action === 'edit') return c.json({ comment: await edit(c, body) })
    await remove(c, body)
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/deleteComment', requireStaff, valid('json', commentIdBody), async (c) => {
    const { id } = c.req.valid('json')
    if (!(await removeCommentAsStaff(dbOf(c), memberOf(c).id, id, Date.now()))) throw new AppError('not_found')
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/report/comment', requireUser, valid('json', commentIdBody), async (c) => {
    const { id } = c.req.valid('json')
    const member = memberOf(c)
    const author = await findShownAuthor(dbOf(c), member, id)
    if (author === null) throw new AppError('not_found')
    if (author === member.id) throw new AppError('forbidden')
    await reportComment(dbOf(c), member, id, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/mention', requireUser, valid('query', mentionQuery), async (c) => {
    const { query } = c.req.valid('query')
    const member = memberOf(c)
    return c.json({ items: await (query ? listByNickname(dbOf(c), member, query) : listNear(dbOf(c), member)) })
  })

async function post(c: Context<AppEnv>, body: z.infer<typeof postComment>): Promise<Comment> {
  const member = memberOf(c)
  const target = { type: body.type, id: body.which }
  const { ownerId, mentions } = await readPlace(dbOf(c), member, target, body.comment)
  const written = { text: body.comment, mentions, key: body.key, replyTo: body.replyTo }
  const comment = await addComment(dbOf(c), member, target, ownerId, written, Date.now())
  if (!comment) throw new AppError('not_found')
  return comment
}

async function edit(c: Context<AppEnv>, body: z.infer<typeof editComment>): Promise<Comment> {
  const member = memberOf(c)
  const found = await findComment(dbOf(c), body.commentId)
  if (!found) throw new AppError('not_found')
  if (found.userId !== member.id) throw new AppError('forbidden')
  const { ownerId, mentions } = await readPlace(dbOf(c), member, { type: found.type, id: found.which }, body.comment)
  const written = { text: body.comment, mentions }
  const comment = await changeComment(dbOf(c), member, body.commentId, ownerId, written, Date.now())
  if (!comment) throw new AppError('too_late_to_edit')
  return comment
}

async function remove(c: Context<AppEnv>, { commentId }: z.infer<typeof deleteComment>): Promise<void> {
  const comment = await findComment(dbOf(c), commentId)
  if (!comment) throw new AppError('not_found')
  const member = memberOf(c)
  if (!mayDelete(member, comment.userId, comment.ownerId)) throw new AppError('forbidden')
  const own = member.id === comment.userId || member.id === comment.ownerId
  await (own ? removeComment(dbOf(c), commentId) : removeCommentAsStaff(dbOf(c), member.id, commentId, Date.now()))
}

/** Whose page a text is written on, and whom it names, in one trip. @throws AppError `not_found` where one may not see it. */
async function readPlace(db: Db, member: Viewer, target: Target, text: string) {
  const { named, among } = mentionsOf(db, member, text)
  const [[on], people] = await db.batch([targetOf(db, member, target), named])
  if (!maySeeTarget(member, on)) throw new AppError('not_found')
  return { ownerId: on.userId, mentions: among(people) }
}
