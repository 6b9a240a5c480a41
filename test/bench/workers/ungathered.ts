import { ChatRoom as Room } from '../../../durable-objects/chat/ChatRoom.ts'

export { default, SiteForChat } from '../../../worker/index.ts'

/** A room that gathers nothing: a row and a frame for each line. */
export class ChatRoom extends Room {
  protected override readonly gatherMs = () => 0
}
