import { DurableObject } from 'cloudflare:workers'
import type { ModerateBody, RoomSettings } from '../../contract/http/chat.ts'
import { CHAT_FORGOTTEN_DAYS } from '../../contract/limits.ts'
import { type ChatClientMessage, type ChatLine, chatClientMessage } from '../../contract/socket/chat.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { toWireTime } from '../../contract/time.ts'
import { decode } from '../lib/decode.ts'
import { Doors } from '../lib/doors.ts'
import { DueTimes } from '../lib/due.ts'
import type { Whom } from '../lib/ended.ts'
import { Listener } from '../lib/listener.ts'
import { Listeners } from '../lib/listeners.ts'
import { readOpening } from '../lib/opening.ts'
import { gatherMs } from '../lib/pacing.ts'
import { readTicket } from '../lib/ticket.ts'
import { announceStream, type StreamLine } from './announce-stream.ts'
import { Attendance } from './attendance.ts'
import { Errands } from './errands.ts'
import { LateMessages } from './late.ts'
import { type Act, type ActRefusal, keepOrder } from './order.ts'
import { type RoomMessage, receive } from './receive.ts'
import {
  type Effect,
  entryOf,
  keepsOrder,
  type Opening,
  type Room,
  type RoomFacts,
  type RoomLog,
  type Stamp,
} from './room.ts'
import { RoomLists } from './room-lists.ts'
import type { ChatSite } from './site.ts'
import { RoomStore } from './store.ts'
import { frameOf, Telling } from './telling.ts'

/** What a room is given by its surroundings. */
export type ChatRoomEnv = {
  readonly TICKET_SECRET: string
  /** How many lines a member may say at once, and how many a second after that. */
  readonly CHAT_LINES_AT_ONCE: string
  readonly CHAT_LINES_PER_SECOND: string
}

const SOCKETS_EACH_MAX = 10
const DAY_MS = 86_400_000

/**
 * The object of one room: sockets, clock and storage around the core. What the core decides is kept before anyone is
 * told of it; while the room is busy it is gathered, one row and one frame a batch.
 */
export class ChatRoom extends DurableObject<ChatRoomEnv> {
  readonly #store: RoomStore
  readonly #due: DueTimes
  readonly #errands: Errands
  readonly #roomLists: RoomLists
  readonly #listeners = new Listeners<Stamp>()
  readonly #doors: Doors<Stamp>
  readonly #telling: Telling
  readonly #late = new LateMessages()
  #room: Room
  readonly #attendance: Attendance
  /** A field, not a method: what a stub could call are methods. */
  protected readonly gatherMs: typeof gatherMs = gatherMs

