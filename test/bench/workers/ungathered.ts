import { ChatRoom as Room } from '../../../durable-objects/chat/ChatRoom.ts'

export * from '../../../worker/index.ts'
export { default } from '../../../worker/index.ts'

/** A room that gathers nothing: a row and a frame for each line. It stands in for the site's own. */
export class ChatRoom extends Room {
  protected override readonly gatherMs = () => 0
}
