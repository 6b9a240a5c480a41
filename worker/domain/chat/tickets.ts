import { type RoomRelation, signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { isSuspended, type Viewer } from '../users/viewer.ts'
import { memberOfRoom } from './room-member.ts'

/** A ticket for the sockets of a member, `chatId`; null for one who is suspended, and where the site has no chat. */
export async function ticketFor(
  env: Pick<Cloudflare.Env, 'TICKET_SECRET'>,
  viewer: Viewer,
  { session, relation, now }: { session: string; relation: RoomRelation | null; now: number },
): Promise<string | null> {
  if (!env.TICKET_SECRET || isSuspended(viewer, now)) return null
  return signTicket(env.TICKET_SECRET, { member: memberOfRoom(viewer), session, relation }, now)
}
