import { WorkerEntrypoint } from 'cloudflare:workers'
import type { FinalReport, LiveStatus, StreamSite } from '../../../durable-objects/stream/stream.ts'
import { announceEndInLobby } from '../../domain/streams/lobby.ts'
import { openDb } from '../../lib/database.ts'
import { setLiveStatus, settleStream } from './object-queries.ts'

export class SiteForStreams extends WorkerEntrypoint<Cloudflare.Env> implements StreamSite {
  reportStatus(streamId: number, status: LiveStatus): Promise<void> {
    return setLiveStatus(openDb(this.env.DB), { streamId, status, now: Date.now() })
  }

  async reportEnd(streamId: number, report: FinalReport): Promise<void> {
    await settleStream(openDb(this.env.DB), streamId, report)
    await announceEndInLobby(this.env, streamId)
  }
}
