import { log } from '../durable-objects/lib/log.ts'
import { app } from './app.ts'
import { removeOldViews } from './domain/views/queries.ts'
import { removeExpired } from './features/auth/queries.ts'
import { beginChallenge } from './features/challenges/schedule.ts'
import { removeOldVisits } from './features/chat/queries.ts'
import { keepGalleries } from './features/galleries/schedule.ts'
import { removeOldNotices } from './features/notifications/schedule.ts'
import { keepStreams } from './features/streams/schedule.ts'
import { moveAliased } from './features/tags/queries.ts'
import { sweepFiles } from './features/uploads/sweep.ts'
import { openDb } from './lib/database.ts'

export { ChatRoom } from '../durable-objects/chat/ChatRoom.ts'
export { LiveStream } from '../durable-objects/stream/LiveStream.ts'
export { Whiteboard } from '../durable-objects/whiteboard/Whiteboard.ts'
export { SiteForChat } from './features/chat/SiteForChat.ts'
export { SiteForStreams } from './features/streams/SiteForStreams.ts'

export default {
  fetch: app.fetch,

  async scheduled(controller, env) {
    const db = openDb(env.DB)
    await beginChallenge(db, controller.scheduledTime)
    await removeExpired(db, controller.scheduledTime)
    await removeOldVisits(db, controller.scheduledTime)
    await removeOldViews(db, controller.scheduledTime)
    await keepGalleries(db, controller.scheduledTime)
    await moveAliased(db)
    await removeOldNotices(db, controller.scheduledTime)
    await keepStreams(env, db, controller.scheduledTime)
    log('info', 'sweep', await sweepFiles(db, env.FILES, controller.scheduledTime))
  },
} satisfies ExportedHandler<Cloudflare.Env>
