import type { Chapter } from '../../contract/http/stream-chapter.ts'
import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { CodecConfig, StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { RefusedMembers } from '../realtime/ClosingSockets.ts'
import { KeyValues } from '../realtime/KeyValues.ts'
import { type InitialState, NO_CODECS } from './Broadcast.ts'
import { FIRST_NUMBERS, type FrameNumbers } from './frames.ts'
import type { StreamFacts } from './stream.ts'

export type StoredSegment = ReplayManifest['segments'][number]

/** The last preview, its size in pixels, and the numbers of earlier ones that lists may still show. */
export type Preview = { number: number; sw: number; sh: number; before: number[] }

type StreamValues = {
  facts: StreamFacts
  /** Segments beyond this size are not stored. */
  recordingMaxBytes: number
  /** Set once a segment did not fit. */
  isRecordingFull: true
  coding: CodecConfig
  /** The numbers of the first frames that are not stored. */
  next: FrameNumbers
  /** Time at which the publisher disconnected; null while connected. */
  goneSince: number | null
  /** Time at which pictures stopped, because the publisher disconnected or paused; null while live. */
  offSince: number | null
  /** Time of the publisher's last frame or message. */
  activeAt: number
  /** Number of times that the publisher has set other codecs. */
  codingChanges: number
  codings: ReplayManifest['codings']
  /** Number of pauses that have ended a segment. */
  storedPauses: number
  pauses: ReplayManifest['pauses']
  chapters: Chapter[]
  preview: Preview
  /** Time of the last attempt to make a preview, which counts towards the interval even if it failed. */
  previewTriedAt: number
  relays: number
  refusedMembers: RefusedMembers
  /** The end of the stream; `isConfirmed` when the site has stored it. */
  ending: { why: StreamEnd; at: number; isConfirmed: boolean }
}

/** A stream's SQLite: its state, the times of its segments, and the members who have watched. */
export class StreamStore {
  readonly values: KeyValues<StreamValues>
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  #seen: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.values = new KeyValues(storage.sql)
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS segments (
        number INTEGER PRIMARY KEY, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, bytes INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS seen (user_id INTEGER PRIMARY KEY);
    `)
  }

  /** Deletes the data of an ended stream, except the facts of its end. */
  erase(): void {
    this.#storage.transactionSync(() => {
      this.values.remove('chapters', 'codings', 'pauses', 'preview', 'previewTriedAt', 'refusedMembers')
      this.#sql.exec('DELETE FROM segments')
      this.forgetViewers()
    })
  }

  /** Deletes the ids of the members who have watched. The site has their number once the end is confirmed. */
  forgetViewers(): void {
    this.#sql.exec('DELETE FROM seen')
  }

  /** The state with which the object starts or wakes. `hasPublisher` is true if the publisher is connected. */
  initialState(hasPublisher: boolean): InitialState {
    const pausedOrLive = this.values.get('offSince') === null ? 'live' : 'paused'
    return {
      startedAt: this.values.get('facts')?.startedAt ?? Date.now(),
      state: hasPublisher ? pausedOrLive : 'waiting',
      coding: this.values.get('coding') ?? NO_CODECS,
    }
  }

  /** The numbers of the first frames that are not stored. */
  nextNumbers(): FrameNumbers {
    return this.values.get('next') ?? FIRST_NUMBERS
  }

  /** Records members who watch. Returns the number of members who have ever watched. */
  recordViewers(userIds: Iterable<number>): number {
    this.#seen ??= this.#sql.exec<{ seen: number }>('SELECT count(*) AS seen FROM seen').one().seen
    const ids = JSON.stringify([...userIds])
    const added = this.#sql.exec('INSERT OR IGNORE INTO seen SELECT value FROM json_each(?) RETURNING 1', ids)
    this.#seen += added.toArray().length
    return this.#seen
  }

  segments(): StoredSegment[] {
    const columns = 'start_ms AS startMs, end_ms AS endMs, bytes'
    return this.#sql.exec<StoredSegment>(`SELECT ${columns} FROM segments ORDER BY number`).toArray()
  }

  recordedBytes(): number {
    return this.#sql.exec<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM segments').one().bytes
  }

  lastEndMs(): number {
    return this.#sql.exec<{ end: number }>('SELECT coalesce(max(end_ms), 0) AS end FROM segments').one().end
  }

  segmentCount(): number {
    return this.#sql.exec<{ count: number }>('SELECT coalesce(max(number) + 1, 0) AS count FROM segments').one().count
  }

  /** Stores the times of a segment that is in R2, together with the numbers `next` of the frames after it. */
  addSegment({ startMs, endMs, bytes }: StoredSegment, coding: CodecConfig, next: FrameNumbers): void {
    this.#storage.transactionSync(() => {
      const number = this.segmentCount()
      this.#sql.exec('INSERT INTO segments VALUES (?, ?, ?, ?)', number, startMs, endMs, bytes)
      const codings = this.values.get('codings') ?? []
      if (JSON.stringify(codings.at(-1)?.coding) !== JSON.stringify(coding))
        this.values.set('codings', [...codings, { fromSegment: number, coding }])
      this.values.set('next', next)
    })
  }
}

type Pause = ReplayManifest['pauses'][number]

const PAUSES_MAX = 500

/** The times without pictures, because the publisher had paused or was disconnected. A replay skips them. */
export class Pauses {
  readonly #store: StreamStore
  readonly #clock: { clockMs(now: number): number }
  #pauses: readonly Pause[]
  #isStored = true

  constructor(store: StreamStore, clock: { clockMs(now: number): number }) {
    this.#store = store
    this.#clock = clock
    this.#pauses = store.values.get('pauses') ?? []
  }

  /** Starts a pause, unless one has started. */
  begin(now: number): void {
    if (this.#store.values.get('offSince') === null) this.#store.values.set('offSince', now)
  }

  end(now: number): void {
    const since = this.#store.values.get('offSince')
    if (since === null) return
    const pause = { startMs: this.#clock.clockMs(since), endMs: this.#clock.clockMs(now) }
    if (this.#pauses.length < PAUSES_MAX && pause.startMs < pause.endMs) this.#set([...this.#pauses, pause])
    this.#store.values.set('offSince', null)
  }

  /** Shortens the last pause, if a frame that was made during it arrives late. Not stored until `store()`. */
  onFrame(ms: number): void {
    const last = this.#pauses.at(-1)
    if (!last || ms < last.startMs || ms >= last.endMs) return
    this.#pauses = withLastEnd(this.#pauses, ms)
    this.#isStored = false
  }

  /** Stores the pauses if late frames have shortened one. Called with each segment, which contains these frames. */
  store(): void {
    if (!this.#isStored) this.#set(this.#pauses)
  }

  #set(pauses: readonly Pause[]): void {
    this.#pauses = pauses
    this.#store.values.set('pauses', [...pauses])
    this.#isStored = true
  }

  /** All pauses of a stream that ends at `durationMs`. A pause that has not ended lasts until then. */
  until(durationMs: number): Pause[] {
    const since = this.#store.values.get('offSince')
    const last = since === null ? [] : [{ startMs: this.#clock.clockMs(since), endMs: durationMs }]
    return [...this.#pauses, ...last].filter(({ startMs, endMs }) => startMs < endMs)
  }
}

function withLastEnd(pauses: readonly Pause[], ms: number): Pause[] {
  return pauses.map((pause, index) => (index === pauses.length - 1 ? { ...pause, endMs: ms } : pause))
}
