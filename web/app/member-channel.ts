import type { QueryClient, QueryKey } from '@tanstack/react-query'
import ReconnectingSocket from 'partysocket/ws'
import { CHANNEL_CONNECT_MS } from '../../contract/limits.ts'
import {
  MEMBER_SOCKET_PATH,
  type MemberNews,
  type MemberState,
  memberChannelEvent,
} from '../../contract/socket/member-channel.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { messagesKey } from '../features/messages/queries.ts'
import { notificationsKey } from '../features/notifications/queries.ts'
import { blockedQuery } from '../features/users/blocked.ts'
import { readLatest } from '../lib/call.ts'
import { reconnection } from '../lib/reconnection.ts'
import { sessionQuery } from '../lib/session.ts'

/** Queries that the page repeats after news. Those that no component uses are only marked as stale. */
const CHANGED_QUERIES: Record<MemberNews, readonly QueryKey[]> = {
  standing: [sessionQuery.queryKey],
  mail: [sessionQuery.queryKey, messagesKey],
  notifications: [sessionQuery.queryKey, notificationsKey],
  blocks: [blockedQuery.queryKey],
}

/** The next attempt would be refused, too. */
const FINAL_CODES: readonly number[] = [SOCKET_CLOSE.badMessage, SOCKET_CLOSE.tooManySockets]

/** Minimum time between two refreshes. */
const REFRESH_EVERY_MS = 3000
const PING_EVERY_MS = 60_000
const PONG_WITHIN_MS = 5000

/** The channel that notifies a member's page of changes, until the page or the session ends. */
export class PageChannel {
  readonly #client: QueryClient
  readonly #url: string
  readonly #news: News
  readonly #life = new AbortController()
  readonly #pings = setInterval(() => this.#ping(), PING_EVERY_MS)
  #pongTimer: ReturnType<typeof setTimeout> | undefined
  #wasOpen = false
  /** Set after the member had too many pages open. Some may be closed when this one is shown again. */
  #wasTooMany = false
  #socket: ReconnectingSocket

  constructor(client: QueryClient, url = channelUrl()) {
    this.#client = client
    this.#url = url
    this.#news = new News(client)
    this.#socket = this.#connect()
    const { signal } = this.#life
    addEventListener('online', () => this.#reconnect(), { signal })
    addEventListener('offline', () => this.#socket.close(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden || this.#onShown(), { signal })
  }

  close(): void {
    this.#life.abort()
    clearInterval(this.#pings)
    clearTimeout(this.#pongTimer)
    this.#socket.close()
  }

  #connect(): ReconnectingSocket {
    const socket = new ReconnectingSocket(this.#url, null, {
      ...reconnection(),
      connectionTimeout: CHANNEL_CONNECT_MS,
      shouldReconnectOnClose: ({ code }) => !FINAL_CODES.includes(code),
    })
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(this.#pongTimer)
      if (code === SOCKET_CLOSE.tooManySockets) this.#wasTooMany = true
      if (code === SOCKET_CLOSE.notLoggedIn) void this.#closeIfLoggedOut()
    })
    return socket
  }

  /** Replaces the socket, because a reconnection of the old one could still wait for its delay. */
  #reconnect(): void {
    this.#wasTooMany = false
    this.#socket.close()
    this.#socket = this.#connect()
  }

  #receive(frame: string): void {
    clearTimeout(this.#pongTimer)
    const event = eventOf(frame)
    if (event?.type === 'state') this.#onOpened(event)
    else if (event) this.#news.add(event.type)
  }

  /** Reads again what may have changed while the page loaded, or while it was disconnected. */
  #onOpened(state: MemberState): void {
    if (this.#wasOpen) this.#news.add('standing', 'mail', 'notifications')
    else if (this.#isOutdated(state)) this.#news.add('standing', 'mail', 'notifications')
    this.#wasOpen = true
  }

  #isOutdated({ unread, unreadMessages, bannedAt }: MemberState): boolean {
    const session = this.#client.getQueryData(sessionQuery.queryKey)
    if (session === undefined) return false
    const { user, ban } = session
    const hasOtherCounts = user?.unread !== unread || user.unreadMessages !== unreadMessages
    return hasOtherCounts || (ban?.dateStart ?? null) !== bannedAt
  }

  /** Finds a socket that is dead without having been closed, such as after a device slept. */
  #ping(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send('ping')
    clearTimeout(this.#pongTimer)
    this.#pongTimer = setTimeout(() => this.#reconnect(), PONG_WITHIN_MS)
  }

  #onShown(): void {
    if (this.#wasTooMany) this.#reconnect()
    else this.#ping()
    this.#news.refresh()
  }

  async #closeIfLoggedOut(): Promise<void> {
    await this.#client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    if (!this.#client.getQueryData(sessionQuery.queryKey)?.user) this.close()
  }
}

/** News for the page. A hidden page waits with its refresh until it is seen, except after a change of standing. */
class News {
  readonly #client: QueryClient
  readonly #pending = new Set<MemberNews>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshedAt = 0

  constructor(client: QueryClient) {
    this.#client = client
  }

  add(...news: MemberNews[]): void {
    for (const one of news) this.#pending.add(one)
    if (this.#pending.has('standing')) this.refresh()
    else if (!document.hidden) this.#refreshSoon()
  }

  #refreshSoon(): void {
    const delayMs = this.#refreshedAt + REFRESH_EVERY_MS - Date.now()
    this.#timer ??= setTimeout(() => this.refresh(), Math.max(0, delayMs))
  }

  refresh(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size === 0) return
    const queries = new Set([...this.#pending].flatMap((news) => CHANGED_QUERIES[news]))
    this.#pending.clear()
    this.#refreshedAt = Date.now()
    readLatest()
    for (const queryKey of queries) void this.#client.invalidateQueries({ queryKey })
  }
}

const channelUrl = () => new URL(MEMBER_SOCKET_PATH, location.href.replace(/^http/, 'ws')).href

/** Null for a pong, and for an event that this page does not know. */
function eventOf(frame: string) {
  if (frame === 'pong') return null
  return memberChannelEvent.safeParse(JSON.parse(frame)).data ?? null
}
