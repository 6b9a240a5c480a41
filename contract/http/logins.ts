import * as z from 'zod/mini'
import { passkey } from './passkeys.ts'

/** The providers with which a member can log in. */
export const LOGIN_PROVIDERS = ['google', 'apple'] as const
export const loginProvider = z.enum(LOGIN_PROVIDERS)
export type LoginProvider = z.infer<typeof loginProvider>

/**
 * `GET /api/v2/logins`: the providers that the site offers, and the member's login methods. `backupCodesLeft` is null
 * if the member never made any.
 */
export const loginsReply = z.object({
  offered: z.array(loginProvider),
  linked: z.array(loginProvider),
  passkeys: z.array(passkey),
  backupCodesLeft: z.nullable(z.int()),
})
export type LoginsReply = z.infer<typeof loginsReply>

/** `POST /api/v2/logins/link` and `/unlink`. */
export const loginBody = z.strictObject({ provider: loginProvider })

/** The provider's address at which the member confirms the link. */
export const linkLoginReply = z.object({ url: z.string() })
export type LinkLoginReply = z.infer<typeof linkLoginReply>
