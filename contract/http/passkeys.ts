import * as z from 'zod/mini'
import { PASSKEY_NAME_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, line } from './common.ts'

/** Authenticator transports of WebAuthn. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number]

/** A passkey, as its owner sees it. `synced`: it is copied to the member's other devices. */
export const passkey = z.object({
  id,
  name: z.string(),
  synced: z.boolean(),
  dateCreated: wireTime,
  dateUsed: z.nullable(wireTime),
})
export type Passkey = z.infer<typeof passkey>

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))
const publicKeyType = z.literal('public-key')

/** `POST /api/v2/passkeys/options`: creation options of WebAuthn for a new passkey. */
export const passkeyOptionsReply = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKeyType })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: publicKeyType, transports: z.array(z.enum(PASSKEY_TRANSPORTS)) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyOptionsReply = z.infer<typeof passkeyOptionsReply>

/** `POST /api/v2/passkeys/add`: the registration response. Fields that are not needed are ignored. */
export const addPasskeyBody = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKeyType,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
})
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>

export const renamePasskeyBody = z.strictObject({
  id,
  name: z.pipe(line(PASSKEY_NAME_MAX), z.string().check(z.minLength(1))),
})
export const removePasskeyBody = z.strictObject({ id })

/**
 * `POST /api/v2/passkeys/signInOptions`: request options of WebAuthn for a sign-in with any passkey of the site.
 */
export const passkeySignInOptionsReply = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeySignInOptionsReply = z.infer<typeof passkeySignInOptionsReply>

/** `POST /api/v2/passkeys/signIn`: the authentication response. */
export const passkeySignInBody = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKeyType,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: z.optional(base64url(100)),
  }),
})
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>
