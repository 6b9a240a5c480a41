import { isNull } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import {
  type AppleIdReply,
  appleIdBody,
  type CurrentUser,
  endSessionBody,
  type SessionReply,
  signUpBody,
} from '../../../contract/http/auth.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { toWireTime } from '../../../contract/time.ts'
import { currentBanOf } from '../../domain/bans/rules.ts'
import { ticketFor } from '../../domain/chat/tickets.ts'
import { loginHash } from '../../domain/logins/login-hash.ts'
import { closeSessionSockets } from '../../domain/sessions/close-sockets.ts'
import { isSomeoneLive } from '../../domain/streams/queries.ts'
import { nicknameRefusal } from '../../domain/users/nicknames.ts'
import { users } from '../../domain/users/schema.ts'
import { findMember, isStaff, type Viewer, withFlagsInForce } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { imageBase } from '../../lib/image-base.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { sha256Hex } from '../../lib/random.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf, primaryOf } from '../../middleware/database.ts'
import { countAttempt, countCall, limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession, viewerOf } from '../../middleware/session.ts'
import { readTokenCookie } from '../../middleware/token-cookies.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache } from '../../middleware/visitor-cache.ts'
import { verifyAppleToken } from './apple.ts'
import { linkLogin } from './login-routes.ts'
import { endChallenge } from './passkey-challenges.ts'
import { finishSignIn, type Identity } from './provider.ts'
import {
  addMember,
  addSession,
  addSignUp,
  findSignUp,
  findUserByIdentity,
  listSessions,
  refuseSignUp,
  removeOtherSessions,
  removeOwnSession,
  wasLoginUnlinked,
} from './queries.ts'
import { mayJoin, safeReturn } from './rules.ts'
import {
  deviceOf,
  endSession,
  endSignUp,
  removeCookies,
  SIGN_UP_COOKIE,
  startSession,
  startSignUp,
} from './session-cookies.ts'
import {
  callbackUri,
  endAppleAttempt,
  readAppleAttempt,
  readAttempt,
  startAppleAttempt,
  startAttempt,
} from './sign-in-attempts.ts'

