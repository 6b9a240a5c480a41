import { WorkerEntrypoint } from 'cloudflare:workers'
import type { StreamEnding, StreamNews, StreamSite } from '../../../durable-objects/stream/stream.ts'
import { openDb } from '../../lib/database.ts'
import { setLiveStatus, settleStream } from './object-queries.ts'

export class SiteForStreams extends WorkerEntrypoint<Cloudflare.Env> implements StreamSite {
  news(streamId: number, news: StreamNews): Promise<void> {
    return setLiveStatus(openDb(this.env.DB), { streamId, news, now: Date.now() })
  }

  ended(streamId: number, ending: StreamEnding): Promise<void> {
    return settleStream(openDb(this.env.DB), streamId, ending)
  }
}
