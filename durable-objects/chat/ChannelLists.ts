import type { ChannelItem } from '../../contract/socket/chat.ts'
import type { Connection } from '../realtime/Connection.ts'
import { log } from '../realtime/log.ts'
import { type BucketLimits, TokenBuckets } from '../realtime/TokenBucket.ts'
import type { ChatSite } from './ChatReports.ts'
import { type ChatSocketState, chatFrame } from './state.ts'

const CHANNELS_MAX_AGE_MS = 5000
/** Requests of one member: burst, then per second. A page makes one every 15 seconds. */
const REQUESTS: BucketLimits = { capacity: 4, perSecond: 0.2 }
/** Minimum time between two requests for hidden rooms. Each covers all waiting members. */
const HIDDEN_EVERY_MS = 250

type Listing = {
  channels: ChannelItem[]
  hidden: ReadonlySet<string>
}

/**
 * Sends members the list of rooms, without the rooms that they may not see. One call to the site serves many members,
 * so that many simultaneous reconnections cost few calls.
 */
export class ChannelLists {
  readonly #site: ChatSite
  #channels: { at: number; list: Promise<ChannelItem[]> } | null = null
  #nextRequest: { members: number[]; listing: Promise<Listing> } | null = null
  #lastRequest: Promise<unknown> = Promise.resolve()
  readonly #requests = new TokenBuckets(REQUESTS)

  constructor(site: ChatSite) {
    this.#site = site
  }

  /** Replies to a member's request for the list, unless the member has exceeded the rate limit. */
  async reply(connection: Connection<ChatSocketState>, now: number): Promise<void> {
    if (this.#requests.spend(connection.state.member.id, 1, now)) await this.sendTo(connection)
  }

  /** Sends a member the list of rooms, at most five seconds old. Sends nothing if the site cannot be reached. */
  async sendTo(connection: Connection<ChatSocketState>): Promise<void> {
    const member = connection.state.member.id
    this.#nextRequest ??= this.#collect()
    this.#nextRequest.members.push(member)
    try {
      const { channels, hidden } = await this.#nextRequest.listing
      const seen = channels.filter(({ channel }) => !hidden.has(keyOf(member, channel)))
      connection.send(chatFrame({ type: 'channel-list', channels: seen }), Date.now())
    } catch (error) {
      this.#channels = null
      log('error', 'call to site', { name: 'channels', reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  /** Starts a request. It collects members until the previous one is done and `HIDDEN_EVERY_MS` have passed. */
  #collect() {
    const members: number[] = []
    const listing = this.#lastRequest.then(() => {
      this.#nextRequest = null
      return this.#request(members)
    })
    this.#lastRequest = listing.then(
      ({ channels }) => (channels.some(isOfStream) ? scheduler.wait(HIDDEN_EVERY_MS) : undefined),
      () => undefined,
    )
    return { members, listing }
  }

  async #request(members: readonly number[]): Promise<Listing> {
    const now = Date.now()
    if (!this.#channels || now - this.#channels.at > CHANNELS_MAX_AGE_MS)
      this.#channels = { at: now, list: this.#site.listChannels() }
    const channels = await this.#channels.list
    const ofStreams = channels.filter(isOfStream).map(({ channel }) => channel)
    const hidden = ofStreams.length > 0 ? await this.#site.listHiddenRooms([...new Set(members)], ofStreams) : []
    return { channels, hidden: new Set(hidden.map(([member, channel]) => keyOf(member, channel))) }
  }
}

const keyOf = (member: number, channel: string) => `${member} ${channel}`

const isOfStream = ({ kind }: ChannelItem) => kind === 'stream'
