import { ok } from '../../../contract/http/common.ts'
import { type TakeBackBody, type TakeBackReply, takeBackReply } from '../../../contract/http/whiteboard.ts'
import { call } from '../../lib/call.ts'

/** Takes marks back, for staff; what was taken back is known by the revision. */
export const takeBack = (body: TakeBackBody): Promise<TakeBackReply> =>
  call(takeBackReply, '/api/v2/whiteboard/takeBack', body)

/** Gives back what was taken back last, if that was at this revision. */
export async function giveBack(revision: number): Promise<void> {
  await call(ok, '/api/v2/whiteboard/giveBack', { revision })
}
