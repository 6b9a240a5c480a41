import type { Chapter } from '../../contract/http/chapter.ts'
import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { Coding, StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { AlarmTimes as Due } from '../realtime/AlarmScheduler.ts'
import { FIRST_NUMBERS, type FrameNumbers } from './frame.ts'
import type { StreamFacts } from './stream.ts'

export type SavedSegment = ReplayManifest['segments'][number]

/** The last preview, when it was made, its size in pixels, and those before it that lists may show still. */
export type Preview = { number: number; at: number; sw: number; sh: number; before: number[] }

/** The values that a stream keeps by name. */
type Kept = {
  facts: StreamFacts
  due: Due
  coding: Coding
  /** The numbers that follow those which are kept. */
  next: FrameNumbers
  /** Since when it is without its publisher, and since when there is nothing to see for that or as they paused it. */
  goneSince: number | null
  offSince: number | null
  /** When something was heard of its publisher, as it was looked at last. */
  heardAt: number
  codings: ReplayManifest['codings']
  pauses: ReplayManifest['pauses']
  chapters: Chapter[]
  preview: Preview
  /** The highest number that a relay has had. */
  relays: number
  ending: { why: StreamEnd; at: number; isTaken: boolean }
}

/** What a stream keeps in its own database. */
export class StreamStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  /** How many have watched, counted once. */
  #seen: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS segments (
        number INTEGER PRIMARY KEY, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, bytes INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS seen (user_id INTEGER PRIMARY KEY);
      CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    `)
  }

  read<Name extends keyof Kept>(name: Name): Kept[Name] | null {
    const [row] = this.#sql.exec<{ value: string }>('SELECT value FROM kept WHERE name = ?', name).toArray()
    return row ? JSON.parse(row.value) : null
  }

  keep<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.#sql.exec('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)', name, JSON.stringify(value))
  }

  /** The numbers that follow those which are kept. */
  next(): FrameNumbers {
    return this.read('next') ?? FIRST_NUMBERS
  }

  /** Notes that members have watched; answers how many have by now, each counted once. */
  addSeen(userIds: Iterable<number>): number {
    this.#seen ??= this.#sql.exec<{ seen: number }>('SELECT count(*) AS seen FROM seen').one().seen
    const ids = JSON.stringify([...userIds])
    const added = this.#sql.exec('INSERT OR IGNORE INTO seen SELECT value FROM json_each(?) RETURNING 1', ids)
    this.#seen += added.toArray().length
    return this.#seen
  }

  segments(): SavedSegment[] {
    const columns = 'start_ms AS startMs, end_ms AS endMs, bytes'
    return this.#sql.exec<SavedSegment>(`SELECT ${columns} FROM segments ORDER BY number`).toArray()
  }

  /** When the last segment ends; 0 where there is none. */
  lastEndMs(): number {
    return this.#sql.exec<{ end: number }>('SELECT coalesce(max(end_ms), 0) AS end FROM segments').one().end
  }

  /** How many segments there are; the next one's number. */
  segmentCount(): number {
    return this.#sql.exec<{ count: number }>('SELECT coalesce(max(number) + 1, 0) AS count FROM segments').one().count
  }

  /** Notes a segment that is in R2, how it is coded, and that its frames are kept. */
  addSegment({ startMs, endMs, bytes }: SavedSegment, coding: Coding, next: FrameNumbers): void {
    this.#storage.transactionSync(() => {
      const number = this.segmentCount()
      this.#sql.exec('INSERT INTO segments VALUES (?, ?, ?, ?)', number, startMs, endMs, bytes)
      const codings = this.read('codings') ?? []
      if (JSON.stringify(codings.at(-1)?.coding) !== JSON.stringify(coding))
        this.keep('codings', [...codings, { fromSegment: number, coding }])
      this.keep('next', next)
    })
  }
}
