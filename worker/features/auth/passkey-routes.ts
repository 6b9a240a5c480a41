import { type Context, Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import {
  addPasskeyBody,
  type PasskeyOptionsReply,
  type PasskeySignInOptionsReply,
  passkeySignInBody,
  removePasskeyBody,
  renamePasskeyBody,
} from '../../../contract/http/passkeys.ts'
import { type BackupCodesReply, useBackupCodeBody } from '../../../contract/http/recovery.ts'
import { PASSKEYS_MAX } from '../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import type { QueuedMails } from '../../domain/mail/queue.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countAttempt, limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { acceptBackupCode, renewBackupCodes } from './backup-codes.ts'
import { CHALLENGE_SECONDS, endChallenge, readChallenge, startChallenge } from './passkey-challenges.ts'
import { PASSKEY_ALGORITHMS, passkeySiteOf, verifyNewPasskey, verifyPasskeyUse } from './passkey-verification.ts'
import { addPasskey, findPasskey, listPasskeys, openPasskeySession, removePasskey, renamePasskey } from './passkeys.ts'
import { deviceOf, startSession } from './session-cookies.ts'

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000

/** Passkeys and backup codes: adding and removing them, and logging in with them. */
export const passkeyRoutes = new Hono<AppEnv>()
  .post('/api/v2/passkeys/options', requireOwnSession, limitRate('SIGN_IN_RATE'), async (c) => {
    const { id, nickname } = memberOf(c)
    const existing = await listPasskeys(dbOf(c), id)
    if (existing.length >= PASSKEYS_MAX) throw new AppError('passkey_limit')
    return c.json({
      challenge: await startChallenge(c, sessionOf(c)),
      rp: { name: PRODUCT_NAME, id: passkeySiteOf(c.req.url).rpId },
      user: { id: userHandleOf(id), name: nickname, displayName: nickname },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key',
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    } satisfies PasskeyOptionsReply)
  })

  .post(
    '/api/v2/passkeys/add',
    requireOwnSession,
    limitRate('SIGN_IN_RATE'),
    valid('json', addPasskeyBody),
    async (c) => {
      const answer = c.req.valid('json')
      const open = await readChallenge(c, sessionOf(c))
      if (!open || !(await endChallenge(dbOf(c), open))) throw new AppError('bad_passkey')
      const { challenge } = open
      const credential = orThrow(await verifyNewPasskey(answer, { challenge, site: passkeySiteOf(c.req.url) }))
      const transports = answer.response.transports ?? []
      const added = { userId: memberOf(c).id, credential, transports, device: deviceOf(c), now: Date.now() }
      const { codes, mails } = orThrow(await addPasskey(dbOf(c), added))
      sendLater(c, mails)
      return c.json({ codes } satisfies BackupCodesReply)
    },
  )

  .post('/api/v2/passkeys/rename', requireOwnSession, valid('json', renamePasskeyBody), async (c) => {
    orThrow(await renamePasskey(dbOf(c), { ...c.req.valid('json'), userId: memberOf(c).id }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post(
    '/api/v2/passkeys/remove',
    requireOwnSession,
    limitRate('SIGN_IN_RATE'),
    valid('json', removePasskeyBody),
    async (c) => {
      const { id } = c.req.valid('json')
      sendLater(c, orThrow(await removePasskey(dbOf(c), { id, userId: memberOf(c).id, now: Date.now() })))
      return c.json({ ok: true } satisfies Ok)
    },
  )

  .post('/api/v2/passkeys/signInOptions', async (c) => {
    return c.json({
      challenge: await startChallenge(c, null),
      rpId: passkeySiteOf(c.req.url).rpId,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    } satisfies PasskeySignInOptionsReply)
  })

  .post('/api/v2/passkeys/signIn', valid('json', passkeySignInBody), async (c) => {
    const answer = c.req.valid('json')
    await countAttempt(c, `passkey ${answer.id}`)
    const open = await readChallenge(c, null)
    if (!open) throw new AppError('bad_passkey')
    const passkey = await findPasskey(dbOf(c), answer.id)
    if (!passkey) throw new AppError('unknown_passkey')
    await countAttempt(c, `passkeys of ${passkey.userId}`)
    if (!(await endChallenge(dbOf(c), open))) throw new AppError('bad_passkey')
    const { challenge } = open
    const { userHandle } = answer.response
    if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) throw new AppError('bad_passkey')
    const use = orThrow(await verifyPasskeyUse(answer, { challenge, site: passkeySiteOf(c.req.url), passkey }))
    const session = { id: passkey.id, use, device: deviceOf(c), now: Date.now() }
    await startSession(c, orThrow(await openPasskeySession(dbOf(c), session)))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/backupCodes/renew', requireOwnSession, limitRate('SIGN_IN_RATE'), async (c) => {
    const { codes, mails } = await renewBackupCodes(dbOf(c), { userId: memberOf(c).id, now: Date.now() })
    sendLater(c, mails)
    return c.json({ codes } satisfies BackupCodesReply)
  })

  .post(
    '/api/v2/recover/backupCode',
    limitRate('RECOVERY_NETWORK_RATE'),
    valid('json', useBackupCodeBody),
    async (c) => {
      const use = { ...c.req.valid('json'), device: deviceOf(c), now: Date.now() }
      const { mails, ...opened } = orThrow(await acceptBackupCode(dbOf(c), use))
      await startSession(c, opened)
      sendLater(c, mails)
      return c.json({ ok: true } satisfies Ok)
    },
  )

/** The WebAuthn user handle of an account: its id as base64url. Authenticators store the passkey under it. */
const userHandleOf = (userId: number) => btoa(String(userId)).replaceAll('=', '')

const sessionOf = (c: Context<AppEnv>) => c.get('sessionHash') ?? ''

const sendLater = (c: Context<AppEnv>, mails: QueuedMails) => afterReply(c, () => sendMails(dbOf(c), c.env, mails))
