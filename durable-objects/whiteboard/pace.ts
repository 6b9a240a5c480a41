/** One client's commands: so many at once, then so many a second. A fast hand draws about two hundred. */
const AT_ONCE = 2000
const PER_SECOND = 400
/** Who sends so many more than that is cut. */
const WAITING_MAX = 4000

/** How many commands a client may send now, below zero for those that wait, and when that was. */
export type Pace = { readonly left: number; readonly at: number }

export const newPace = (now: number): Pace => ({ left: AT_ONCE, at: now })

/** After so many commands; null for a client that is to be cut. */
export function spent({ left, at }: Pace, commands: number, now: number): Pace | null {
  const rest = Math.min(AT_ONCE, left + (Math.max(0, now - at) / 1000) * PER_SECOND) - commands
  return rest < -WAITING_MAX ? null : { left: rest, at: now }
}

/** How long what was sent last waits until it is drawn, in milliseconds: who floods is slowed. */
export function waitMs({ left }: Pace): number {
  return left >= 0 ? 0 : (-left / PER_SECOND) * 1000
}
