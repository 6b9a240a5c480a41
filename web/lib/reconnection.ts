/**
 * Range of the delay before the first attempt. It is wide, so that pages do not all reconnect at once after a restart.
 */
const FIRST_MS = { min: 500, max: 5000 }
/** Range of the maximum delay. */
const LAST_MS = { min: 20_000, max: 30_000 }

/**
 * Options of a reconnecting socket; each page has its own random delays. A page is back within ten seconds if the site
 * is back within four.
 */
export function reconnection(random: () => number = Math.random) {
  const within = ({ min, max }: typeof FIRST_MS) => min + random() * (max - min)
  return {
    minReconnectionDelay: within(FIRST_MS),
    maxReconnectionDelay: within(LAST_MS),
    reconnectionDelayGrowFactor: 1.5,
  }
}
