import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type CommentItem,
  commentBody,
  commentIdBody,
  commentsParams,
  type deleteCommentBody,
  type editCommentBody,
  mentionedMembersParams,
  mentionParams,
  type postCommentBody,
  staffDeleteCommentBody,
} from '../../../contract/http/comments.ts'
import { idText, type Ok } from '../../../contract/http/common.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { reasonText } from '../../../contract/rules.ts'
import { reportedComment } from '../../domain/cases/evidence.ts'
import { addReport } from '../../domain/cases/reports.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { mayLink } from '../../domain/users/member-limits.ts'
import { mentionsOf } from '../../domain/users/mentions.ts'
import { isGroupAdmin, isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { statement } from '../../lib/database.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly } from '../../middleware/direct-act.ts'
import { limitRate } from '../../middleware/guards.ts'
import {
  memberOf,
  readerOf,
  refuseImpersonation,
  requireOwnSession,
  requireStaff,
  requireUser,
  viewerOf,
} from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { mayDelete, ownsPage } from './listing.ts'
import { listFollowsAndFans, listMembersByPrefix, listMentionedMembers } from './mentions.ts'
import { addComment, editComment, findComment, listComments, removeComment, removeCommentAsStaff } from './queries.ts'
import { findCommentAuthor } from './reports.ts'
import { maySeeTarget, selectTarget, type Target } from './targets.ts'

export const commentRoutes = new Hono<AppEnv>()
  .get(
    '/api/comments/:which',
    limitRate('READ_RATE'),
    valid('param', z.object({ which: idText })),
    valid('query', commentsParams),
    async (c) => {
      const { type, ...range } = c.req.valid('query')
      const target = { type, id: c.req.valid('param').which }
      return c.json(orNotFound(await listComments(dbOf(c), await readerOf(c), { target, ...range })))
    },
  )

  .post('/comment', requireUser, valid('json', commentBody), async (c) => {
    const body = c.req.valid('json')
    if (!('action' in body)) return c.json({ comment: await post(c, body) })
    if (body.action === 'edit') return c.json({ comment: await edit(c, body) })
    await remove(c, body)
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/deleteComment', requireStaff, valid('json', staffDeleteCommentBody), async (c) => {
    const { id, rule, reason } = c.req.valid('json')
    const member = memberOf(c)
    const { userId } = orNotFound(await findComment(dbOf(c), member, id))
    // Staff delete a comment of their own as its author, so that its case stays open for other staff.
    await (userId === member.id ? removeComment(dbOf(c), id) : removeAsStaff(c, { id, rule, reason }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/report/comment', requireOwnSession, valid('json', commentIdBody), async (c) => {
    const { id } = c.req.valid('json')
    const member = memberOf(c)
    const author = orNotFound(await findCommentAuthor(dbOf(c), await readerOf(c), id))
    if (author === member.id) throw new AppError('forbidden')
    const report = { kind: 'comment', target: String(id), thing: reportedComment(id), reporterId: member.id } as const
    orThrow(await addReport(dbOf(c), { ...report, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/mention/named', limitRate('READ_RATE'), valid('query', mentionedMembersParams), async (c) => {
    const { names } = c.req.valid('query')
    return c.json({ items: await listMentionedMembers(dbOf(c), await viewerOf(c), names) })
  })

  .get('/api/v2/mention', requireUser, valid('query', mentionParams), async (c) => {
    const { query } = c.req.valid('query')
    const member = memberOf(c)
    return c.json({
      items: await (query ? listMembersByPrefix(dbOf(c), member, query) : listFollowsAndFans(dbOf(c), member)),
    })
  })

async function post(c: Context<AppEnv>, body: z.infer<typeof postCommentBody>): Promise<CommentItem> {
  const member = memberOf(c)
  const target = { type: body.type, id: body.which }
  const { ownerId, mentions } = await readTarget(c, { target, text: body.comment })
  const content = { text: body.comment, mentions, ownerId, now: Date.now() }
  const added = await addComment(dbOf(c), member, { target, key: body.key, replyTo: body.replyTo, ...content })
  const { comment, parentUserId, isNew } = orThrow(added)
  if (isNew) tellOthers(c, member, [ownerId, parentUserId, ...mentions.map(({ userId }) => userId)])
  return comment
}

async function edit(c: Context<AppEnv>, body: z.infer<typeof editCommentBody>): Promise<CommentItem> {
  const member = memberOf(c)
  const comment = orNotFound(await findComment(dbOf(c), member, body.commentId))
  if (comment.userId !== member.id) throw new AppError('forbidden')
  const target = { type: comment.type, id: comment.targetId }
  const { ownerId, mentions } = await readTarget(c, { target, text: body.comment })
  const content = { text: body.comment, mentions, ownerId, now: Date.now() }
  const edited = orThrow(await editComment(dbOf(c), member, { id: body.commentId, ...content }))
  tellOthers(
    c,
    member,
    mentions.map(({ userId }) => userId),
  )
  return edited
}

/** Notifies the open pages of members that a comment may concern, except the author's. */
function tellOthers(c: Context<AppEnv>, author: Viewer, members: readonly (number | null)[]): void {
  const others = new Set(members.flatMap((id) => (id === null || id === author.id ? [] : [id])))
  afterReply(c, () => Promise.all([...others].map((id) => tellMember(c.env, id, 'notifications'))))
}

async function remove(c: Context<AppEnv>, body: z.infer<typeof deleteCommentBody>): Promise<void> {
  refuseImpersonation(c)
  const { commentId, rule, reason } = body
  const member = memberOf(c)
  const comment = orNotFound(await findComment(dbOf(c), member, commentId))
  if (!mayDelete(member, comment, comment)) throw new AppError('forbidden')
  // Staff who give a reason for deleting a comment on their own page act as staff.
  const asOwner = ownsPage(member, comment, comment) && !reasonText(rule, reason)
  const isStaffAct = member.id !== comment.userId && !asOwner && (isStaff(member) || isGroupAdmin(member))
  await (isStaffAct ? removeAsStaff(c, { id: commentId, rule, reason }) : removeComment(dbOf(c), commentId))
}

/** Removes a comment of another member as staff. */
async function removeAsStaff(c: Context<AppEnv>, { id, rule, reason }: { id: number } & RuleAndReason): Promise<void> {
  const act = {
    kind: 'comment',
    target: String(id),
    thing: reportedComment(id),
    action: 'delete',
    rule,
    reason,
  } as const
  orThrow(await actDirectly(c, act, (by) => removeCommentAsStaff(dbOf(c), { id, ...by })))
}

/**
 * Finds the owner of the page and the mentions of a text. @throws AppError `not_found` for a hidden page, and
 * `comment_link_limit` for a text with too many links.
 */
async function readTarget(c: Context<AppEnv>, { target, text }: { target: Target; text: string }) {
  const [db, member] = [dbOf(c), memberOf(c)]
  const { candidates, resolve } = mentionsOf(db, member, text)
  const mayPutLinks = mayLink('linksPerComment', text, { authorId: member.id, now: Date.now() })
  const [[row], people, [limit]] = await db.batch([
    selectTarget(db, await readerOf(c), target),
    candidates,
    statement<{ links: number }>(db, sql`SELECT ${mayPutLinks} AS links`),
  ])
  if (!maySeeTarget(member, row)) throw new AppError('not_found')
  if (!limit?.links) throw new AppError('comment_link_limit')
  return { ownerId: row.userId, mentions: resolve(people) }
}
