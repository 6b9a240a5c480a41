import type { RoomHandshake } from '../../../durable-objects/chat/state.ts'
import type { TicketClaims } from '../../../durable-objects/realtime/ticket.ts'
import { imageBase } from '../../lib/image-base.ts'
import type { Viewer } from '../users/viewer.ts'
import type { RoomForMember } from './rooms.ts'

type RoomViewer = Pick<Viewer, 'id' | 'nickname' | 'avatarKey' | 'flags' | 'createdAt'>

/** The facts of a member that rooms and streams know. */
export function roomMemberOf({ id, nickname, avatarKey, flags, createdAt }: RoomViewer): TicketClaims['member'] {
  return { id, nickname, avatar: avatarKey && imageBase(avatarKey), flags, registeredAt: createdAt }
}

/** The handshake that identifies a member to a room. It contains nothing from the request. */
export function roomHandshakeOf(
  member: Viewer,
  { id, channel, title, ownerId, offeredTo, fan, inGroup }: RoomForMember,
): RoomHandshake {
  return { roomId: id, channel, title, ownerId, offeredTo, member: { ...roomMemberOf(member), fan, inGroup } }
}
