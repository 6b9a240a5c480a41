import { type Context, Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import {
  type LinkLoginReply,
  LOGIN_PROVIDERS,
  type LoginProvider,
  type LoginsReply,
  loginBody,
} from '../../../contract/http/logins.ts'
import { toWireTime } from '../../../contract/time.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { writeRefusal } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addLogin, listLogins, removeLogin } from './logins.ts'
import { startAppleAttempt, startAttempt } from './sign-in-attempts.ts'

const NAMES = { google: 'Google', apple: 'Apple' } as const

/** Login methods in a member's settings: listing them, and linking and unlinking providers. */
export const loginRoutes = new Hono<AppEnv>()
  .get('/api/v2/logins', requireOwnSession, async (c) => {
    const { issuers, passkeys, codes } = await listLogins(dbOf(c), memberOf(c).id)
    const linked = LOGIN_PROVIDERS.filter((provider) => issuers.includes(issuerOf(c, provider)))
    const offered = LOGIN_PROVIDERS.filter((provider) => provider !== 'apple' || c.env.APPLE_CLIENT_ID !== '')
    return c.json({
      offered,
      linked,
      passkeys: passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
        id,
        name,
        synced: isSynced,
        dateCreated: toWireTime(createdAt),
        dateUsed: lastUsedAt === null ? null : toWireTime(lastUsedAt),
      })),
      backupCodesLeft: codes.length > 0 ? codes.filter(({ usedAt }) => usedAt === null).length : null,
    } satisfies LoginsReply)
  })

  .post('/api/v2/logins/link', requireOwnSession, limitRate('SIGN_IN_RATE'), valid('json', loginBody), async (c) => {
    const linkTo = memberOf(c).id
    if (c.req.valid('json').provider === 'google')
      return c.json({ url: await startAttempt(c, { returnTo: '/sessions', linkTo }) } satisfies LinkLoginReply)
    if (!c.env.APPLE_CLIENT_ID) throw new AppError('not_found')
    return c.json({ url: await startAppleAttempt(c, linkTo) } satisfies LinkLoginReply)
  })

  .post('/api/v2/logins/unlink', requireOwnSession, limitRate('SIGN_IN_RATE'), valid('json', loginBody), async (c) => {
    const { provider } = c.req.valid('json')
    const login = { userId: memberOf(c).id, issuer: issuerOf(c, provider), name: NAMES[provider], now: Date.now() }
    const mails = orThrow(await removeLogin(dbOf(c), c.env.MAIL_SECRET, login))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    return c.json({ ok: true } satisfies Ok)
  })

/**
 * Adds an identity to the account of the member who started the linking and must still be logged in. The return from a
 * provider is no write of the member, so bans are checked here.
 * @throws AppError `sign_in_failed`, `suspended`, `warned`, or `login_taken` if it belongs to another account.
 */
export async function linkLogin(
  c: Context<AppEnv>,
  { provider, subject, linkTo }: { provider: LoginProvider; subject: string; linkTo: number },
): Promise<void> {
  const viewer = await viewerOf(c)
  if (viewer?.id !== linkTo || c.get('impersonation')) throw new AppError('sign_in_failed')
  const now = Date.now()
  const refusal = writeRefusal(viewer, now)
  if (refusal) throw new AppError(refusal)
  const login = { userId: linkTo, issuer: issuerOf(c, provider), subject, name: NAMES[provider], now }
  const mails = orThrow(await addLogin(dbOf(c), c.env.MAIL_SECRET, login))
  afterReply(c, () => sendMails(dbOf(c), c.env, mails))
}

const issuerOf = (c: Context<AppEnv>, provider: LoginProvider) =>
  provider === 'google' ? c.env.OIDC_ISSUER : c.env.APPLE_ISSUER
