import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import {
  messageActionBody,
  messagePostsBody,
  messagePostsParams,
  messageTopicsBody,
  messageTopicsParams,
  readMessageBody,
  type readMessageReply,
  replyMessageBody,
  type replyMessageReply,
  writeMessageBody,
  type writeMessageReply,
} from '../../../contract/http/messages.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { deleteThread } from './deleting.ts'
import { listPosts } from './posts.ts'
import { listTopics } from './topics.ts'
import { acceptRequest, addReply, addThread, markThreadRead } from './writing.ts'

/**
 * Private messages [2 §7], closed to staff who impersonate a member. Both lists also accept POST, because clients post
 * calls with a payload.
 */
export const messageRoutes = new Hono<AppEnv>()
  .get('/api/v2/messages', limitRate('READ_RATE'), requireOwnSession, valid('query', messageTopicsParams), (c) =>
    topicsPage(c, c.req.valid('query')),
  )
  .post('/api/v2/messages', requireOwnSession, valid('json', messageTopicsBody), (c) =>
    topicsPage(c, c.req.valid('json')),
  )

  .get('/api/v2/message/posts', limitRate('READ_RATE'), requireOwnSession, valid('query', messagePostsParams), (c) =>
    postsPage(c, c.req.valid('query')),
  )
  .post('/api/v2/message/posts', requireOwnSession, valid('json', messagePostsBody), (c) =>
    postsPage(c, c.req.valid('json')),
  )

  .post('/api/v2/message/write', requireOwnSession, valid('json', writeMessageBody), async (c) => {
    const { to: toId, subject, ...content } = c.req.valid('json')
    const { id, isNew, mails } = orThrow(
      await addThread(dbOf(c), memberOf(c), { toId, subject, ...contentOf(content) }),
    )
    if (isNew) tellOfMail(c, toId)
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ id } satisfies z.infer<typeof writeMessageReply>)
  })

  .post('/api/v2/message/reply', requireOwnSession, valid('json', replyMessageBody), async (c) => {
    const { id: threadId, ...content } = c.req.valid('json')
    const reply = { threadId, ...contentOf(content) }
    const { post, toId, isNew, mails } = orThrow(await addReply(dbOf(c), memberOf(c), reply))
    if (isNew) tellOfMail(c, toId)
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ post } satisfies z.infer<typeof replyMessageReply>)
  })

  .post('/api/v2/message/read', requireOwnSession, valid('json', readMessageBody), async (c) => {
    const { id: threadId, upTo } = c.req.valid('json')
    const unread = await markThreadRead(dbOf(c), memberOf(c), { threadId, upTo })
    return c.json({ unread } satisfies z.infer<typeof readMessageReply>)
  })

  .post(
    '/message/:id',
    requireOwnSession,
    valid('param', z.object({ id: idText })),
    valid('json', messageActionBody),
    async (c) => {
      const { id } = c.req.valid('param')
      if (c.req.valid('json').action === 'accept') {
        const { otherId, isNew } = orThrow(await acceptRequest(dbOf(c), memberOf(c), id))
        if (isNew) tellOfMail(c, otherId)
      } else orThrow(await deleteThread(dbOf(c), memberOf(c), id))
      return c.json({ ok: true } satisfies Ok)
    },
  )

async function topicsPage(c: Context<AppEnv>, params: z.infer<typeof messageTopicsParams>): Promise<Response> {
  return c.json(await listTopics(dbOf(c), memberOf(c), params))
}

async function postsPage(c: Context<AppEnv>, params: z.infer<typeof messagePostsParams>): Promise<Response> {
  return c.json(orNotFound(await listPosts(dbOf(c), memberOf(c), params)))
}

/** Makes the open pages of a member read their messages again. */
function tellOfMail(c: Context<AppEnv>, memberId: number): void {
  afterReply(c, () => tellMember(c.env, memberId, 'mail'))
}

type SentContent = { text: string; sketch?: number | null | undefined; key?: string | undefined }

function contentOf({ text, sketch = null, key = crypto.randomUUID() }: SentContent) {
  return { text, sketchId: sketch, key, now: Date.now() }
}