  constructor(ctx: DurableObjectState, env: ChatRoomEnv) {
    super(ctx, env)
    this.#store = new RoomStore(ctx.storage)
    this.#due = new DueTimes(
      ctx.storage,
      () => this.#store.read('due') ?? {},
      (due) => this.#store.keep('due', due),
    )
    const site = (ctx.exports as unknown as { SiteForChat: ChatSite }).SiteForChat
    this.#errands = new Errands(site, this.#store, this.#due)
    this.#roomLists = new RoomLists(site)
    this.#doors = new Doors({
      ...{ ctx, listeners: this.#listeners, socketsEachMax: SOCKETS_EACH_MAX },
      listenerOf: (socket, stamp) => new Listener(socket, stamp),
      left: ({ isIn, stamp }) => {
        if (isIn) this.#attendance.leave(stamp.member.id)
      },
    })
    this.#telling = new Telling({
      ...{ store: this.#store, listeners: this.#listeners },
      gatherMs: (flow, listeners) => this.gatherMs(flow, listeners),
      keepsOrder: (member) => keepsOrder(this.#room, member),
      letGo: (letGo) => this.#doors.letGo(letGo),
      tellNews: () => ctx.waitUntil(this.#errands.tellNews(this.#room.channel)),
      fail: (why) => ctx.abort(why),
    })
    this.#attendance = new Attendance((change, count) => {
      if (change) this.#doors.letGo(this.#listeners.tellAll(frameOf(change), Date.now()))
      this.ctx.waitUntil(this.#errands.tellCount(this.#room.channel, count))
    })
    this.#room = this.#load()
    for (const { isIn, stamp } of this.#doors.wake()) if (isIn) this.#attendance.wasIn(stamp.member)
  }

  #load(): Room {
    const limits = { atOnce: Number(this.env.CHAT_LINES_AT_ONCE), perSecond: Number(this.env.CHAT_LINES_PER_SECOND) }
    return this.#store.load(this.#store.read('channel') ?? '', limits, Date.now())
  }

  /** Opens a socket for whom the worker says; nobody else can call this. */
  override fetch(request: Request): Response {
    const { session, ...opening } = readOpening<Opening>(request)
    const { member } = opening
    const refusal = this.#doors.refusal({ member, session }, Date.now())
    if (refusal) return refusal
    this.#begin(opening)
    return this.#doors.open({ member, session, until: 0 }).response
  }

  /** Remembers what the room is called, whose it is, and that someone came. */
  #begin({ channel, title, ownerId }: RoomFacts): void {
    if (this.#room.channel !== channel) this.#store.keep('channel', channel)
    if (this.#room.title !== title) this.#store.keep('title', title)
    if (this.#room.ownerId !== ownerId) this.#store.keep('ownerId', ownerId)
    this.#room = { ...this.#room, channel, title, ownerId }
    const forgetAt = Date.now() + CHAT_FORGOTTEN_DAYS * DAY_MS
    // A row for each who comes would be many; a day more or less does not matter.
    if (forgetAt - (this.#due.at('forget') ?? 0) > DAY_MS) this.#due.set('forget', forgetAt)
  }

  override webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): void | Promise<void> {
    const listener = this.#listeners.of(socket)
    const now = Date.now()
    if (!listener) return socket.close(SOCKET_CLOSE.again, 'again')
    if (!listener.mayCall(now, this.#room.limits.perSecond))
      return this.#close(listener, SOCKET_CLOSE.flood, 'too many')
    const message = decode(chatClientMessage, raw)
    if (!message) return this.#close(listener, SOCKET_CLOSE.badMessage, 'bad message')
    if (message.type === 'auth') return this.#auth(listener, message)
    if (!listener.isIn) return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (!listener.askAnew(now)) return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (message.type === 'ack') return this.#caughtUp(listener, message.mark)
    if (listener.stamp.until < now) return this.#late.keep(listener, message)
    if (message.type === 'channels') return this.#sendChannels(listener)
    this.#receive(listener, message, now)
  }

  #receive(listener: Listener<Stamp>, message: RoomMessage, now: number): void {
    const [room, effects] = receive(this.#room, listener.stamp.member, message, now, this.#log)
    this.#do(room, effects, listener)
  }

  override webSocketClose(socket: WebSocket): void {
    this.#doors.closed(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#doors.broke(socket)
  }

  #close(listener: Listener<Stamp>, code: number, reason: string): void {
    this.#doors.close(listener, code, reason)
  }

  /** A ticket of the very member and session that opened the socket lets in, or stay in. */
  async #auth(listener: Listener<Stamp>, auth: Extract<ChatClientMessage, { type: 'auth' }>): Promise<void> {
    const ticket = await readTicket(this.env.TICKET_SECRET, auth.chatId, Date.now())
    if (this.#listeners.of(listener.socket) !== listener) return
    const { member, session, until } = listener.stamp
    const isTheirs = ticket?.session === session && ticket.member.id === member.id
    if (!isTheirs || auth.channel !== this.#room.channel)
      return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    const { fan, belongs } = ticket.standing?.channel === auth.channel ? ticket.standing : member
    // Before they are in: what was gathered is in the lines that they are told.
    this.#telling.flush()
    if (this.#listeners.of(listener.socket) !== listener) return
    // What the worker said when it opened the socket is no older than a first ticket; a ticket that follows is newer.
    const known = ticket.until > until && until > 0 ? ticket.member : member
    listener.restamp({ session, until: Math.max(until, ticket.until), member: { ...known, fan, belongs } })
    if (until === 0) this.#attendance.enter(known)
    this.#tellEntry(listener, auth.last)
    for (const message of this.#late.take(listener)) this.#receive(listener, message, Date.now())
    await this.#sendChannels(listener)
  }

  /** Who lagged and has read on is told what stands, as if they came in. */
  #caughtUp(listener: Listener<Stamp>, mark: number): void {
    if (!listener.caughtUp(mark)) return
    this.#telling.flush()
    this.#tellEntry(listener, undefined)
  }

  #tellEntry(listener: Listener<Stamp>, last: number | undefined): void {
    const now = Date.now()
    const entry = entryOf(this.#room, listener.stamp.member, last, now)
    listener.send(JSON.stringify([...entry, this.#attendance.list()]), now)
  }

  async #sendChannels(listener: Listener<Stamp>): Promise<void> {
    const channels = await this.#roomLists.listFor(listener.stamp.member.id)
    if (channels) listener.send(frameOf({ type: 'channel-list', channels }), Date.now())
  }

  /** Takes over what the core decided. */
  #do(room: Room, effects: readonly Effect[], asker?: Listener<Stamp>): void {
    this.#room = room
    this.#telling.add(effects, asker)
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    const { channel } = this.#room
    await this.#due.doAll(now, async (due) => {
      if (due === 'news') await this.#errands.tellNews(channel)
      if (due === 'forget') await this.#forget(now)
      if (due === 'count') {
        this.#errands.countAgain()
        await this.#errands.tellCount(channel, this.#attendance.count)
      }
    })
  }

  /** Lines go after 30 days in which nobody entered; as long as someone is in, they stay. */
  async #forget(now: number): Promise<void> {
    if (this.#listeners.count > 0) return this.#due.set('forget', now + DAY_MS)
    this.#store.forget(this.#room)
    this.#room = this.#load()
    await this.#errands.tellForgotten(this.#room.channel)
  }

  /** Closes the sockets of a member, or of one of their sessions, and lets none in that is on its way, unless they may come back. */
  end(whom: Whom, code: number): void {
    for (const listener of this.#doors.ending(whom, code)) this.#close(listener, code, 'ended')
  }

  /** Has everyone come in anew, for the worker, since not all of them may be here any more. */
  readmit(): void {
    for (const listener of this.#listeners.all()) this.#close(listener, SOCKET_CLOSE.again, 'again')
  }

  /** Keeps order, for the worker, which says who does it, whom it concerns and whose room it is. */
  moderate(opening: Opening, act: ModerateBody & Pick<Act, 'target'>): 'done' | ActRefusal {
    this.#begin(opening)
    const decided = keepOrder(this.#room, opening.member, act, Date.now(), this.#log)
    if (typeof decided === 'string') return decided
    this.#do(...decided)
    this.#telling.flush()
    return 'done'
  }

  /** Says in a standing room that someone began a stream, once, for the worker. */
  announceStream(channel: string, line: StreamLine): void {
    this.#begin({ channel, title: null, ownerId: null })
    this.#do(...announceStream(this.#room, line, Date.now(), this.#log))
    this.#telling.flush()
  }

  /** What members said from one time to another and stands still, for the worker; milliseconds since 1970. */
  linesBetween(from: number, to: number): ChatLine[] {
    return this.#kept().linesBetween(from, to)
  }

  /** The order of the room, for its moderators. */
  settings(): RoomSettings {
    const { rules, words, muted, held } = this.#room
    const now = Date.now()
    const stillMuted = [...muted].filter(([, { until }]) => until > now)
    return {
      rules,
      words: [...words],
      muted: stillMuted.map(([userId, { nickname, until }]) => ({ userId, nickname, until: toWireTime(until) })),
      held: [...held.values()],
    }
  }

  /** Lines that hold all words, before a number, for staff. */
  search(words: string[], before: number): { lines: ChatLine[]; done: boolean } {
    this.#telling.flush()
    return this.#store.search(words, before)
  }

  /** What is kept, as far as the core asks it: with all that was decided in it. */
  readonly #log: RoomLog = {
    lineOf: (id) => this.#kept().lineOf(id),
    lineUnder: (userId, key, after) => this.#kept().lineUnder(userId, key, after),
    idsBy: (userId) => this.#kept().idsBy(userId),
  }

  #kept(): RoomStore {
    this.#telling.flush()
    return this.#store
  }
}
