import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { id, listOf } from './common.ts'

/** An e-mail address in lower case. */
export const emailAddress = z.pipe(
  z.string().check(z.maxLength(400)),
  z.pipe(
    z.transform((text: string) => text.trim().toLowerCase()),
    z
      .string()
      .check(
        z.maxLength(254),
        z.regex(/^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:".\p{Cc}]{2,}$/u),
      ),
  ),
)

/** The key in the link of a mail. */
export const mailKey = z.string().check(z.regex(/^[0-9a-f]{40}$/))

/** `POST /api/v2/email/confirm`: the key of the link that was sent to a new address. */
export const confirmEmailBody = z.strictObject({ key: mailKey })

/** `POST /api/v2/unsubscribe`: switches the mails of a signed link off, or on again. */
export const unsubscribeBody = z.strictObject({ token: z.string().check(z.maxLength(120)), on: z.boolean() })
export const unsubscribeReply = z.object({
  purpose: z.enum(['messages', 'fans', 'exports', 'compos']),
  on: z.boolean(),
})
export type UnsubscribeReply = z.infer<typeof unsubscribeReply>

/** A mail that could not be sent, without its address and text. */
export const failedMail = z.object({
  id,
  kind: z.string(),
  userId: id,
  nickname: z.string(),
  attempts: z.int(),
  /** The code of the last failure. */
  failure: z.string(),
  dateCreated: wireTime,
  dateFailed: wireTime,
})
export type FailedMail = z.infer<typeof failedMail>
export const failedMailList = listOf(failedMail)
export type FailedMailList = z.infer<typeof failedMailList>
export const retryMailBody = z.strictObject({ id })
