import { type RoomRelation, signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { type Viewer, writeRefusal } from '../users/viewer.ts'
import { roomMemberOf } from './room-member.ts'

/**
 * Signs a ticket (`chatId` on the wire). Returns null for a suspended or warned member, and for a site without chat.
 * `readAt` is the time before the viewer was read: rooms keep the roles that changed since then.
 */
export async function ticketFor(
  env: Pick<Cloudflare.Env, 'TICKET_SECRET'>,
  viewer: Viewer,
  { session, relation, readAt }: { session: string; relation: RoomRelation | null; readAt: number },
): Promise<string | null> {
  if (!env.TICKET_SECRET || writeRefusal(viewer, readAt)) return null
  return signTicket(env.TICKET_SECRET, { member: roomMemberOf(viewer), session, relation }, readAt)
}
