import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { confirmEmailBody } from '../../../contract/http/mail.ts'
import { acceptRecoveryBody, type RecoverReply, recoverBody } from '../../../contract/http/recovery.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { clientNetwork } from '../../middleware/client.ts'
import { dbOf } from '../../middleware/database.ts'
import { countAttempt, limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { acceptRecovery, addRecovery, confirmEmail, repeatConfirmation } from './recovery.ts'
import { deviceOf, startSession } from './session-cookies.ts'

const SENT = 'If this address recovers an account, a link is on its way to it. It works once, for one hour.'

/** Account recovery by a confirmed address [2 §2 Account recovery], and the confirmation of addresses. */
export const recoveryRoutes = new Hono<AppEnv>()
  .post('/api/v2/recover/generate', limitRate('RECOVERY_NETWORK_RATE'), valid('json', recoverBody), async (c) => {
    const { email } = c.req.valid('json')
    // Counted for each network, so that the requests of strangers do not exhaust the member's limit.
    await countAttempt(c, `recovery ${email} ${clientNetwork(c)}`)
    const mails = await addRecovery(dbOf(c), { email, now: Date.now() })
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ message: SENT, found: true } satisfies RecoverReply)
  })

  .post('/api/v2/recover/accept', valid('json', acceptRecoveryBody), async (c) => {
    const { key } = c.req.valid('json')
    await countAttempt(c, `recovery key ${key}`)
    await startSession(c, orThrow(await acceptRecovery(dbOf(c), { key, device: deviceOf(c), now: Date.now() })))
    return c.json({ ok: true } satisfies Ok)
  })

  .post(
    '/api/v2/email/confirm',
    requireOwnSession,
    limitRate('SIGN_IN_RATE'),
    valid('json', confirmEmailBody),
    async (c) => {
      const { key } = c.req.valid('json')
      const mails = orThrow(await confirmEmail(dbOf(c), { key, userId: memberOf(c).id, now: Date.now() }))
      afterReply(c, () => sendMails(dbOf(c), c.env, mails))
      return c.json({ ok: true } satisfies Ok)
    },
  )

  .post('/api/v2/email/repeat', requireOwnSession, async (c) => {
    const mails = orThrow(await repeatConfirmation(dbOf(c), { userId: memberOf(c).id, now: Date.now() }))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ ok: true } satisfies Ok)
  })
