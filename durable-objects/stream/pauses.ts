import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { Broadcast } from './broadcast.ts'
import type { StreamStore } from './store.ts'

type Pause = ReplayManifest['pauses'][number]

const PAUSES_MAX = 500

/** When there was nothing to see of a stream, as its publisher had paused it or was away: what a replay passes over. */
export class Pauses {
  readonly #store: StreamStore
  readonly #broadcast: Broadcast
  #kept: readonly Pause[]

  constructor(store: StreamStore, broadcast: Broadcast) {
    this.#store = store
    this.#broadcast = broadcast
    this.#kept = store.read('pauses') ?? []
  }

  /** There is nothing from now on; said again it changes nothing. */
  begin(now: number): void {
    if (this.#store.read('offSince') === null) this.#store.keep('offSince', now)
  }

  /** There is something again. */
  end(now: number): void {
    const since = this.#store.read('offSince')
    if (since === null) return
    const pause = { startMs: this.#broadcast.clockMs(since), endMs: this.#broadcast.clockMs(now) }
    if (this.#kept.length < PAUSES_MAX && pause.startMs < pause.endMs) this.#keep([...this.#kept, pause])
    this.#store.keep('offSince', null)
  }

  /** A frame was made at a time: what is made within a pause, and comes after it, ends the pause there. */
  shown(ms: number): void {
    const last = this.#kept.at(-1)
    if (last && ms >= last.startMs && ms < last.endMs) this.#keep(endedAt(this.#kept, ms))
  }

  #keep(pauses: readonly Pause[]): void {
    this.#kept = pauses
    this.#store.keep('pauses', [...pauses])
  }

  /** All of them, of a stream of which there is something until a time. */
  until(durationMs: number): Pause[] {
    const since = this.#store.read('offSince')
    const last = since === null ? [] : [{ startMs: this.#broadcast.clockMs(since), endMs: durationMs }]
    return [...this.#kept, ...last].filter(({ startMs, endMs }) => startMs < endMs)
  }
}

/** Pauses of which the last ends at a time within it. */
function endedAt(pauses: readonly Pause[], ms: number): Pause[] {
  return pauses.map((pause, index) => (index === pauses.length - 1 ? { ...pause, endMs: ms } : pause))
}
