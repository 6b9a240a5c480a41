import { DELETED_MEMBER } from '../../contract/deleted-member.ts'
import { CHAT_HISTORY_LINES } from '../../contract/limits.ts'
import type { ChatLine } from '../../contract/socket/chat.ts'
import { fromWireTime, toWireTime } from '../../contract/time.ts'
import { forgetMention, withoutPerson } from '../realtime/forget-person.ts'
import type { LineMentions } from './ChatReports.ts'
import type { LogEvent, RoomLog } from './state.ts'

/** Number of the latest events that a room stores, for search by staff and for reconnecting clients. */
export const LOG_EVENTS_MAX = 10_000
const SEARCH_PAGE_LENGTH = 25

/** An event in the log. A deleted line (`gone`) keeps only its author, key and time. */
export type StoredEvent =
  | LogEvent
  | { type: 'gone'; number: number; line: Pick<ChatLine, 'id' | 'key' | 'date'> & { userId: number } }

type LineEvent = Extract<LogEvent, { type: 'chat' }>

/** A line with its neighbours, oldest first. */
export type LineContext = { line: ChatLine; before: ChatLine[]; after: ChatLine[] }

/** The text of a line that names a member. */
export type NamedLine = { number: number; message: string }

/** Lines of `linesNamingDeleted`. The database takes them as one text, of at most 2 MB. */
export const NAMED_LINES_MAX = 500

/** The log of a room: one row for each flush, as it was sent. The row of an edited or deleted line is rewritten. */
export class ChatLog implements RoomLog {
  readonly #sql: SqlStorage
  #byKey: Map<string, number> | null = null

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS batches (last INTEGER PRIMARY KEY, events TEXT NOT NULL)')
  }

  /** Stores the events of a flush as one row. Returns the frame to broadcast; null for no events. */
  append(events: readonly LogEvent[]): string | null {
    const last = events.at(-1)?.number
    if (last === undefined) return null
    const frame = JSON.stringify(events)
    const stored = events.some(({ type }) => type === 'edit') ? JSON.stringify(events.map(withoutText)) : frame
    this.#sql.exec('INSERT INTO batches (last, events) VALUES (?, ?)', last, stored)
    this.#sql.exec('DELETE FROM batches WHERE last <= ?', last - LOG_EVENTS_MAX)
    for (const event of events) if (event.type === 'chat') this.#rememberKey(event.line)
    return frame
  }

  /** Applies an edit to the stored line; with null, deletes it. Only members' lines are marked as edited. */
  rewrite(id: number, edit: Pick<Extract<LogEvent, { type: 'edit' }>, 'message' | 'link'> | null): void {
    this.#change(id, (event) => {
      const { mentions: _, ...line } = event.line
      const { key, date, user } = line
      if (edit === null) return { type: 'gone', number: event.number, line: { id, key, date, userId: user.id } }
      const { message, link = line.link } = edit
      return { ...event, line: { ...line, message, link, edited: line.background === null } }
    })
  }

  /** Stores the mentions of a line, unless its text has changed since they were looked up. */
  storeMentions({ number, message, mentions }: LineMentions): void {
    this.#change(number, (event) =>
      event.line.message === message ? { ...event, line: { ...event.line, mentions } } : event,
    )
  }

  #change(id: number, changed: (event: LineEvent) => StoredEvent): void {
    const row = this.#rowOf(id)
    if (!row) return
    const events = row.events.map((event) => (event.type === 'chat' && event.line.id === id ? changed(event) : event))
    this.#sql.exec('UPDATE batches SET events = ? WHERE last = ?', JSON.stringify(events), row.last)
  }

  #rowOf(id: number): { last: number; events: StoredEvent[] } | null {
    const [row] = this.#sql
      .exec<{ last: number; events: string }>('SELECT * FROM batches WHERE last >= ? ORDER BY last LIMIT 1', id)
      .toArray()
    return row ? { last: row.last, events: JSON.parse(row.events) } : null
  }

  /** The log for the core. Flushes the batcher before each read, so that no pending event is missed. */
  flushedFirst(batcher: { flush(): void }): RoomLog {
    const stored = () => {
      batcher.flush()
      return this
    }
    return {
      lineOf: (id) => stored().lineOf(id),
      lineByKey: (userId, key, after) => stored().lineByKey(userId, key, after),
      idsBy: (userId) => stored().idsBy(userId),
    }
  }

  lineOf(id: number): ChatLine | null {
    for (const event of this.#rowOf(id)?.events ?? [])
      if (event.type === 'chat' && event.line.id === id) return event.line
    return null
  }

  /** A line with up to `count` lines before it and after it; null if there is none. */
  context(id: number, count: number): LineContext | null {
    const row = this.#rowOf(id)
    const line = this.lineOf(id)
    if (!row || !line) return null
    const earlier = this.#sql.exec<{ events: string }>(
      'SELECT events FROM batches WHERE last <= ? ORDER BY last DESC',
      row.last,
    )
    const later = this.#sql.exec<{ events: string }>(
      'SELECT events FROM batches WHERE last >= ? ORDER BY last',
      row.last,
    )
    const latestFirst = (events: string) => linesIn(events).reverse()
    const before = takeLines(earlier, latestFirst, (other) => other.id < id, count).reverse()
    return { line, before, after: takeLines(later, linesIn, (other) => other.id > id, count) }
  }

  lineByKey(userId: number, key: string, after: number): ChatLine | 'deleted' | null {
    this.#byKey ??= this.#readKeys()
    const id = this.#byKey.get(keyOf(userId, key)) ?? 0
    if (id <= after) return null
    for (const event of this.#rowOf(id)?.events ?? []) {
      if (event.type === 'chat' && event.line.id === id) return event.line
      if (event.type === 'gone' && event.line.id === id) return 'deleted'
    }
    return null
  }

  #readKeys(): Map<string, number> {
    const byKey = new Map<string, number>()
    for (const event of this.#all()) {
      if (event.type === 'chat') byKey.set(keyOf(event.line.user.id, event.line.key), event.line.id)
      if (event.type === 'gone') byKey.set(keyOf(event.line.userId, event.line.key), event.line.id)
    }
    return byKey
  }

  #rememberKey({ id, key, user }: ChatLine): void {
    if (!this.#byKey) return
    this.#byKey.set(keyOf(user.id, key), id)
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size > LOG_EVENTS_MAX && oldest !== undefined) this.#byKey.delete(oldest)
  }

  idsBy(userId: number): number[] {
    const ids: number[] = []
    for (const event of this.#all()) if (event.type === 'chat' && event.line.user.id === userId) ids.push(event.line.id)
    return ids
  }

  /** Replaces the name of a member in all stored events, and where lines mention them. */
  forget(userId: number): void {
    const rows = this.#sql.exec<{ last: number; events: string }>('SELECT * FROM batches').toArray()
    for (const { last, events } of rows) {
      const rest = withoutMentions(withoutPerson(events, userId), userId)
      if (rest !== events) this.#sql.exec('UPDATE batches SET events = ? WHERE last = ?', rest, last)
    }
  }

  /** Lists the first `NAMED_LINES_MAX` lines after a number that mention deleted members. */
  linesNamingDeleted(after: number): NamedLine[] {
    const lines: NamedLine[] = []
    for (const event of this.#all()) {
      if (event.type !== 'chat' || event.line.id <= after) continue
      if (!event.line.message.includes(`@${DELETED_MEMBER}`)) continue
      lines.push({ number: event.line.id, message: event.line.message })
      if (lines.length === NAMED_LINES_MAX) break
    }
    return lines
  }

  /** Finds lines before a number that contain all words (in lower case) in nickname and text, the latest first. */
  search(words: readonly string[], before: number): { lines: ChatLine[]; done: boolean } {
    const found: ChatLine[] = []
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last DESC')
    for (const { events } of rows)
      for (const event of (JSON.parse(events) as StoredEvent[]).reverse()) {
        if (event.type !== 'chat' || event.line.id >= before || !containsAll(event.line, words)) continue
        if (found.length === SEARCH_PAGE_LENGTH) return { lines: found, done: false }
        found.push(event.line)
      }
    return { lines: found, done: true }
  }

  /** Members' lines between two times in milliseconds since 1970, compared in whole seconds. */
  linesBetween(from: number, to: number): ChatLine[] {
    const [first, last] = [toWireTime(from), toWireTime(to)]
    const lines: ChatLine[] = []
    for (const event of this.#all())
      if (event.type === 'chat' && event.line.background === null)
        if (event.line.date >= first && event.line.date <= last) lines.push(event.line)
    return lines
  }

  *#all(): Iterable<StoredEvent> {
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last')
    for (const { events } of rows) yield* JSON.parse(events) as StoredEvent[]
  }

  /** The latest events: at least `CHAT_HISTORY_LINES` lines, and all events since a time. */
  latest(since: number): StoredEvent[] {
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last DESC')
    const batches: StoredEvent[][] = []
    let lines = 0
    for (const { events } of rows) {
      const batch: StoredEvent[] = JSON.parse(events)
      batches.push(batch)
      lines += batch.filter(({ type }) => type === 'chat').length
      const oldest = batch.find((event) => event.type === 'chat' || event.type === 'gone')
      if (lines >= CHAT_HISTORY_LINES && oldest && fromWireTime(oldest.line.date) < since) break
    }
    return batches.reverse().flat()
  }

  clear(): void {
    this.#byKey = null
    this.#sql.exec('DELETE FROM batches')
  }
}

