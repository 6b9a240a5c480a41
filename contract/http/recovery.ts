import * as z from 'zod/mini'
import { NICKNAME_MAX } from '../limits.ts'
import { line } from './common.ts'
import { emailAddress, mailKey } from './mail.ts'

/** `POST /api/v2/recover/generate` [2 §7]: requests a recovery link by mail. */
export const recoverBody = z.strictObject({ email: emailAddress })

/** The same for known and unknown addresses. */
export const recoverReply = z.object({ message: z.string(), found: z.literal(true) })
export type RecoverReply = z.infer<typeof recoverReply>

/** `POST /api/v2/recover/accept`: logs in with the key of the link. */
export const acceptRecoveryBody = z.strictObject({ key: mailKey })

/** A backup code without its hyphens and spaces, in lower case. Letters that look like digits are read as digits. */
export const backupCode = z.pipe(
  z.string().check(z.maxLength(100)),
  z.transform((text: string) =>
    text
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  ),
)

/** `POST /api/v2/recover/backupCode`: logs in with one of the member's backup codes. */
export const useBackupCodeBody = z.strictObject({ nickname: line(NICKNAME_MAX), code: backupCode })

/** New backup codes. They are shown once: the site stores only their hashes. */
export const backupCodesReply = z.object({ codes: z.array(z.string()) })
export type BackupCodesReply = z.infer<typeof backupCodesReply>
