import * as z from 'zod/mini'
import { emailAddress, mailKey } from './mail.ts'

/** `POST /api/v2/recover/generate` [2 §7]: asks for a link that logs in. */
export const recoverBody = z.strictObject({ email: emailAddress })

/** The same for known and unknown addresses. */
export const recoverReply = z.object({ message: z.string(), found: z.literal(true) })
export type RecoverReply = z.infer<typeof recoverReply>

/** `POST /api/v2/recover/accept`: logs in with the key of the link. */
export const acceptRecoveryBody = z.strictObject({ key: mailKey })
