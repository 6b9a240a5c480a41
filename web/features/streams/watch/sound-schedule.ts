/** When a piece of sound begins, in seconds of the player's clock, and whether all that was to come before is dropped. */
export type Placed = { at: number; dropsOthers: boolean }

/** Sound waits so long before it is heard, so that pieces that come unevenly are heard evenly, in seconds. */
export const SOUND_DELAY_S = 0.12
/** More than this beyond that is sound that came all at once, and is caught up with. */
const AHEAD_MAX_S = 0.3

/** Puts pieces of sound after each other as they were made, beginning again where they come too late or far too early. */
export class SoundSchedule {
  /** So long sound waits, so that it keeps step with pictures that wait. */
  delay = SOUND_DELAY_S
  #offset: number | null = null

  /** Where a piece that was made at `madeAt` stands; all in seconds. */
  place(madeAt: number, now: number): Placed {
    const at = this.#offset === null ? Number.NEGATIVE_INFINITY : madeAt + this.#offset
    if (at >= now && at <= now + this.delay + AHEAD_MAX_S) return { at, dropsOthers: false }
    this.#offset = now + this.delay - madeAt
    return { at: now + this.delay, dropsOthers: at > now }
  }
}
