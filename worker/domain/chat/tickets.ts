import { type RoomRelation, signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { type Viewer, writeRefusal } from '../users/viewer.ts'
import { roomMemberOf } from './room-member.ts'

/**
 * Signs a ticket (`chatId` on the wire). Returns null for a suspended or warned member, and for a site without chat.
 */
export async function ticketFor(
  env: Pick<Cloudflare.Env, 'TICKET_SECRET'>,
  viewer: Viewer,
  { session, relation, now }: { session: string; relation: RoomRelation | null; now: number },
): Promise<string | null> {
  if (!env.TICKET_SECRET || writeRefusal(viewer, now)) return null
  return signTicket(env.TICKET_SECRET, { member: roomMemberOf(viewer), session, relation }, now)
}
