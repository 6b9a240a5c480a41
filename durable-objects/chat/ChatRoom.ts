import type { RoomSettingsReply } from '../../contract/http/chat.ts'
import { CHAT_RETENTION_DAYS, EVIDENCE_NEIGHBOURS, ROOM_SOCKETS_PER_MEMBER } from '../../contract/limits.ts'
import { type ChatClientMessage, type ChatLine, chatClientMessage } from '../../contract/socket/chat.ts'
import { Batcher, batchDelayMs } from '../realtime/Batcher.ts'
import { ClosingSockets } from '../realtime/ClosingSockets.ts'
import { Connection } from '../realtime/Connection.ts'
import { OUTBOX_ALARM } from '../realtime/Outbox.ts'
import { type AuthMessage, type RoomEnv, type RoomMessage, RoomObject } from '../realtime/RoomObject.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import { storeOrRestart } from '../realtime/store-or-restart.ts'
import { type BucketLimits, TokenBuckets } from '../realtime/TokenBucket.ts'
import type { VerifiedTicket } from '../realtime/ticket.ts'
import { Attendance, type UserList } from './Attendance.ts'
import { ChannelLists } from './ChannelLists.ts'
import type { LineContext, NamedLine } from './ChatLog.ts'
import { ChatReports, type ChatSite, type LineMentions } from './ChatReports.ts'
import { ChatStore } from './ChatStore.ts'
import { HeldLines } from './HeldLines.ts'
import { LineCounts } from './LineCounts.ts'
import { handleMessage, postStreamEnd, postStreamStart, type StreamStartLine, withdrawStreamStart } from './messages.ts'
import { moderate } from './moderation.ts'
import type { ModerationRefusal, ModerationRequest } from './moderation-request.ts'
import { connectionLimits, type SpeechEnv, speechLimits } from './speech-rate.ts'
import {
  admittedChatState,
  type ChatSocketState,
  chatFrame,
  type Decision,
  type Effect,
  entryEvents,
  heldEvent,
  type IdentifiedRoom,
  isExcluded,
  isModerator,
  isRecipient,
  type Member,
  type RoomFacts,
  type RoomHandshake,
  type RoomLog,
  settingsOf,
  withMentions,
} from './state.ts'

export type ChatRoomEnv = RoomEnv & SpeechEnv

type ChatConnection = Connection<ChatSocketState>
type Auth = AuthMessage<ChatClientMessage>
type Message = RoomMessage<ChatClientMessage>

const DAY_MS = 86_400_000
/**
 * Renewed tickets of one member that are answered with the room: burst, then per second. A page renews every few
 * minutes.
 */
const RENEWALS: BucketLimits = { capacity: 20, perSecond: 0.2 }

/**
 * The data of four sockets that read nothing. Less than in other rooms, because all sockets of a member hold less than
 * 3 MB here.
 */
const REFUSED_UNREAD_BYTES = 2 ** 20

