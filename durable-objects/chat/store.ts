import { channelKind } from '../../contract/channel.ts'
import { CHAT_LINES_KEPT } from '../../contract/limits.ts'
import type { ChatLine } from '../../contract/socket/chat.ts'
import { fromWireTime, toWireTime } from '../../contract/time.ts'
import { type Pace, type PaceLimits, rememberedMs, spent } from './pace.ts'
import { type Effect, type Muted, type Numbered, newRoom, type Room, type RoomLog } from './room.ts'
import type { News } from './site.ts'

/** A room keeps so many of its numbers, for its staff to search and for those who come back. */
export const NUMBERS_KEPT = 10_000
const FOUND_MAX = 25

/** A line as it is kept. Of one that is gone there is left who said it when, and under which key. */
type Kept =
  | Numbered
  | { type: 'gone'; number: number; line: Pick<ChatLine, 'id' | 'key' | 'date'> & { userId: number } }

/**
 * What a room keeps in its own database. Events lie in batches, a row for each flush, as they were sent; the row of a
 * line that is edited or erased is written anew.
 */
export class RoomStore implements RoomLog {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** Ids of all lines that are kept, by who said them under which key: read once, when it is first asked for. */
  #byKey: Map<string, number> | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS batches (last INTEGER PRIMARY KEY, events TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS muted (user_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, until INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS held (id INTEGER PRIMARY KEY, line TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS news (id INTEGER PRIMARY KEY, news TEXT NOT NULL);
    `)
  }

  /** The room as it stands; `channel` is its name where nothing is kept yet. */
  load(channel: string, limits: PaceLimits, now: number): Room {
    const fresh = newRoom(channel, limits)
    const room: Room = {
      ...fresh,
      title: this.read('title'),
      ownerId: this.read('ownerId'),
      topic: this.read('topic'),
      rules: this.read('rules') ?? fresh.rules,
      words: this.read('words') ?? fresh.words,
      number: this.read('number') ?? 0,
    }
    const muted = this.#sql.exec<{ user_id: number } & Muted>('SELECT * FROM muted WHERE until > ?', now).toArray()
    const held = this.#sql.exec<{ id: number; line: string }>('SELECT * FROM held ORDER BY id').toArray()
    const latest = this.#latest(now - rememberedMs(limits, room.rules.slowSeconds))
    const lines = latest.flatMap((event) => (event.type === 'chat' ? [event.line] : []))
    const changes = latest.filter(({ type }) => type === 'edit' || type === 'delete')
    return {
      ...room,
      muted: new Map(muted.map(({ user_id, nickname, until }) => [user_id, { nickname, until }])),
      held: new Map(held.map(({ id, line }) => [id, JSON.parse(line)])),
      number: Math.max(room.number, latest.at(-1)?.number ?? 0),
      // Of what lies further back nothing is known here: who was away for so long is told all that stands.
      changed: changes.at(-1)?.number ?? (latest[0]?.number ?? room.number + 1) - 1,
      lines: lines.slice(-CHAT_LINES_KEPT),
      paces: pacesOf(latest, limits, room.rules.slowSeconds),
    }
  }

  read<T>(name: string): T | null {
    const [row] = this.#sql.exec<{ value: string }>('SELECT value FROM kept WHERE name = ?', name).toArray()
    return row ? JSON.parse(row.value) : null
  }

  keep(name: string, value: unknown): void {
    this.#sql.exec('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)', name, JSON.stringify(value))
  }

  /** Writes what was decided, all of it or nothing; answers the events to tell everyone as JSON, or null for none. */
  save(effects: readonly Effect[]): string | null {
    return this.#storage.transactionSync(() => {
      const events: Numbered[] = []
      for (const effect of effects) if (effect.do === 'post') events.push(effect.event)
      const frame = events.length === 0 ? null : JSON.stringify(events)
      const last = events.at(-1)?.number
      if (frame !== null && last !== undefined) {
        const kept = events.some(({ type }) => type === 'edit') ? JSON.stringify(events.map(withoutText)) : frame
        this.#sql.exec('INSERT INTO batches (last, events) VALUES (?, ?)', last, kept)
        this.#sql.exec('DELETE FROM batches WHERE last <= ?', last - NUMBERS_KEPT)
      }
      for (const effect of effects) this.#write(effect)
      return frame
    })
  }

  #write(effect: Effect): void {
    switch (effect.do) {
      case 'post':
        if (effect.event.type === 'chat') this.#rememberKey(effect.event.line)
        if (effect.event.type === 'edit') this.#rewrite(effect.event.id, effect.event.message)
        return
      case 'erase':
        for (const id of effect.ids) this.#rewrite(id, null)
        return
      case 'keep':
        for (const [name, value] of Object.entries(effect.room)) this.keep(name, value)
        return
      case 'mute': {
        this.#sql.exec('DELETE FROM muted WHERE user_id = ? OR until <= ?', effect.userId, effect.at)
        const { muted } = effect
        if (muted) this.#sql.exec('INSERT INTO muted VALUES (?, ?, ?)', effect.userId, muted.nickname, muted.until)
        return
      }
      case 'hold':
        // Its number is given out, also when it never comes to stand.
        this.keep('number', effect.line.id)
        this.#sql.exec('INSERT INTO held (id, line) VALUES (?, ?)', effect.line.id, JSON.stringify(effect.line))
        return
      case 'unhold':
        this.#sql.exec('DELETE FROM held WHERE id = ?', effect.id)
        return
      case 'report':
        this.#addNews(effect.news)
        return
    }
  }

  /** Ids only grow, also past those that were taken and are gone from here: the site takes none twice. */
  #addNews(news: News): void {
    const id = Math.max((this.read<number>('lastNews') ?? 0) + 1, news.at)
    this.keep('lastNews', id)
    this.#sql.exec('INSERT INTO news (id, news) VALUES (?, ?)', id, JSON.stringify(news))
  }

  #rewrite(id: number, message: string | null): void {
    const row = this.#rowOf(id)
    if (!row) return
    const events = row.events.map((event): Kept => {
      if (event.type !== 'chat' || event.line.id !== id) return event
      const { key, date, user } = event.line
      if (message === null) return { type: 'gone', number: event.number, line: { id, key, date, userId: user.id } }
      return { ...event, line: { ...event.line, message, edited: true } }
    })
    this.#sql.exec('UPDATE batches SET events = ? WHERE last = ?', JSON.stringify(events), row.last)
  }

  #rowOf(id: number): { last: number; events: Kept[] } | null {
    const [row] = this.#sql
      .exec<{ last: number; events: string }>('SELECT * FROM batches WHERE last >= ? ORDER BY last LIMIT 1', id)
      .toArray()
    return row ? { last: row.last, events: JSON.parse(row.events) } : null
  }

  lineOf(id: number): ChatLine | null {
    for (const event of this.#rowOf(id)?.events ?? [])
      if (event.type === 'chat' && event.line.id === id) return event.line
    return null
  }

  lineUnder(userId: number, key: string, after: number): ChatLine | 'deleted' | null {
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
    if (this.#byKey.size > NUMBERS_KEPT && oldest !== undefined) this.#byKey.delete(oldest)
  }

  idsBy(userId: number): number[] {
    const ids: number[] = []
    for (const event of this.#all()) if (event.type === 'chat' && event.line.user.id === userId) ids.push(event.line.id)
    return ids
  }

  /** Lines that hold all words, before a number, the latest first; a page of 25. */
  search(words: readonly string[], before: number): { lines: ChatLine[]; done: boolean } {
    const found: ChatLine[] = []
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last DESC')
    for (const { events } of rows)
      for (const event of (JSON.parse(events) as Kept[]).reverse()) {
        if (event.type !== 'chat' || event.line.id >= before || !holdsAll(event.line, words)) continue
        if (found.length === FOUND_MAX) return { lines: found, done: false }
        found.push(event.line)
      }
    return { lines: found, done: true }
  }

  /** Lines of members from one time to another, in their order; times to the second, as lines have them. */
  linesBetween(from: number, to: number): ChatLine[] {
    const [first, last] = [toWireTime(from), toWireTime(to)]
    const lines: ChatLine[] = []
    for (const event of this.#all())
      if (event.type === 'chat' && event.line.background === null)
        if (event.line.date >= first && event.line.date <= last) lines.push(event.line)
    return lines
  }

  *#all(): Iterable<Kept> {
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last')
    for (const { events } of rows) yield* JSON.parse(events) as Kept[]
  }

  /** The latest events: those of as many lines as a page keeps, and all that were said since `since`. */
  #latest(since: number): Kept[] {
    const rows = this.#sql.exec<{ events: string }>('SELECT events FROM batches ORDER BY last DESC')
    const batches: Kept[][] = []
    let lines = 0
    for (const { events } of rows) {
      const batch: Kept[] = JSON.parse(events)
      batches.push(batch)
      lines += batch.filter(({ type }) => type === 'chat').length
      // What was done but not said has no time.
      const oldest = batch.find((event) => event.type === 'chat' || event.type === 'gone')
      if (lines >= CHAT_LINES_KEPT && oldest && fromWireTime(oldest.line.date) < since) break
    }
    return batches.reverse().flat()
  }

  news(): { id: number; news: News }[] {
    const rows = this.#sql.exec<{ id: number; news: string }>('SELECT id, news FROM news ORDER BY id LIMIT 100')
    return rows.toArray().map(({ id, news }) => ({ id, news: JSON.parse(news) }))
  }

  removeNews(upTo: number): void {
    this.#sql.exec('DELETE FROM news WHERE id <= ?', upTo)
  }

  /**
   * The room forgets what was said in it, and what waits; its numbers go on. One that a member opened forgets its order
   * too: whoever opens it next finds none of it.
   */
  forget({ number, channel }: Room): void {
    this.#byKey = null
    this.#storage.transactionSync(() => {
      this.keep('number', number)
      this.#sql.exec('DELETE FROM batches')
      this.#sql.exec('DELETE FROM held')
      if (channelKind(channel) !== 'open') return
      this.#sql.exec('DELETE FROM muted')
      this.#sql.exec("DELETE FROM kept WHERE name IN ('ownerId', 'topic', 'rules', 'words')")
    })
  }
}

const keyOf = (userId: number, key: string) => `${userId} ${key}`

/** The text of an edit stands in its line alone, so that it goes with it. */
function withoutText(event: Numbered): Numbered {
  return event.type === 'edit' ? { ...event, message: '' } : event
}

function holdsAll({ message, user }: ChatLine, words: readonly string[]): boolean {
  const text = `${user.nickname} ${message}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** How much each member may say still, by what they said: so that waking forgives nobody. */
function pacesOf(events: readonly Kept[], limits: PaceLimits, slowSeconds: number): Map<number, Pace> {
  let paces = new Map<number, Pace>()
  for (const event of events) {
    if (event.type === 'chat')
      paces = spent(paces, event.line.user.id, limits, slowSeconds, fromWireTime(event.line.date))
    if (event.type === 'gone')
      paces = spent(paces, event.line.userId, limits, slowSeconds, fromWireTime(event.line.date))
  }
  return paces
}
