import { ANNOUNCEMENT_MS } from '../../../contract/limits.ts'
import {
  type ChatClientMessage,
  type ChatServerEvent,
  chatServerEvent,
  chatSocketPath,
} from '../../../contract/socket/chat.ts'
import { type Connection, LiveConnection } from '../../lib/live-connection.ts'
import { readStored, writeStored } from '../../lib/stored.ts'
import { asSent, asUnsent, isOnItsWay, keptOwn, messageFor, type OwnLine, parseOwn } from './own-lines.ts'
import { takeTicket } from './queries.ts'
import { applyEvent, emptyView, lookedAt, type RoomView } from './room-view.ts'

/** A line that stands by then nowhere was lost with a socket that only seems to be there. */
const UNANSWERED_MS = 10_000

/** A page that follows another soon after takes its socket over. */
const LINGERS_MS = 2000

export type RoomState = { view: RoomView; connection: Connection }
type Refused = Extract<ChatServerEvent, { type: 'refused' }>

/** A room for one member in this tab: page and box look at the same one, by one socket. */
export class Room {
  readonly channel: string
  readonly #me: number
  readonly #listeners = new Set<() => void>()
  readonly #refusals = new Set<(refused: Refused) => void>()
  #state: RoomState
  #connection: LiveConnection<ChatClientMessage, ChatServerEvent> | null = null
  #users = 0
  #unanswered: ReturnType<typeof setTimeout> | undefined
  #announced: ReturnType<typeof setTimeout> | undefined

  constructor(channel: string, me: number) {
    this.channel = channel
    this.#me = me
    const seen = readStored(this.#nameOf('seen'))
    const view = emptyView(parseOwn(readStored(this.#nameOf('unsent'))), seen === null ? null : Number(seen))
    this.#state = { view, connection: { state: 'connecting' } }
  }

  readonly state = (): RoomState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears of edits and deletions that the room refused. */
  readonly onRefusal = (listener: (refused: Refused) => void): (() => void) => {
    this.#refusals.add(listener)
    return () => this.#refusals.delete(listener)
  }

  /** Enters the room, or stays in it, until what is answered is called. */
  readonly enter = (): (() => void) => {
    this.#users++
    if (!this.#connection) this.#connect()
    return () => {
      this.#users--
      setTimeout(() => this.#users === 0 && this.#leave(), LINGERS_MS)
    }
  }

  say(message: string, replyTo?: number): void {
    const line: OwnLine = { key: crypto.randomUUID(), message, replyTo, state: 'unsent' }
    this.#changeOwn((own) => [...own, line])
    this.#sendOwn(({ key }) => key === line.key)
  }

  /** Says a line again that was refused. */
  sayAgain(key: string): void {
    this.#changeOwn((own) => own.map((line) => (line.key === key ? asUnsent(line) : line)))
    this.#sendOwn((line) => line.key === key)
  }

  discard(key: string): void {
    this.#changeOwn((own) => own.filter((line) => line.key !== key))
  }

  /** Says what is no line; false when one is not in the room, and it is not sent later either. */
  tell(message: Extract<ChatClientMessage, { type: 'edit' | 'delete' | 'channels' }>): boolean {
    return this.#connection?.say(message) ?? false
  }

  readonly markSeen = (): void => {
    const view = lookedAt(this.#state.view)
    if (view === this.#state.view || view.number === 0) return
    writeStored(this.#nameOf('seen'), String(view.number))
    this.#change({ view })
  }

  /** Takes away what is announced; it stays as a line. */
  readonly dismissAnnouncement = (): void => {
    clearTimeout(this.#announced)
    this.#change({ view: { ...this.#state.view, announcement: null } })
  }

  readonly tryNow = (): void => this.#connection?.tryNow()

  #nameOf(what: string): string {
    return `chat-${what} ${this.#me} ${this.channel}`
  }

  #connect(): void {
    const { channel } = this
    this.#change({ connection: { state: 'connecting' } })
    this.#connection = new LiveConnection({
      url: new URL(chatSocketPath(channel), location.href.replace(/^http/, 'ws')).href,
      ticket: () => takeTicket(channel),
      auth: (chatId) => ({ type: 'auth', chatId, channel, last: this.#state.view.number || undefined }),
      events: chatServerEvent,
      letsIn: ({ type }) => type === 'channel',
      onEvents: (events) => this.#hear(events),
      onChange: (connection) => this.#change({ connection }),
    })
    addEventListener('offline', this.#pause)
    addEventListener('online', this.tryNow)
  }

  #leave(): void {
    clearTimeout(this.#unanswered)
    removeEventListener('offline', this.#pause)
    removeEventListener('online', this.tryNow)
    this.#connection?.leave()
    this.#connection = null
  }

  readonly #pause = (): void => this.#connection?.pause()

  #hear(events: ChatServerEvent[]): void {
    const now = Date.now()
    const before = this.#state.view
    const view = events.reduce((until, event) => applyEvent(until, event, this.#me, now), before)
    this.#change({ view })
    if (view.announcement && view.announcement !== before.announcement) {
      clearTimeout(this.#announced)
      this.#announced = setTimeout(this.dismissAnnouncement, ANNOUNCEMENT_MS)
    }
    // Only now is it known which of one's lines came to stand while one was away.
    if (events.some(({ type }) => type === 'chats')) this.#sendOwn(isOnItsWay)
    for (const event of events) {
      if (event.type === 'refused' && event.key === undefined) for (const hear of this.#refusals) hear(event)
    }
  }

  #sendOwn(which: (line: OwnLine) => boolean): void {
    const { number, own } = this.#state.view
    const sent = new Set<string>()
    for (const line of own) if (which(line) && this.#connection?.say(messageFor(line))) sent.add(line.key)
    if (sent.size) this.#changeOwn((lines) => lines.map((line) => (sent.has(line.key) ? asSent(line, number) : line)))
  }

  #changeOwn(change: (own: readonly OwnLine[]) => readonly OwnLine[]): void {
    const { view } = this.#state
    this.#change({ view: { ...view, own: change(view.own) } })
  }

  #change(changed: Partial<RoomState>): void {
    const before = this.#state
    this.#state = { ...before, ...changed }
    const { own } = this.#state.view
    if (own !== before.view.own) {
      writeStored(this.#nameOf('unsent'), keptOwn(own, before.view.own, readStored(this.#nameOf('unsent'))))
      this.#watchUnanswered(own)
    }
    for (const listener of this.#listeners) listener()
  }

  #watchUnanswered(own: readonly OwnLine[]): void {
    clearTimeout(this.#unanswered)
    if (!own.some(({ state }) => state === 'sent')) return
    this.#unanswered = setTimeout(() => this.#state.connection.state === 'in' && this.tryNow(), UNANSWERED_MS)
  }
}

const rooms = new Map<string, Room>()

/** The one room of that name that this member has in this tab. */
export function roomOf(channel: string, me: number): Room {
  const name = `${me} ${channel}`
  const room = rooms.get(name) ?? new Room(channel, me)
  rooms.set(name, room)
  return room
}
