import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { ticketReply } from '../../contract/http/chat.ts'
import { call } from './call.ts'
import { type ConnectionState, LiveConnection } from './live-connection.ts'
import { Store, useStore } from './store.ts'

/** State that every live session has; subclasses add theirs. */
export type LiveState = { connection: ConnectionState }

export type LiveRoom<Message, Event> = {
  path: string
  /** Channel for which a ticket is requested. */
  channel: string
  auth: (ticket: string) => Message
  /** Schema of the server's events; unknown events are ignored. */
  events: z.ZodMiniType<Event>
  /** True for the event by which the room admits this client. */
  isAdmission: (event: Event) => boolean
}

type LiveSessionOptions = {
  /** Milliseconds for which the connection stays open after its last user has left; by default it closes at once. */
  lingerMs?: number
  /** Reconnects when sent work has not been confirmed for this many milliseconds, because the socket is dead. */
  replyTimeoutMs?: number
}

/** The wait for a reply is doubled at most this many times. */
const REPLY_DOUBLINGS_MAX = 3

/**
 * A member's presence in a live room (chat, whiteboard, stream): state for React, a socket that reconnects, the browser
 * going offline and online, and unconfirmed work. The connection is open while something uses it.
 */
export abstract class LiveSession<
  State extends LiveState,
  Message extends { type: string },
  Event extends { type: string },
> extends Store<State> {
  readonly #options: LiveSessionOptions
  #connection: LiveConnection<Message, Event> | null = null
  #users = 0
  #isEntered = false
  #expectsReply = false
  #replyTimer: ReturnType<typeof setTimeout> | undefined
  /** Reconnections since the last reply. */
  #unanswered = 0

  constructor(state: State, options: LiveSessionOptions = {}) {
    super(state)
    this.#options = options
  }

  protected abstract readonly room: LiveRoom<Message, Event>

  /** Enters the room, or stays in it, until the returned function is called. */
  readonly enter = (): (() => void) => {
    this.#users++
    if (!this.#isEntered) {
      this.#isEntered = true
      this.onEnter()
    }
    return () => {
      this.#users--
      const leave = () => this.#isEntered && this.#users === 0 && this.#leave()
      if (this.#options.lingerMs === undefined) leave()
      else setTimeout(leave, this.#options.lingerMs)
    }
  }

  /** Reconnects at once instead of waiting for the next attempt. */
  readonly reconnect = (): void => this.#connection?.reconnect()

  /** Called when the first user enters; opens the connection unless overridden. */
  protected onEnter(): void {
    this.connect()
  }

  /** Called after the last user has left and the connection is closed. */
  protected onLeave(): void {}

  protected abstract onEvents(events: Event[]): void

  protected onBytes(_bytes: ArrayBuffer): void {}

  protected onPong(): void {}

  protected onConnection(connection: ConnectionState): void {
    this.setState({ connection } as Partial<State>)
  }

  /** Stores unsent work in the browser; called before the page or the room is left. */
  protected saveUnsent(): void {}

  protected connect(): void {
    const { path, channel, ...room } = this.room
    this.setState({ connection: { state: 'connecting' } } as Partial<State>)
    this.#connection = new LiveConnection({
      ...room,
      url: new URL(path, location.href.replace(/^http/, 'ws')).href,
      ticket: async () =>
        (await call(ticketReply, `/api/v2/chat/ticket?channel=${encodeURIComponent(channel)}`)).chatId,
      onEvents: (events) => this.onEvents(events),
      onBytes: (bytes) => this.onBytes(bytes),
      onPong: () => this.onPong(),
      onChange: (connection) => {
        if (connection.state === 'open') this.#waitForReply()
        this.onConnection(connection)
      },
    })
    addEventListener('offline', this.#goOffline)
    addEventListener('online', this.reconnect)
    addEventListener('pagehide', this.#save)
  }

  /** Closes the connection permanently. The state remains readable. */
  protected disconnect(): void {
    clearTimeout(this.#replyTimer)
    removeEventListener('offline', this.#goOffline)
    removeEventListener('online', this.reconnect)
    removeEventListener('pagehide', this.#save)
    this.#connection?.close()
    this.#connection = null
  }

  /** Sends a message; false while the client is not in the room. */
  protected send(message: Message): boolean {
    return this.#connection?.send(message) ?? false
  }

  /** Sends a binary frame; false while the client is not in the room. */
  protected sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#connection?.sendBytes(bytes) ?? false
  }

  protected ping(): boolean {
    return this.#connection?.ping() ?? false
  }

  /** Number of bytes that the browser has buffered and not sent. */
  protected get bufferedBytes(): number {
    return this.#connection?.bufferedBytes ?? 0
  }

  /** Starts or stops the wait for a reply; each call restarts the time. */
  protected expectReply(isExpected: boolean): void {
    this.#expectsReply = isExpected
    this.#unanswered = 0
    this.#waitForReply()
  }

  /** Waits twice as long after each reconnection: a slow line may take longer to get the room's state. */
  #waitForReply(): void {
    clearTimeout(this.#replyTimer)
    const { replyTimeoutMs } = this.#options
    if (!this.#expectsReply || replyTimeoutMs === undefined) return
    this.#replyTimer = setTimeout(
      () => {
        if (this.state().connection.state !== 'open') return
        this.#unanswered++
        this.reconnect()
      },
      replyTimeoutMs * 2 ** Math.min(this.#unanswered, REPLY_DOUBLINGS_MAX),
    )
  }

  #leave(): void {
    this.#isEntered = false
    this.saveUnsent()
    this.disconnect()
    this.onLeave()
  }

  readonly #goOffline = (): void => this.#connection?.goOffline()

  readonly #save = (): void => this.saveUnsent()
}

/** Enters a session while the component is mounted, and returns its state. */
export function useLiveSession<State extends LiveState>(session: Store<State> & { enter: () => () => void }): State {
  useEffect(() => session.enter(), [session])
  return useStore(session)
}
