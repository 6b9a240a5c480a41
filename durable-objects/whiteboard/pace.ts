/** What one client draws, by the cost of a short curve: so much at once, then so much a second. A fast hand draws about two hundred. */
const AT_ONCE = 2000
const PER_SECOND = 400
/** Who sends so much more than that is cut. */
const WAITING_MAX = 4000

/** How much a client may draw now, below zero for what waits, and when that was. */
export type Pace = { readonly left: number; readonly at: number }

export const newPace = (now: number): Pace => ({ left: AT_ONCE, at: now })

/** After commands of a cost; null for a client that is to be cut. */
export function spent({ left, at }: Pace, cost: number, now: number): Pace | null {
  const rest = Math.min(AT_ONCE, left + (Math.max(0, now - at) / 1000) * PER_SECOND) - cost
  return rest < -WAITING_MAX ? null : { left: rest, at: now }
}

/** How long what was sent last waits until it is drawn, in milliseconds: who floods is slowed. */
export function waitMs({ left }: Pace): number {
  return left >= 0 ? 0 : (-left / PER_SECOND) * 1000
}
