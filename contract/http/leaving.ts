import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { line } from './common.ts'

/** `POST /api/v2/account/delete`: the member confirms with their nickname. */
export const deleteAccountBody = z.strictObject({ nickname: line(100) })

/** When the account will be deleted. Until then `POST /api/v2/account/keep` cancels it. */
export const deleteAccountReply = z.object({ deletesAt: wireTime })
export type DeleteAccountReply = z.infer<typeof deleteAccountReply>