export const authRoutes = new Hono<AppEnv>()
  .get('/sign-in', limitRate('SIGN_IN_NETWORK_RATE'), async (c) => {
    return c.redirect(await startAttempt(c, { returnTo: safeReturn(c.req.query('return')) }))
  })

  .get('/sign-in/callback', limitRate('SIGN_IN_NETWORK_RATE'), async (c) => {
    const attempt = readAttempt(c, c.req.query('state'))
    if (!attempt) return c.redirect('/sign-in/failed')
    await countAttempt(c, `provider ${attempt.state}`)
    if (c.req.query('error') === 'access_denied') return c.redirect(attempt.returnTo)
    const response = { redirectUri: callbackUri(c), callback: new URL(c.req.url), attempt }
    const identity = await finishSignIn(c.env, response).catch(() => null)
    if (!identity) return c.redirect('/sign-in/failed')
    await countLogin(c, identity)
    const { linkTo } = attempt
    if (linkTo !== undefined) {
      const outcome = await linkLogin(c, { provider: 'google', subject: identity.subject, linkTo }).then(
        () => 'linked',
        (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
      )
      return c.redirect(`/sessions?login=${outcome}`)
    }
    const primary = primaryOf(c)
    const userId = await findUserByIdentity(primary, identity.issuer, identity.subject)
    if (userId !== null) {
      // A merge removes the identities of its account step by step, and so does a deletion.
      if (!(await findMember(primary, userId, isNull(users.mergedIntoId)))) return c.redirect('/sign-in/failed')
      await startSession(c, await addSession(dbOf(c), { userId, device: deviceOf(c), now: Date.now() }))
      return c.redirect(attempt.returnTo)
    }
    if (await wasLoginUnlinked(primary, await loginHash(c.env.MAIL_SECRET, identity)))
      return c.redirect('/sign-in/failed?reason=login_unlinked')
    await startSignUp(c, await addSignUp(dbOf(c), identity, Date.now()))
    return c.redirect(`/welcome?return=${encodeURIComponent(attempt.returnTo)}`)
  })

  .post('/api/v2/signUp', valid('json', signUpBody), async (c) => {
    const { nickname, birthDate } = c.req.valid('json')
    const signUp = await pendingSignUp(c)
    if (!signUp) throw new AppError('not_logged_in')
    await countAttempt(c, `sign-up ${signUp.tokenHash}`)
    if (signUp.isTooYoung) throw new AppError('too_young')
    if (!mayJoin(birthDate, Date.now())) {
      await refuseSignUp(dbOf(c), signUp, Date.now())
      throw new AppError('too_young')
    }
    const refusal = nicknameRefusal(nickname)
    if (refusal) throw new AppError(refusal)
    const isFirstAdmin = signUp.email !== null && signUp.email !== '' && signUp.email === c.env.FIRST_ADMIN_EMAIL
    const bannedHash = await loginHash(c.env.MAIL_SECRET, signUp)
    const member = {
      signUp,
      loginHash: bannedHash,
      nickname,
      birthDate,
      isFirstAdmin,
      device: deviceOf(c),
      now: Date.now(),
    }
    await startSession(c, orThrow(await addMember(dbOf(c), member)))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/signUp/end', async (c) => {
    await endSignUp(c)
    // Another tab may have completed the sign-up, or logged in.
    if (!(await viewerOf(c))) removeCookies(c)
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/session', async (c) => {
    const db = dbOf(c)
    const [viewer, isLive] = await Promise.all([
      viewerOf(c),
      visitorCache('is someone live', async () => JSON.stringify(await isSomeoneLive(db))),
    ])
    const signUp = viewer ? null : await pendingSignUp(c)
    return c.json({
      user: viewer && (await currentUserOf(c, viewer, sessionOf(c))),
      impersonation: impersonationOf(c),
      ban: viewer && currentBanOf(viewer, Date.now()),
      deletesAt: viewer?.deletesAt ? toWireTime(viewer.deletesAt) : null,
      signUp: signUp && { suggestedNickname: signUp.suggestedNickname },
      appDownloadUrl: c.env.APP_DOWNLOAD_URL || null,
      appleSignIn: c.env.APPLE_CLIENT_ID !== '',
      isMaintenance: c.env.SIGN_IN_MAINTENANCE === 'yes',
      isLive: isLive.text === 'true',
    } satisfies SessionReply)
  })

  .get('/api/v2/sessions', requireOwnSession, async (c) => {
    const rows = await listSessions(dbOf(c), memberOf(c).id, Date.now())
    const items = rows.map((row) => ({
      id: row.publicId,
      device: row.device,
      dateCreated: toWireTime(row.createdAt),
      dateSeen: toWireTime(row.lastSeenAt),
      current: row.tokenHash === c.var.sessionHash,
    }))
    return c.json({ items })
  })

  .post('/api/v2/sessions/end', requireOwnSession, valid('json', endSessionBody), async (c) => {
    const userId = memberOf(c).id
    const session = c.var.sessionHash
    if (session === null) throw new AppError('not_logged_in')
    const body = c.req.valid('json')
    const ended =
      'id' in body
        ? [orThrow(await removeOwnSession(dbOf(c), { userId, publicId: body.id }))]
        : await removeOtherSessions(dbOf(c), { userId, session })
    await closeSessionSockets(dbOf(c), c.env, ended)
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/logout', async (c) => {
    await viewerOf(c)
    if (c.var.sessionHash) await endSession(c, c.var.sessionHash)
    await endSignUp(c)
    removeCookies(c)
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/sign-in/apple', limitRate('SIGN_IN_NETWORK_RATE'), async (c) => {
    if (!c.env.APPLE_CLIENT_ID) throw new AppError('not_found')
    return c.redirect(await startAppleAttempt(c))
  })

  .post('/api/v2/authAppleId', valid('json', appleIdBody), async (c) => {
    const attempt = await readAppleAttempt(c)
    if (!attempt) throw new AppError('sign_in_failed')
    const { nonce, expiresAt, linkTo } = attempt
    await countAttempt(c, `apple ${nonce}`)
    const subject = await verifyAppleToken(c.env, c.req.valid('json').identityToken, nonce)
    await countLogin(c, { issuer: c.env.APPLE_ISSUER, subject })
    endAppleAttempt(c)
    if (!(await endChallenge(dbOf(c), { challenge: nonce, expiresAt }))) throw new AppError('sign_in_failed')
    if (linkTo !== undefined) {
      await linkLogin(c, { provider: 'apple', subject, linkTo })
      return c.json({
        user: await currentUserOf(c, memberOf(c), sessionOf(c)),
        linked: true,
      } satisfies AppleIdReply)
    }
    const primary = primaryOf(c)
    const now = Date.now()
    const userId = await findUserByIdentity(primary, c.env.APPLE_ISSUER, subject)
    // A merge removes the identities of its account step by step.
    const member = userId === null ? null : await findMember(primary, userId, isNull(users.mergedIntoId))
    if (!member) throw new AppError('no_apple_account')
    const opened = await addSession(dbOf(c), { userId: member.id, device: deviceOf(c), now })
    await startSession(c, opened)
    const session = { session: await sha256Hex(opened.token), readAt: now }
    return c.json({ user: await currentUserOf(c, withFlagsInForce(member, now), session) })
  })

/**
 * Counts a sign-in with a login at a provider. The owner of a login can begin any number of attempts with it.
 * @throws AppError `too_many`
 */
const countLogin = (c: Context<AppEnv>, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  countAttempt(c, `login ${issuer} ${subject}`)

type ReadSession = { session: string; readAt: number }

async function pendingSignUp(c: Context<AppEnv>) {
  const cookie = await readTokenCookie(c, SIGN_UP_COOKIE)
  if (!cookie) return null
  await countCall(c, 'API_READ_RATE')
  return findSignUp(primaryOf(c), cookie.token, Date.now())
}

/** The session of this request, and the time before it was read. */
const sessionOf = (c: Context<AppEnv>): ReadSession => ({
  session: c.var.sessionHash ?? '',
  readAt: c.var.sessionReadAt,
})

async function currentUserOf(c: Context<AppEnv>, viewer: Viewer, read: ReadSession): Promise<CurrentUser> {
  return {
    id: viewer.id,
    nickname: viewer.nickname,
    avatar: viewer.avatarKey && imageBase(viewer.avatarKey),
    mature: viewer.showMature,
    showChat: viewer.showChat,
    theme: viewer.theme,
    timeZone: viewer.timeZone,
    flags: viewer.flags,
    gloperator: isStaff(viewer),
    heartsAvailable: viewer.heartsAvailable,
    unread: viewer.unreadNotificationsCount,
    unreadMessages: viewer.unreadMessagesCount,
    chatId: c.var.impersonation ? null : await ticketFor(c.env, viewer, { ...read, relation: null }),
  }
}

function impersonationOf(c: Context<AppEnv>): SessionReply['impersonation'] {
  const { impersonation } = c.var
  if (!impersonation) return null
  const { nickname, staffId, endsAt } = impersonation
  return { by: nickname, byId: staffId, until: toWireTime(endsAt) }
}
