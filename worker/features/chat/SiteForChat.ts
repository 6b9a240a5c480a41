import { WorkerEntrypoint } from 'cloudflare:workers'
import { streamIdOfChannel } from '../../../contract/channel.ts'
import type { ChannelItem } from '../../../contract/socket/chat.ts'
import type { ChatSite, Hidden, OutboxEvent } from '../../../durable-objects/chat/SiteReports.ts'
import type { Numbered } from '../../../durable-objects/realtime/Outbox.ts'
import { listHiddenRooms } from '../../domain/streams/hidden-rooms.ts'
import { removeFromReplayChat } from '../../domain/streams/replay-chat.ts'
import { openDb } from '../../lib/database.ts'
import { takeNews } from './news.ts'
import { listChannels, removeForgotten, setPeople } from './queries.ts'

/** What the objects of chat rooms may tell the site, and ask of it. */
export class SiteForChat extends WorkerEntrypoint<Cloudflare.Env> implements ChatSite {
  async take(channel: string, events: Numbered<OutboxEvent>[]): Promise<void> {
    const streamId = streamIdOfChannel(channel)
    const gone = events.flatMap(({ event }) => (event.kind === 'gone' ? event.numbers : []))
    await takeNews(openDb(this.env.DB), channel, events)
    // Last, so that a file store that fails keeps no news back. The room tells them again then, and each is taken once.
    if (streamId !== null) await removeFromReplayChat(this.env, streamId, gone)
  }

  count(channel: string, people: number): Promise<void> {
    return setPeople(openDb(this.env.DB), channel, people)
  }

  forgotten(channel: string): Promise<void> {
    return removeForgotten(openDb(this.env.DB), channel, Date.now())
  }

  channels(): Promise<ChannelItem[]> {
    return listChannels(openDb(this.env.DB))
  }

  hidden(members: number[], channels: string[]): Promise<Hidden> {
    return listHiddenRooms(openDb(this.env.DB), members, channels)
  }
}
