import { type Context, Hono } from 'hono'
import { cursorParams, type Ok } from '../../../contract/http/common.ts'
import {
  type FailedMailList,
  retryMailBody,
  type UnsubscribeReply,
  unsubscribeBody,
} from '../../../contract/http/mail.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { readUnsubscribeToken } from '../../domain/mail/unsubscribe.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listFailedMails, retryFailedMail, setMailSwitch } from './queries.ts'

/**
 * Switches mails off for the one-click link of a mail program (RFC 8058), which sends a form without an origin. The
 * signature in the address replaces the guards of other writes.
 */
export const oneClickRoutes = new Hono<AppEnv>().post('/unsubscribe/:token', limitRate('WRITE_RATE'), async (c) => {
  await switchMails(c, c.req.param('token'), false)
  return c.json({ ok: true } satisfies Ok)
})

export const mailRoutes = new Hono<AppEnv>()
  .post('/api/v2/unsubscribe', valid('json', unsubscribeBody), async (c) => {
    const { token, on } = c.req.valid('json')
    return c.json({ purpose: await switchMails(c, token, on), on } satisfies UnsubscribeReply)
  })

  .get('/api/v2/gloperate/failedMails', requireStaff, valid('query', cursorParams), async (c) =>
    c.json((await listFailedMails(dbOf(c), c.req.valid('query').cursor)) satisfies FailedMailList),
  )

  .post('/api/v2/gloperate/retryMail', requireStaff, valid('json', retryMailBody), limitOtherActs, async (c) => {
    const { id } = c.req.valid('json')
    orThrow(await retryFailedMail(dbOf(c), id, Date.now()))
    afterReply(c, () => sendMails(dbOf(c), c.env, [{ id }]))
    return c.json({ ok: true } satisfies Ok)
  })

/** Switches the mails of a signed link and returns their purpose. @throws AppError `bad_key`. */
async function switchMails(c: Context<AppEnv>, token: string, on: boolean) {
  const link = await readUnsubscribeToken(c.env.MAIL_SECRET, token)
  if (!link) throw new AppError('bad_key')
  await setMailSwitch(dbOf(c), { ...link, on })
  return link.purpose
}
