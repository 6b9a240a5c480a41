import type { TicketClaims } from '../../../durable-objects/realtime/ticket.ts'
import { imageBase } from '../../lib/image-base.ts'
import type { Viewer } from '../users/viewer.ts'

/** A member as rooms know them. */
export function memberOfRoom({ id, nickname, avatarKey, flags, createdAt }: Viewer): TicketClaims['member'] {
  return { id, nickname, avatar: avatarKey && imageBase(avatarKey), flags, since: createdAt }
}
