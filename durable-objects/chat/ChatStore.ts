import { channelKind } from '../../contract/channel.ts'
import { DELETED_MEMBER } from '../../contract/deleted-member.ts'
import { CHAT_HISTORY_LINES } from '../../contract/limits.ts'
import { fromWireTime } from '../../contract/time.ts'
import { KeyValues } from '../realtime/KeyValues.ts'
import { Outbox, type OutboxValues } from '../realtime/Outbox.ts'
import { ChatLog, type StoredEvent } from './ChatLog.ts'
import type { LineMentions, OutboxEvent } from './ChatReports.ts'
import { rememberedMs, type SpeechLimits, type SpeechRates, withMessage } from './speech-rate.ts'
import { type Effect, type Excluded, type Muted, newRoom, type Room, type RoomFacts } from './state.ts'

/** `number` is the room's last number in use, `roomId` the site's id of the room, known since the time `roomSince`. */
type ChatValues = RoomFacts &
  Pick<Room, 'topic' | 'rules' | 'words'> &
  OutboxValues & { number: number; roomId: number; roomSince: number }

/** A handshake of a closed room arrives within this time. Later ones are of a room that a restored database has again. */
const CLOSED_ROOM_MS = 60_000

/** A room's SQLite: log, facts, rules, helpers, mutes, exclusions, held lines and outbox. */
export class ChatStore {
  readonly log: ChatLog
  readonly values: KeyValues<ChatValues>
  readonly outbox: Outbox<OutboxEvent>
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.log = new ChatLog(storage.sql)
    this.values = new KeyValues(storage.sql)
    this.outbox = new Outbox(storage.sql, this.values)
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS mutes (user_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, until INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS helpers (user_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS excluded (user_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS held_lines (id INTEGER PRIMARY KEY, line TEXT NOT NULL);
    `)
  }

  /** Restores the state of the room when the object wakes. */
  load(limits: SpeechLimits, now: number): Room {
    const fresh = newRoom(this.values.get('channel') ?? '', limits)
    const room: Room = {
      ...fresh,
      title: this.values.get('title'),
      ownerId: this.values.get('ownerId'),
      offeredTo: this.values.get('offeredTo'),
      topic: this.values.get('topic'),
      rules: this.values.get('rules') ?? fresh.rules,
      words: this.values.get('words') ?? fresh.words,
      lastNumber: this.values.get('number') ?? 0,
    }
    const mutes = this.#sql.exec<{ user_id: number } & Muted>('SELECT * FROM mutes WHERE until > ?', now).toArray()
    const held = this.#sql.exec<{ id: number; line: string }>('SELECT * FROM held_lines ORDER BY id').toArray()
    const helpers = this.#sql.exec<{ user_id: number; nickname: string }>('SELECT * FROM helpers').toArray()
    const excluded = this.#sql.exec<{ user_id: number } & Excluded>('SELECT * FROM excluded').toArray()
    const latest = this.log.latest(now - rememberedMs(limits, room.rules.slowSeconds))
    const lines = latest.flatMap((event) => (event.type === 'chat' ? [event.line] : []))
    const changes = latest.filter(({ type }) => type === 'edit' || type === 'delete')
    return {
      ...room,
      muted: new Map(mutes.map(({ user_id, nickname, until }) => [user_id, { nickname, until }])),
      helpers: new Map(helpers.map(({ user_id, nickname }) => [user_id, nickname])),
      excluded: new Map(excluded.map(({ user_id, nickname, at }) => [user_id, { nickname, at }])),
      held: new Map(held.map(({ id, line }) => [id, JSON.parse(line)])),
      lastNumber: Math.max(room.lastNumber, latest.at(-1)?.number ?? 0),
      // If no loaded event is an edit or deletion, assumes that the event before them was one: a client that has not
      // received that event gets all lines.
      lastChangeNumber: changes.at(-1)?.number ?? (latest[0]?.number ?? room.lastNumber + 1) - 1,
      lines: lines.slice(-CHAT_HISTORY_LINES),
      rates: ratesOf(latest, limits, room.rules.slowSeconds),
    }
  }

  /**
   * Stores the id of the room. True if the data is of an earlier room of the same name. A lower id, which is not that of
   * a closed room, has no earlier data: a restored database has its room again.
   */
  replacesRoom(roomId: number, now: number): boolean {
    const stored = this.values.get('roomId')
    if (roomId === stored) return false
    this.values.set('roomId', roomId)
    this.values.set('roomSince', now)
    return stored !== null && roomId > stored
  }

  /** True for the id of an earlier room of the same name, which was closed after the site had read it. */
  isClosedRoom(roomId: number, now: number): boolean {
    return this.isEarlierRoom(roomId) && now - (this.values.get('roomSince') ?? 0) < CLOSED_ROOM_MS
  }

  /** True for a lower id than that of the room whose data is stored. */
  isEarlierRoom(roomId: number): boolean {
    return roomId < (this.values.get('roomId') ?? 0)
  }

  /** Stores the facts that differ from the state. Returns the new state. */
  saveFacts(room: Room, { channel, title, ownerId, offeredTo }: RoomFacts): Room {
    if (room.channel !== channel) this.values.set('channel', channel)
    if (room.title !== title) this.values.set('title', title)
    if (room.ownerId !== ownerId) this.values.set('ownerId', ownerId)
    if (room.offeredTo !== offeredTo) this.values.set('offeredTo', offeredTo)
    return { ...room, channel, title, ownerId, offeredTo }
  }

  /** Stores effects in one transaction. Returns the frame to broadcast; null for none. */
  save(effects: readonly Effect[]): string | null {
    return this.#storage.transactionSync(() => {
      const frame = this.log.append(effects.flatMap((effect) => (effect.do === 'post' ? [effect.event] : [])))
      for (const effect of effects) this.#write(effect)
      return frame
    })
  }

  #write(effect: Effect): void {
    switch (effect.do) {
      case 'post':
        if (effect.event.type === 'edit') this.log.rewrite(effect.event.id, effect.event)
        return
      case 'erase':
        for (const id of effect.ids) this.log.rewrite(id, null)
        return
      case 'store': {
        const { ownerId, rules, words, topic } = effect.room
        if (ownerId !== undefined) this.values.set('ownerId', ownerId)
        if (rules !== undefined) this.values.set('rules', rules)
        if (words !== undefined) this.values.set('words', words)
        if (topic !== undefined) this.values.set('topic', topic)
        return
      }
      case 'mute': {
        this.#sql.exec('DELETE FROM mutes WHERE user_id = ? OR until <= ?', effect.userId, effect.at)
        const { muted } = effect
        if (muted) this.#sql.exec('INSERT INTO mutes VALUES (?, ?, ?)', effect.userId, muted.nickname, muted.until)
        return
      }
      case 'appoint':
        this.#sql.exec('INSERT OR REPLACE INTO helpers VALUES (?, ?)', effect.userId, effect.nickname)
        return
      case 'dismiss':
        this.#sql.exec('DELETE FROM helpers WHERE user_id = ?', effect.userId)
        return
      case 'exclude': {
        const { nickname, at } = effect.excluded
        this.#sql.exec('INSERT OR REPLACE INTO excluded VALUES (?, ?, ?)', effect.userId, nickname, at)
        return
      }
      case 'readmit':
        this.#sql.exec('DELETE FROM excluded WHERE user_id = ?', effect.userId)
        return
      case 'hold':
        // Stored, because the number is in use even if the line is never published.
        this.values.set('number', effect.line.id)
        this.#sql.exec('INSERT INTO held_lines (id, line) VALUES (?, ?)', effect.line.id, JSON.stringify(effect.line))
        return
      case 'unhold':
        this.#sql.exec('DELETE FROM held_lines WHERE id = ?', effect.id)
        return
      case 'report': {
        const roomId = this.values.get('roomId')
        const { event } = effect
        this.outbox.add(event.kind === 'act' && roomId !== null ? { ...event, roomId } : event)
        return
      }
    }
  }

  storeMentions(found: readonly LineMentions[]): void {
    this.#storage.transactionSync(() => {
      for (const lineMentions of found) this.log.storeMentions(lineMentions)
    })
  }

  /**
   * Removes a member whose account was deleted: replaces the stored name, deletes held lines, and ends the ownership of
   * the room.
   */
  forget(userId: number): void {
    this.#storage.transactionSync(() => {
      this.log.forget(userId)
      this.#sql.exec("DELETE FROM held_lines WHERE line ->> '$.user.id' = ?", userId)
      this.#sql.exec('UPDATE mutes SET nickname = ? WHERE user_id = ?', DELETED_MEMBER, userId)
      this.#sql.exec('DELETE FROM helpers WHERE user_id = ?', userId)
      this.#sql.exec('DELETE FROM excluded WHERE user_id = ?', userId)
      const topic = this.values.get('topic')
      if (topic?.user.id === userId)
        this.values.set('topic', { ...topic, user: { id: userId, nickname: DELETED_MEMBER, avatar: null } })
      if (this.values.get('ownerId') === userId) this.values.remove('ownerId')
      if (this.values.get('offeredTo') === userId) this.values.remove('offeredTo')
    })
  }

  /**
   * Deletes all lines, including held ones; numbers continue. An open room also loses its owner, helpers, rules, topic,
   * mutes and exclusions, because its next owner may be another member, and so does the room of a stream, because the
   * site no longer knows it when a member's account is deleted. Returns the new state.
   */
  expire(room: Room, now: number): Room {
    return this.#empty(room, now, ['open', 'stream'].includes(channelKind(room.channel)))
  }

  /**
   * Deletes all data of members. Called for a closed room, and for the room of a deleted stream. Returns the new state.
   */
  clear(room: Room, now: number): Room {
    return this.#empty(room, now, true)
  }

  #empty({ lastNumber, limits }: Room, now: number, forgetsMembers: boolean): Room {
    this.#storage.transactionSync(() => {
      // Counts as a change, so that clients which return replace the lines that they have.
      this.values.set('number', lastNumber + 1)
      this.log.clear()
      this.#sql.exec('DELETE FROM held_lines')
      if (!forgetsMembers) return
      for (const table of ['mutes', 'helpers', 'excluded']) this.#sql.exec(`DELETE FROM ${table}`)
      this.values.remove('ownerId', 'offeredTo', 'topic', 'rules', 'words')
      // The next room of the same name must not notify members of lines that it does not have.
      this.#sql.exec("DELETE FROM outbox WHERE event ->> '$.kind' = 'named'")
    })
    return this.load(limits, now)
  }
}

/** Restores the members' speech rates from their stored lines, so that waking does not reset the limits. */
function ratesOf(events: readonly StoredEvent[], limits: SpeechLimits, slowSeconds: number): SpeechRates {
  let rates: SpeechRates = new Map()
  for (const event of events) {
    if (event.type !== 'chat' && event.type !== 'gone') continue
    const userId = event.type === 'chat' ? event.line.user.id : event.line.userId
    rates = withMessage(rates, userId, limits, slowSeconds, fromWireTime(event.line.date))
  }
  return rates
}
