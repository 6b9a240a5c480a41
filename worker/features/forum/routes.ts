import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import {
  categoryBody,
  categoryOrderBody,
  deletePostBody,
  editPostBody,
  forumSearchParams,
  moderateTopicBody,
  newPostBody,
  newTopicBody,
  type newTopicReply,
  type postReply,
  readTopicBody,
  reportPostBody,
  topicPageParams,
  topicsParams,
  watchTopicBody,
} from '../../../contract/http/forum.ts'
import { reasonText } from '../../../contract/rules.ts'
import { reportedForumPost } from '../../domain/cases/evidence.ts'
import { addReport } from '../../domain/cases/reports.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { findMentions } from '../../domain/users/mentions.ts'
import { isStaff } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly, undoDirectly } from '../../middleware/direct-act.ts'
import { limitRate } from '../../middleware/guards.ts'
import { countOtherAct, limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireOwnSession, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { orderCategories, saveCategory } from './categories.ts'
import { deletePost, editPost, findPost } from './changing.ts'
import { decisionOn, findTopicFacts, moderateTopic } from './moderating.ts'
import { findTopicPage, maySeeTopic } from './posts.ts'
import { markTopicRead, watchTopic } from './reading.ts'
import { searchPosts } from './search.ts'
import { listTopics } from './topics.ts'
import { addPost, addTopic } from './writing.ts'

const done = { ok: true } satisfies Ok

export const forumRoutes = new Hono<AppEnv>()
  .get('/api/v2/forum/topics', limitRate('READ_RATE'), valid('query', topicsParams), async (c) => {
    const list = await listTopics(dbOf(c), await viewerOf(c), c.req.valid('query'))
    const { category } = c.req.valid('query')
    if (category !== undefined && !list.categories.some(({ slug }) => slug === category))
      throw new AppError('not_found')
    return c.json(list)
  })

  .get(
    '/api/v2/forum/topic/:id',
    limitRate('READ_RATE'),
    valid('param', z.object({ id: idText })),
    valid('query', topicPageParams),
    async (c) => {
      const { page = 1 } = c.req.valid('query')
      return c.json(orNotFound(await findTopicPage(dbOf(c), await viewerOf(c), { ...c.req.valid('param'), page })))
    },
  )

  .get('/api/v2/forum/search', limitRate('SEARCH_RATE'), valid('query', forumSearchParams), async (c) =>
    c.json(await searchPosts(dbOf(c), await viewerOf(c), c.req.valid('query'))),
  )

  .post('/api/v2/forum/topic', requireUser, valid('json', newTopicBody), async (c) => {
    const { category: categoryId, title, ...content } = c.req.valid('json')
    const added = await addTopic(dbOf(c), memberOf(c), { categoryId, title, ...contentOf(content) })
    const { id, notified } = orThrow(added)
    tellMembers(c, notified)
    return c.json({ id } satisfies z.infer<typeof newTopicReply>)
  })

  .post('/api/v2/forum/post', requireUser, valid('json', newPostBody), async (c) => {
    const { topic: topicId, quote = null, ...content } = c.req.valid('json')
    const added = await addPost(dbOf(c), memberOf(c), { topicId, quote, ...contentOf(content) })
    const { post, notified } = orThrow(added)
    tellMembers(c, notified)
    return c.json({ post } satisfies z.infer<typeof postReply>)
  })

  .post('/api/v2/forum/post/edit', requireUser, valid('json', editPostBody), async (c) => {
    const { id, text } = c.req.valid('json')
    const member = memberOf(c)
    const post = await visiblePost(c, id)
    if (post.userId !== member.id) throw new AppError('forbidden')
    const mentions = await findMentions(dbOf(c), member, text)
    const edited = orThrow(await editPost(dbOf(c), member, { id, text, mentions, now: Date.now() }))
    tellMembers(
      c,
      mentions.map(({ userId }) => userId),
    )
    return c.json({ post: edited } satisfies z.infer<typeof postReply>)
  })

  .post('/api/v2/forum/post/delete', requireOwnSession, valid('json', deletePostBody), async (c) => {
    const { id, rule, reason } = c.req.valid('json')
    const member = memberOf(c)
    const { userId } = await visiblePost(c, id)
    if (userId === member.id) {
      orThrow(await deletePost(dbOf(c), { id, staff: null, now: Date.now() }))
      return c.json(done)
    }
    if (!isStaff(member)) throw new AppError('forbidden')
    const act = {
      kind: 'post',
      target: String(id),
      thing: reportedForumPost(id),
      action: 'delete',
      rule,
      reason,
    } as const
    const removal = actDirectly(c, act, ({ staffId, reason, ...by }) =>
      deletePost(dbOf(c), { id, staff: { id: staffId, reason }, ...by }),
    )
    orThrow(await removal)
    return c.json(done)
  })

  .post('/api/v2/forum/post/report', requireOwnSession, valid('json', reportPostBody), async (c) => {
    const { id, details } = c.req.valid('json')
    const member = memberOf(c)
    const { userId } = await visiblePost(c, id)
    if (userId === member.id) throw new AppError('forbidden')
    const report = { kind: 'post', target: String(id), thing: reportedForumPost(id), details } as const
    orThrow(await addReport(dbOf(c), { ...report, reporterId: member.id, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/forum/read', requireUser, valid('json', readTopicBody), async (c) => {
    const { topic: topicId, upTo } = c.req.valid('json')
    await markTopicRead(dbOf(c), { userId: memberOf(c).id, topicId, upTo, now: Date.now() })
    return c.json(done)
  })

  .post('/api/v2/forum/watch', requireUser, valid('json', watchTopicBody), async (c) => {
    const { topic: topicId, on } = c.req.valid('json')
    orThrow(await watchTopic(dbOf(c), { userId: memberOf(c).id, topicId, on, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/forum/moderate', requireStaff, valid('json', moderateTopicBody), async (c) => {
    const { rule, reason: words, ...body } = c.req.valid('json')
    const reason = reasonText(rule, words)
    requireReason(reason)
    const [db, staffId] = [dbOf(c), memberOf(c).id]
    const topic = orNotFound(await findTopicFacts(db, body.topic))
    const isOwn = topic.userId === staffId
    // A colleague decided about it. Its author appeals like every member.
    if (isOwn && topic.isDecided && ['restore', 'unlock', 'rename'].includes(body.action))
      throw new AppError('forbidden')
    const decision = isOwn ? null : decisionOn(topic, body)
    if (decision?.of === 'act')
      orThrow(
        await actDirectly(c, { ...decision.act, rule, reason: words }, (by) => moderateTopic(db, { body, ...by })),
      )
    else if (decision?.of === 'undo')
      orThrow(await undoDirectly(c, { ...decision.undo, reason }, (by) => moderateTopic(db, { body, ...by })))
    else {
      if (!isOwn) await countOtherAct(c)
      orThrow(await moderateTopic(db, { body, staffId, reason, now: Date.now() }))
    }
    return c.json(done)
  })

  .post('/api/v2/forum/category', requireStaff, valid('json', categoryBody), limitOtherActs, async (c) => {
    const category = c.req.valid('json')
    orThrow(await saveCategory(dbOf(c), { category, staffId: memberOf(c).id, now: Date.now() }))
    return c.json(done)
  })

  .post('/api/v2/forum/categories', requireStaff, valid('json', categoryOrderBody), limitOtherActs, async (c) => {
    const { ids } = c.req.valid('json')
    await orderCategories(dbOf(c), { ids, staffId: memberOf(c).id, now: Date.now() })
    return c.json(done)
  })

type SentContent = { text: string; sketch?: number | null | undefined; key: string }

function contentOf({ text, sketch = null, key }: SentContent) {
  return { text, sketchId: sketch, key, now: Date.now() }
}

/** Finds a post whose topic the member may see. @throws AppError `not_found`. */
async function visiblePost(c: Context<AppEnv>, id: number) {
  const member = memberOf(c)
  const post = orNotFound(await findPost(dbOf(c), member, id))
  if (!maySeeTopic(member, post)) throw new AppError('not_found')
  return post
}

/** Notifies the open pages of members that they may have a new notification. */
function tellMembers(c: Context<AppEnv>, members: readonly number[]): void {
  const others = new Set(members.filter((id) => id !== memberOf(c).id))
  afterReply(c, () => Promise.all([...others].map((id) => tellMember(c.env, id, 'notifications'))))
}
