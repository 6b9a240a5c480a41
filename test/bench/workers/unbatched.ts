import { type ChatRoomEnv, ChatRoom as Room } from '../../../durable-objects/chat/ChatRoom.ts'

export * from '../../../worker/index.ts'
export { default } from '../../../worker/index.ts'

/** Replaces the site's room by one without batches: a row and a frame for each message. */
export class ChatRoom extends Room {
  constructor(ctx: DurableObjectState, env: ChatRoomEnv) {
    super(ctx, env, () => 0)
  }
}