/** A chat room: connections and storage around the pure core. Effects of the core are stored before they are sent. */
export class ChatRoom extends RoomObject<ChatRoomEnv, ChatSocketState, ChatClientMessage> {
  readonly #store = new ChatStore(this.ctx.storage)
  readonly #site = (this.ctx.exports as unknown as { SiteForChat: ChatSite }).SiteForChat
  readonly #channels = new ChannelLists(this.#site)
  readonly #lineCounts = new LineCounts(this.#site, this.connections)
  readonly #renewals = new TokenBuckets(RENEWALS)
  readonly #reports = new ChatReports(this.#site, this.#store.outbox, this.alarms)
  readonly #attendance = new Attendance((change, count) => this.#onAttendance(change, count))
  protected readonly closing = new ClosingSockets(this.ctx, this.connections, REFUSED_UNREAD_BYTES)
  readonly #held = new HeldLines({
    connections: this.connections,
    eventFor: (member) => heldEvent(this.#room, member),
    flush: () => this.flush(),
    drop: (connection) => this.close(connection, REFUSED.tooSlow),
  })
  readonly #batcher: Batcher<Effect>
  readonly #log: RoomLog
  #room = this.#store.load(speechLimits(this.env), Date.now())

  constructor(ctx: DurableObjectState, env: ChatRoomEnv, delayMsFor = batchDelayMs) {
    super(ctx, env, {
      messages: chatClientMessage,
      socketsPerMember: ROOM_SOCKETS_PER_MEMBER,
      messagesPerMember: connectionLimits(env).frames,
    })
    this.#batcher = new Batcher((effects, now) => this.#flushEffects(effects, now), this.connections, delayMsFor)
    this.#log = this.#store.log.flushedFirst(this.#batcher)
    for (const { state } of this.connections.authenticated()) this.#attendance.restore(state.member)
  }

  protected override makeConnection(socket: WebSocket, state: ChatSocketState): ChatConnection {
    return new Connection(socket, state, { ...connectionLimits(this.env), budget: this.budget })
  }

  protected override onHandshake({
    session,
    ...handshake
  }: RoomHandshake & { session: string }): ChatSocketState | Refusal {
    const now = Date.now()
    if (!this.#identify(handshake, now)) return REFUSED.reconnect
    this.closing.check(now)
    if (this.closing.refuses(handshake.member.id, now)) return REFUSED.tooSlow
    if (isExcluded(this.#room, handshake.member)) return REFUSED.excluded
    return { member: handshake.member, session, expiresAt: 0 }
  }

  /**
   * Updates the facts of the room. Clears what an earlier room of the same name left, which was closed while this object
   * could not be reached. Its open pages enter the new room. False for a handshake or change of that earlier room: its
   * owner must not moderate the new one.
   */
  #identify({ roomId, ...facts }: IdentifiedRoom, now: number): boolean {
    if (this.#store.isClosedRoom(roomId, now)) return false
    if (this.#store.replacesRoom(roomId, now)) {
      this.clear()
      this.closeAll(this.connections.all(), REFUSED.reconnect)
    }
    this.#updateFacts(facts)
    return true
  }

  #updateFacts(facts: RoomFacts): void {
    this.#room = this.#store.saveFacts(this.#room, facts)
    if (this.alarms.at('forget') === undefined) this.#postponeExpiry()
  }

  /**
   * Lets the room keep its lines for another 30 days. Only members in the room do that, of whom the site knows: it
   * removes rooms that nobody was in for longer.
   */
  #postponeExpiry(): void {
    const forgetAt = Date.now() + CHAT_RETENTION_DAYS * DAY_MS
    // Members enter often, so the alarm is moved at most once a day.
    if (forgetAt - (this.alarms.at('forget') ?? 0) > DAY_MS) this.alarms.set('forget', forgetAt)
  }

  protected override admit(
    { state }: ChatConnection,
    { channel }: Auth,
    ticket: VerifiedTicket,
  ): ChatSocketState | Refusal {
    return channel === this.#room.channel ? admittedChatState(state, channel, ticket) : REFUSED.notLoggedIn
  }

  protected override async onAuthenticated(connection: ChatConnection, { last }: Auth, isNew: boolean): Promise<void> {
    this.#postponeExpiry()
    const { member } = connection.state
    if (isNew) this.#attendance.enter(member)
    else if (!this.#renewals.spend(member.id, 1, Date.now())) return
    this.#sendRoom(connection, last)
    await this.#channels.sendTo(connection)
  }

  protected override receive(connection: ChatConnection, raw: string | ArrayBuffer, now: number): void | Promise<void> {
    const done = super.receive(connection, raw, now)
    this.closing.check(now)
    return done
  }

  protected override onMessage(connection: ChatConnection, message: Message, now: number): void | Promise<void> {
    if (message.type === 'channels') return this.#channels.reply(connection, now)
    const speaker = this.#lineCounts.speakerOf(connection, now)
    const decision = handleMessage(this.#room, speaker, message, now, this.#log)
    this.#apply(decision, connection)
    if (decision[1].some(isWrittenLine)) this.ctx.waitUntil(this.#lineCounts.countWritten(connection, now))
  }

  /**
   * Drops messages that clients send again, and requests for the list of rooms, which is sent after reauthentication.
   */
  protected override onExpired({ type }: Message): 'queue' | 'drop' {
    return type === 'chat' || type === 'channels' ? 'drop' : 'queue'
  }

  protected override onCaughtUp(connection: ChatConnection): void {
    this.flush()
    this.#sendRoom(connection, undefined)
  }

  /** Sends the room again, because the member's role in it may have changed. */
  protected override onFlagsChanged(connection: ChatConnection): void {
    this.flush()
    this.#sendRoom(connection, this.#room.lastNumber)
  }

  protected override onLeft({ isAuthenticated, state }: ChatConnection): void {
    if (isAuthenticated) this.#attendance.leave(state.member.id)
  }

  /** Sends the state of the room, with the lines after a number (`last`) or the latest ones. */
  #sendRoom(connection: ChatConnection, last: number | undefined): void {
    const now = Date.now()
    const events = entryEvents(this.#room, connection.state.member, last, now)
    // A client that lags is sent the room once it has read.
    if (connection.trySend([chatFrame(...events, this.#attendance.list())], now)) this.#held.send(connection, now)
  }

  /** Sets the next state, replies to the sender and queues all other effects. */
  #apply([room, effects]: Decision, sender?: ChatConnection): void {
    this.#room = room
    const now = Date.now()
    const batched = effects.filter((effect) => effect.do !== 'reply')
    this.#batcher.add(batched, now)
    for (const effect of effects) {
      if (effect.do !== 'reply') continue
      // A reply that acknowledges a message must not overtake its storage.
      if (effect.event.type === 'chat' || effect.event.type === 'held') this.flush()
      sender?.send(chatFrame(effect.event), now)
    }
  }

  /** Stores effects and then sends them. Returns the number of events that were broadcast. */
  #flushEffects(effects: readonly Effect[], now: number): number {
    const frame = storeOrRestart(this.ctx, () => this.#store.save(effects))
    if (frame !== null) this.broadcast(frame, now)
    for (const effect of effects)
      if (effect.do === 'send')
        this.broadcast(chatFrame(effect.event), now, ({ state }) => isRecipient(this.#room, effect.to, state.member))
    for (const effect of effects) this.#onRoleChange(effect)
    if (effects.some((effect) => effect.do === 'report')) this.ctx.waitUntil(this.#deliverEvents())
    return effects.filter((effect) => effect.do === 'post').length
  }

  #deliverEvents(): Promise<void> {
    return this.#reports.deliverEvents(this.#room.channel, (found) => this.#storeMentions(found))
  }

  /** Stores the ids of mentioned members with the lines, so that pages show their current names after a rename. */
  #storeMentions(found: readonly LineMentions[]): void {
    if (found.length === 0) return
    this.flush()
    this.#store.storeMentions(found)
    this.#room = withMentions(this.#room, found)
  }

  /** Sends members their new role in the room, and closes the sockets of a member who was shut out. */
  #onRoleChange(effect: Effect): void {
    if (effect.do === 'exclude') this.closeAll(this.connections.ofMember(effect.userId), REFUSED.excluded)
    if (effect.do !== 'appoint' && effect.do !== 'dismiss') return
    for (const connection of this.connections.ofMember(effect.userId))
      if (connection.isAuthenticated) this.#sendRoom(connection, this.#room.lastNumber)
  }

  protected override flush(): void {
    this.#batcher.flush()
  }

  #onAttendance(change: UserList | null, count: number): void {
    if (change) this.broadcast(chatFrame(change), Date.now())
    this.ctx.waitUntil(this.#reports.reportCount(this.#room.channel, count))
  }

  protected override async onAlarm(name: string, now: number): Promise<void> {
    if (name === OUTBOX_ALARM) await this.#deliverEvents()
    if (name === 'forget') await this.#expire(now)
    if (name === 'count') await this.#reports.repeatCount(this.#room.channel, this.#attendance.count)
  }

  /** Deletes all lines, unless a member is connected. Called when nobody has entered for 30 days. */
  async #expire(now: number): Promise<void> {
    if (this.connections.count > 0) return this.alarms.set('forget', now + DAY_MS)
    this.#room = this.#store.expire(this.#room, now)
    await this.#reports.reportExpired(this.#room.channel)
  }

  moderate(handshake: RoomHandshake, request: ModerationRequest): 'done' | ModerationRefusal {
    const now = Date.now()
    if (!this.#identify(handshake, now)) return 'not_found'
    const decision = moderate(this.#room, handshake.member, request, now, this.#log)
    if (typeof decision === 'string') return decision
    this.#apply(decision)
    this.flush()
    return 'done'
  }

  postStreamStart(channel: string, line: StreamStartLine): void {
    this.#updateFacts({ channel, title: null, ownerId: null, offeredTo: null })
    this.#apply(postStreamStart(this.#room, line, Date.now(), this.#log))
    this.flush()
  }

  /** `key` is the key of the line that announced the stream. */
  postStreamEnd(key: string): void {
    this.#apply(postStreamEnd(this.#room, key))
    this.flush()
  }

  /** Deletes the line with this key that announced the stream of a member. */
  withdrawStreamStart(userId: number, key: string): void {
    this.#apply(withdrawStreamStart(this.#room, userId, key, Date.now(), this.#log))
    this.flush()
  }

  /** A line with its neighbours, as evidence of a report. Null for a missing line, and for a reader who is shut out. */
  lineContext(id: number, reader: Member): LineContext | null {
    this.flush()
    return isExcluded(this.#room, reader) ? null : this.#store.log.context(id, EVIDENCE_NEIGHBOURS)
  }

  linesBetween(from: number, to: number): ChatLine[] {
    this.flush()
    return this.#store.log.linesBetween(from, to)
  }

  /**
   * Replaces the names of members whose accounts were deleted. Pages that are open show them until they enter again.
   * Returns the first lines after a number that mention deleted members, `NAMED_LINES_MAX` at most, so that the site
   * can change its copies of them, also after a failure.
   */
  forgetMembers(userIds: readonly number[], after = 0): NamedLine[] {
    this.flush()
    for (const userId of userIds) this.#store.forget(userId)
    this.#room = this.#store.load(this.#room.limits, Date.now())
    return this.#store.log.linesNamingDeleted(after)
  }

  /**
   * Deletes all lines and members' data. Called when the stream of the room was deleted, and when the room was closed.
   */
  clear(): void {
    this.flush()
    this.#room = this.#store.clear(this.#room, Date.now())
  }

  /** Changes the owner of the room, or the member to whom it is offered, and sends the change to these members. */
  changeOwnership(room: IdentifiedRoom): void {
    const before = this.#room
    if (!this.#identify(room, Date.now())) return
    this.flush()
    const concerned = new Set([before.ownerId, before.offeredTo, room.ownerId, room.offeredTo])
    for (const connection of this.connections.authenticated())
      if (concerned.has(connection.state.member.id)) this.#sendRoom(connection, this.#room.lastNumber)
  }

  /**
   * Closes all connections. Called when the group of the room was hidden. Lines stay, because the group may be shown
   * again.
   */
  disconnectAll(): void {
    this.closeAll(this.connections.all(), REFUSED.notFound)
  }

  /**
   * Deletes the data of an open room that its owner or staff closed, and closes its connections. Keeps those of a new
   * room that has the name since, however late the call arrives.
   */
  closeRoom(roomId: number): void {
    if (this.#store.isEarlierRoom(roomId)) return
    this.clear()
    this.disconnectAll()
  }

  settings(handshake: RoomHandshake): RoomSettingsReply | 'forbidden' {
    const now = Date.now()
    if (!this.#identify(handshake, now) || !isModerator(this.#room, handshake.member)) return 'forbidden'
    return settingsOf(this.#room, now)
  }

  search(words: string[], before: number): { lines: ChatLine[]; done: boolean } {
    this.flush()
    return this.#store.log.search(words, before)
  }
}

/** True for the effect of a line that was published, held or edited. */
const isWrittenLine = (effect: Effect) =>
  effect.do === 'hold' || (effect.do === 'post' && (effect.event.type === 'chat' || effect.event.type === 'edit'))
