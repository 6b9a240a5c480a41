import type { StreamClientMessage } from '../../contract/socket/stream-messages.ts'
import type { TicketClaims } from '../realtime/ticket.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import type { StreamStamp } from './viewer.ts'

type Auth = Extract<StreamClientMessage, { type: 'auth' }>
type Ticket = TicketClaims & { expiresAt: number }

type Opened = Pick<StreamStamp, 'member' | 'session'> & { ownerId: number }

/** Someone whose socket was opened, and who has not said yet as what they come. */
export function openedStamp({ member, session, ownerId }: Opened): StreamStamp {
  return { member, session, expiresAt: 0, mayPublish: member.id === ownerId, as: 'viewer', relay: 0, most: 'all' }
}

/** A ticket of the very member and session that opened the socket lets in, or stay in; answers why not, otherwise. */
export function admit(stamp: StreamStamp, auth: Auth, ticket: Ticket | null, streamId: number): StreamStamp | Refusal {
  const { member, session, expiresAt } = stamp
  if (ticket?.session !== session || ticket.member.id !== member.id) return REFUSED.notLoggedIn
  if (auth.userId !== member.id || auth.streamId !== streamId) return REFUSED.notLoggedIn
  if (auth.as === 'publisher' && !stamp.mayPublish) return REFUSED.notThePublisher
  const stays = {
    ...stamp,
    member: ticket.member,
    expiresAt: Math.max(expiresAt, ticket.expiresAt),
    reauthAt: undefined,
  }
  return expiresAt > 0 ? stays : { ...stays, as: auth.as, most: auth.level }
}

/** The relay of a number, at its origin. It is asked for no ticket: objects alone open such sockets. */
export function relayStamp(relay: number): StreamStamp {
  const member = { id: 0, nickname: '', avatar: null, flags: '', since: 0 }
  return { member, session: '', expiresAt: Number.MAX_SAFE_INTEGER, mayPublish: false, as: 'relay', relay, most: 'all' }
}
