import { app } from './app.ts'
import { runJobs } from './jobs.ts'

export { ChatRoom } from '../durable-objects/chat/ChatRoom.ts'
export { MemberChannel } from '../durable-objects/member-channel/MemberChannel.ts'
export { LiveStream } from '../durable-objects/stream/LiveStream.ts'
export { StreamRelay } from '../durable-objects/stream/StreamRelay.ts'
export { Whiteboard } from '../durable-objects/whiteboard/Whiteboard.ts'
export { SiteForChat } from './features/chat/SiteForChat.ts'
export { SiteForStreams } from './features/streams/SiteForStreams.ts'

export default {
  fetch: app.fetch,

  scheduled: (controller, env) => runJobs(env, controller.scheduledTime),
} satisfies ExportedHandler<Cloudflare.Env>
