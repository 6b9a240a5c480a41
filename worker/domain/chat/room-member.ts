import type { TicketClaims } from '../../../durable-objects/realtime/ticket.ts'
import { imageBase } from '../../lib/image-base.ts'
import type { Viewer } from '../users/viewer.ts'

/** The facts of a member that rooms and streams know. */
export function roomMemberOf({ id, nickname, avatarKey, flags, createdAt }: Viewer): TicketClaims['member'] {
  return { id, nickname, avatar: avatarKey && imageBase(avatarKey), flags, registeredAt: createdAt }
}
