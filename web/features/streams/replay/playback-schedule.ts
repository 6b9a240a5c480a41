/** Pieces that should begin by so much elsewhere than after the last one are put where they should, in seconds. */
const OFF_MAX_S = 0.06

/** Puts pieces of a recording's sound after each other without gaps, for as long as they keep step with the pictures. */
export class PlaybackSchedule {
  #offset: number | null = null

  /**
   * Where a piece that was made at `madeAt` begins by the player's clock, while `position` is shown at `now`; null for one
   * that should have begun already. All in seconds.
   */
  place(madeAt: number, { now, position, rate }: { now: number; position: number; rate: number }): number | null {
    const wanted = now + (madeAt - position) / rate
    if (wanted < now - OFF_MAX_S) return null
    const following = this.#offset === null ? Number.NaN : madeAt / rate + this.#offset
    const at = Math.abs(following - wanted) <= OFF_MAX_S ? following : wanted
    this.#offset = at - madeAt / rate
    return Math.max(now, at)
  }

  /** The next piece begins where it should. */
  reset(): void {
    this.#offset = null
  }
}
