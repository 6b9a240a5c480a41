/** How much of something one member may do: so much at once, then so much a second; and so much more, which waits. */
export type PaceLimits = { readonly atOnce: number; readonly perSecond: number; readonly waitingMax: number }

/** What one member draws, by the cost of a short curve: a fast hand draws about two hundred a second. Who floods is cut. */
export const DRAWING: PaceLimits = { atOnce: 2000, perSecond: 400, waitingMax: 4000 }

/**
 * What one member asks of the board: a page asks for the hash once a minute, and whenever one comes back to it, and for the
 * picture where its own is another. Who asks for more is not answered, and may ask again.
 */
export const ASKING: PaceLimits = { atOnce: 60, perSecond: 1, waitingMax: 0 }
export const COST_OF_ASKING = { hash: 1, info: 20 } as const

/** How much a member may do now, below zero for what waits, and when that was. */
export type Pace = { readonly left: number; readonly at: number }

export const newPace = (now: number, limits = DRAWING): Pace => ({ left: limits.atOnce, at: now })

function leftBy({ left, at }: Pace, now: number, { atOnce, perSecond }: PaceLimits): number {
  return Math.min(atOnce, left + (Math.max(0, now - at) / 1000) * perSecond)
}

/** After something of a cost; null where that is too much. */
export function spent(pace: Pace, cost: number, now: number, limits = DRAWING): Pace | null {
  const left = leftBy(pace, now, limits) - cost
  return left < -limits.waitingMax ? null : { left, at: now }
}

/** How long what was sent last waits until it is done, in milliseconds: who floods is slowed. */
export function waitMs({ left }: Pace, { perSecond } = DRAWING): number {
  return left >= 0 ? 0 : (-left / perSecond) * 1000
}

/** The paces of members, whichever sockets they do something by: of those who cannot do all at once again yet. */
export class Paces {
  readonly #limits: PaceLimits
  readonly #byMember = new Map<number, Pace>()

  constructor(limits: PaceLimits) {
    this.#limits = limits
  }

  of(userId: number, now: number): Pace {
    return this.#byMember.get(userId) ?? newPace(now, this.#limits)
  }

  set(userId: number, pace: Pace): void {
    if (!this.#byMember.has(userId)) this.#forgetFull(pace.at)
    this.#byMember.set(userId, pace)
  }

  /** Counts something of a cost; false where that is too much. */
  spend(userId: number, cost: number, now: number): boolean {
    const pace = spent(this.of(userId, now), cost, now, this.#limits)
    if (pace) this.set(userId, pace)
    return pace !== null
  }

  /** Something of a cost that was counted is not done after all. */
  giveBack(userId: number, cost: number): void {
    const pace = this.#byMember.get(userId)
    if (pace) this.#byMember.set(userId, { ...pace, left: Math.min(this.#limits.atOnce, pace.left + cost) })
  }

  /** Of how many members something is known. */
  get size(): number {
    return this.#byMember.size
  }

  #forgetFull(now: number): void {
    for (const [userId, pace] of this.#byMember)
      if (leftBy(pace, now, this.#limits) === this.#limits.atOnce) this.#byMember.delete(userId)
  }
}