const linesIn = (events: string) =>
  (JSON.parse(events) as StoredEvent[]).flatMap((event) => (event.type === 'chat' ? [event.line] : []))

/** Takes the first lines of rows that fulfil a condition. */
function takeLines(
  rows: Iterable<{ events: string }>,
  linesOf: (events: string) => ChatLine[],
  condition: (line: ChatLine) => boolean,
  count: number,
): ChatLine[] {
  const taken: ChatLine[] = []
  for (const { events } of rows) {
    taken.push(...linesOf(events).filter(condition))
    if (taken.length >= count) break
  }
  return taken.slice(0, count)
}

const keyOf = (userId: number, key: string) => `${userId} ${key}`

/** Removes the text of an edit, which is stored in the row of its line only, so that deleting the line deletes it. */
function withoutText(event: LogEvent): LogEvent {
  return event.type === 'edit' ? { ...event, message: '' } : event
}

function containsAll({ message, user }: ChatLine, words: readonly string[]): boolean {
  const text = `${user.nickname} ${message}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Replaces the mentions of a member in the lines of a stored batch. */
function withoutMentions(batch: string, userId: number): string {
  if (!batch.includes(`"userId":${userId},`)) return batch
  const events: StoredEvent[] = JSON.parse(batch)
  return JSON.stringify(
    events.map((event) => (event.type === 'chat' ? { ...event, line: forgetMention(event.line, userId) } : event)),
  )
}
