import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { type DeleteAccountReply, deleteAccountBody } from '../../../contract/http/leaving.ts'
import { nicknameKey } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { keepAccount, requestDeletion } from './requests.ts'

/** Deletion of a member's own account, and the change of mind. Open to banned and warned members, too. */
export const leavingRoutes = new Hono<AppEnv>()
  .post('/api/v2/account/delete', requireOwnSession, valid('json', deleteAccountBody), async (c) => {
    const { id: userId, nickname } = memberOf(c)
    if (nicknameKey(c.req.valid('json').nickname) !== nicknameKey(nickname))
      throw new AppError('bad_request', { field: 'nickname' })
    const { deletesAt, mails } = orThrow(await requestDeletion(dbOf(c), { userId, now: Date.now() }))
    afterReply(c, () => tellMember(c.env, userId, 'standing'))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ deletesAt: toWireTime(deletesAt) } satisfies DeleteAccountReply)
  })

  .post('/api/v2/account/keep', requireOwnSession, async (c) => {
    const userId = memberOf(c).id
    const mails = await keepAccount(dbOf(c), { userId, now: Date.now() })
    afterReply(c, () => tellMember(c.env, userId, 'standing'))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ ok: true } satisfies Ok)
  })
