import type { ChannelItem } from '../../contract/socket/chat.ts'
import { log } from '../lib/log.ts'
import type { ChatSite } from './site.ts'

const ROOMS_KEPT_MS = 5000
/** What is hidden from whom is asked no more often than this, for all who want to know it by then. */
const GATHERED_MS = 250

type Listing = {
  rooms: ChannelItem[]
  /** Those of `rooms` that a member is not told of, as `keyOf` has it. */
  hidden: ReadonlySet<string>
}

/**
 * The rooms there are, as each member may know of them. The site is asked for all rooms at once, and which of them are
 * hidden from whom together for as many as ask: a crowd that comes back costs a few calls.
 */
export class RoomLists {
  readonly #site: ChatSite
  #rooms: { at: number; list: Promise<ChannelItem[]> } | null = null
  #next: { members: number[]; listing: Promise<Listing> } | null = null
  #before: Promise<unknown> = Promise.resolve()

  constructor(site: ChatSite) {
    this.#site = site
  }

  /** The rooms that a member may know of, at most five seconds old; null when the site does not say. */
  async listFor(member: number): Promise<ChannelItem[] | null> {
    this.#next ??= this.#gather()
    this.#next.members.push(member)
    try {
      const { rooms, hidden } = await this.#next.listing
      return rooms.filter(({ channel }) => !hidden.has(keyOf(member, channel)))
    } catch (error) {
      this.#rooms = null
      log('error', 'chat errand', { what: 'channels', reason: error instanceof Error ? error.name : 'unknown' })
      return null
    }
  }

  #gather() {
    const members: number[] = []
    const listing = this.#before.then(() => {
      this.#next = null
      return this.#ask(members)
    })
    this.#before = listing.then(
      ({ rooms }) => (rooms.some(isOfStream) ? scheduler.wait(GATHERED_MS) : undefined),
      () => undefined,
    )
    return { members, listing }
  }

  async #ask(members: readonly number[]): Promise<Listing> {
    const now = Date.now()
    if (!this.#rooms || now - this.#rooms.at > ROOMS_KEPT_MS) this.#rooms = { at: now, list: this.#site.channels() }
    const rooms = await this.#rooms.list
    const ofStreams = rooms.filter(isOfStream).map(({ channel }) => channel)
    const hidden = ofStreams.length > 0 ? await this.#site.hidden([...new Set(members)], ofStreams) : []
    return { rooms, hidden: new Set(hidden.map(([member, channel]) => keyOf(member, channel))) }
  }
}

const keyOf = (member: number, channel: string) => `${member} ${channel}`

const isOfStream = ({ kind }: ChannelItem) => kind === 'stream'
