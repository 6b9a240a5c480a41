import { WorkerEntrypoint } from 'cloudflare:workers'
import type { StreamEnding, StreamNews, StreamSite } from '../../../durable-objects/stream/stream.ts'
import { openDb } from '../../lib/database.ts'
import { endStream, setNews } from './object-queries.ts'

/** What the objects of streams may tell the site. */
export class SiteForStreams extends WorkerEntrypoint<Cloudflare.Env> implements StreamSite {
  news(streamId: number, news: StreamNews): Promise<void> {
    return setNews(openDb(this.env.DB), { streamId, news, now: Date.now() })
  }

  ended(streamId: number, ending: StreamEnding): Promise<void> {
    return endStream(openDb(this.env.DB), streamId, ending)
  }
}
