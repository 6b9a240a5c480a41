import { WorkerEntrypoint } from 'cloudflare:workers'
import { streamIdOfChannel } from '../../../contract/channel.ts'
import type { ChannelItem } from '../../../contract/socket/chat.ts'
import type {
  ChatSite,
  CountedLines,
  HiddenRooms,
  LineBlock,
  LineMentions,
  OutboxEvent,
} from '../../../durable-objects/chat/ChatReports.ts'
import type { Numbered } from '../../../durable-objects/realtime/Outbox.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { listHiddenRooms } from '../../domain/streams/hidden-rooms.ts'
import { removeFromReplayChat } from '../../domain/streams/replay-chat.ts'
import { countChatLines } from '../../domain/users/member-limits.ts'
import { openDb } from '../../lib/database.ts'
import { storeOutboxEvents } from './outbox-events.ts'
import { listChannels, removeExpiredRoom, setPresentCount } from './queries.ts'

/** The calls that chat rooms make to the site. */
export class SiteForChat extends WorkerEntrypoint<Cloudflare.Env> implements ChatSite {
  async deliverEvents(channel: string, events: Numbered<OutboxEvent>[]): Promise<LineMentions[]> {
    const streamId = streamIdOfChannel(channel)
    const changedLines = events.flatMap(({ event }) => (event.kind === 'gone' ? event.numbers : []))
    const { mentions, notified } = await storeOutboxEvents(openDb(this.env.DB), channel, events)
    this.ctx.waitUntil(Promise.all([...notified].map((id) => tellMember(this.env, id, 'notifications'))))
    // Removes edited lines too, because the replay has their earlier text. Called last, so that a failure of the file
    // store does not delay events: after a failure the room repeats the events, and each is stored once.
    if (streamId !== null) await removeFromReplayChat(this.env, streamId, changedLines)
    return mentions
  }

  countLines(blocks: LineBlock[]): Promise<CountedLines[]> {
    return countChatLines(openDb(this.env.DB), blocks, Date.now())
  }

  reportCount(channel: string, count: number): Promise<void> {
    return setPresentCount(openDb(this.env.DB), { channel, count, now: Date.now() })
  }

  reportExpired(channel: string): Promise<void> {
    return removeExpiredRoom(openDb(this.env.DB), channel, Date.now())
  }

  listChannels(): Promise<ChannelItem[]> {
    return listChannels(openDb(this.env.DB))
  }

  listHiddenRooms(members: number[], channels: string[]): Promise<HiddenRooms> {
    return listHiddenRooms(openDb(this.env.DB), members, channels)
  }
}
