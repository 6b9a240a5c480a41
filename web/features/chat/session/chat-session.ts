import { ANNOUNCEMENT_MS } from '../../../../contract/limits.ts'
import {
  type ChatClientMessage,
  type ChatServerEvent,
  chatServerEvent,
  chatSocketPath,
} from '../../../../contract/socket/chat.ts'
import { type LiveRoom, LiveSession, type LiveState } from '../../../lib/live-session.ts'
import { readStored, writeStored } from '../../../lib/local-storage.ts'
import { chatSeenName, chatUnsentName } from '../../../lib/own-drafts.ts'
import {
  asSent,
  asUnsent,
  isUnconfirmed,
  lineMessage,
  type OutgoingLine,
  parseOutgoing,
  serializeOutgoing,
} from './outgoing-lines.ts'
import { applyEvent, emptyView, markSeen, type RoomView } from './room-view.ts'

/** Time after which an unconfirmed line counts as lost with its socket. */
const REPLY_TIMEOUT_MS = 10_000
/** Time for which the connection stays open for the next page of the tab. */
const LINGER_MS = 2000

export type ChatState = LiveState & { view: RoomView }
type Refused = Extract<ChatServerEvent, { type: 'refused' }>

/** A member's session in one chat room of this tab, shared by page and dock. */
export class ChatSession extends LiveSession<ChatState, ChatClientMessage, ChatServerEvent> {
  readonly channel: string
  protected readonly room: LiveRoom<ChatClientMessage, ChatServerEvent>
  readonly #userId: number
  readonly #refusalListeners = new Set<(refused: Refused) => void>()
  #announcement: ReturnType<typeof setTimeout> | undefined

  constructor(channel: string, userId: number) {
    const seen = readStored(chatSeenName(userId, channel))
    const outgoing = parseOutgoing(readStored(chatUnsentName(userId, channel)))
    const view = emptyView(outgoing, seen === null ? null : Number(seen))
    super({ view, connection: { state: 'connecting' } }, { lingerMs: LINGER_MS, replyTimeoutMs: REPLY_TIMEOUT_MS })
    this.channel = channel
    this.#userId = userId
    this.room = {
      channel,
      path: chatSocketPath(channel),
      auth: (chatId) => ({ type: 'auth', chatId, channel, last: this.state().view.lastNumber || undefined }),
      events: chatServerEvent,
      isAdmission: ({ type }) => type === 'channel',
    }
  }

  /** Calls a listener for each edit or deletion that the room refuses. */
  readonly onRefusal = (listener: (refused: Refused) => void): (() => void) => {
    this.#refusalListeners.add(listener)
    return () => this.#refusalListeners.delete(listener)
  }

  /** Sends a line now, or when the client is back in the room. */
  sendLine(message: string, replyTo?: number): void {
    const line: OutgoingLine = { key: crypto.randomUUID(), message, replyTo, state: 'unsent' }
    this.#changeOutgoing((lines) => [...lines, line])
    this.#sendOutgoing(({ key }) => key === line.key)
  }

  resend(key: string): void {
    this.#changeOutgoing((lines) => lines.map((line) => (line.key === key ? asUnsent(line) : line)))
    this.#sendOutgoing((line) => line.key === key)
  }

  discard(key: string): void {
    this.#changeOutgoing((lines) => lines.filter((line) => line.key !== key))
  }

  /**
   * Sends a message other than a line. Returns false while the client is not in the room; the message is then not sent
   * at all.
   */
  submit(message: Extract<ChatClientMessage, { type: 'edit' | 'delete' | 'channels' }>): boolean {
    return this.send(message)
  }

  readonly markSeen = (): void => {
    const { view: before } = this.state()
    if (before.lastNumber > 0) this.#changeView(markSeen(before))
  }

  /** Removes the announcement's banner; the line stays in the log. */
  readonly dismissAnnouncement = (): void => {
    clearTimeout(this.#announcement)
    this.setState({ view: { ...this.state().view, announcement: null } })
  }

  protected override onEvents(events: ChatServerEvent[]): void {
    const now = Date.now()
    const { view: before } = this.state()
    const view = events.reduce((current, event) => applyEvent(current, event, this.#userId, now), before)
    this.#changeView(view)
    if (view.announcement && view.announcement !== before.announcement) {
      clearTimeout(this.#announcement)
      this.#announcement = setTimeout(this.dismissAnnouncement, ANNOUNCEMENT_MS)
    }
    // Only the lines of `chats` show which outgoing lines the room received before the connection was lost.
    if (events.some(({ type }) => type === 'chats')) this.#sendOutgoing(isUnconfirmed)
    for (const event of events)
      if (event.type === 'refused' && event.key === undefined)
        for (const listener of this.#refusalListeners) listener(event)
  }

  #sendOutgoing(shouldSend: (line: OutgoingLine) => boolean): void {
    const { lastNumber, outgoing } = this.state().view
    const sent = new Set<string>()
    for (const line of outgoing) if (shouldSend(line) && this.send(lineMessage(line))) sent.add(line.key)
    if (sent.size)
      this.#changeOutgoing((lines) => lines.map((line) => (sent.has(line.key) ? asSent(line, lastNumber) : line)))
  }

  #changeOutgoing(change: (lines: readonly OutgoingLine[]) => readonly OutgoingLine[]): void {
    const { view } = this.state()
    this.#changeView({ ...view, outgoing: change(view.outgoing) })
  }

  /** Stores outgoing lines and the last seen line with every change, so that a reload loses none. */
  #changeView(view: RoomView): void {
    const before = this.state().view
    if (view === before) return
    const { outgoing, seen } = view
    if (seen !== before.seen) writeStored(chatSeenName(this.#userId, this.channel), String(seen))
    if (outgoing !== before.outgoing) {
      const name = chatUnsentName(this.#userId, this.channel)
      writeStored(name, serializeOutgoing(outgoing, before.outgoing, readStored(name)))
      this.expectReply(outgoing.some(({ state }) => state === 'sent'))
    }
    this.setState({ view })
  }
}

const sessions = new Map<string, ChatSession>()

/** Returns the one session that a member has for a channel in this tab. */
export function chatSessionOf(channel: string, userId: number): ChatSession {
  const name = `${userId} ${channel}`
  const session = sessions.get(name) ?? new ChatSession(channel, userId)
  sessions.set(name, session)
  return session
}
