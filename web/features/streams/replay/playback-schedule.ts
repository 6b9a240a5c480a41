/** Tolerance in seconds; a chunk further out of sync is rescheduled. */
const OFF_MAX_S = 0.06

/** Schedules chunks of recorded sound without gaps while they are in sync with the pictures. */
export class PlaybackSchedule {
  #offset: number | null = null

  /**
   * Start of a chunk on the player's clock, when `position` is shown at `now`; null if it is too late. All in seconds.
   */
  startOf(capturedAt: number, { now, position, rate }: { now: number; position: number; rate: number }): number | null {
    const inSync = now + (capturedAt - position) / rate
    if (inSync < now - OFF_MAX_S) return null
    const following = this.#offset === null ? Number.NaN : capturedAt / rate + this.#offset
    const at = Math.abs(following - inSync) <= OFF_MAX_S ? following : inSync
    this.#offset = at - capturedAt / rate
    return Math.max(now, at)
  }

  reset(): void {
    this.#offset = null
  }
}
