import { channelName } from '../../contract/channel.ts'
import type { ChatClientMessage } from '../../contract/socket/chat.ts'
import type { Decided, Member, Room, RoomLog } from './room.ts'
import { deleteOwn, edit, say } from './speak.ts'

/** What members who are in say to a room's core; the rest is between the socket and the shell. */
export type RoomMessage = Extract<ChatClientMessage, { type: 'join' | 'chat' | 'edit' | 'delete' }>

/** A message of a member who is in: the next state of the room, and what is to be done. */
export function receive(room: Room, from: Member, message: RoomMessage, now: number, log: RoomLog): Decided {
  switch (message.type) {
    case 'join': {
      const channel = channelName(message.channel)
      return [room, channel === '' ? [] : [{ do: 'reply', event: { type: 'redirect', channel } }]]
    }
    case 'chat':
      return say(room, from, message, now, log)
    case 'edit':
      return edit(room, from, message.id, message.message, now, log)
    case 'delete':
      return deleteOwn(room, from, message.id, now, log)
  }
}
