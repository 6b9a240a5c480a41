import type { StreamLevel } from '../../../../contract/socket/stream-messages.ts'

/** How well a stream comes through. */
export type Quality = 'good' | 'fair' | 'poor'

/** Later than this it is hard to talk about what one sees. */
const FAIR_FROM_MS = 1500
const POOR_FROM_MS = 4000

export function qualityOf(level: StreamLevel, lateMs: number): Quality {
  if (level === 'stills' || lateMs >= POOR_FROM_MS) return 'poor'
  return level === 'keys' || lateMs >= FAIR_FROM_MS ? 'fair' : 'good'
}

/** "0.4 s behind". */
export const delayWords = (lateMs: number) => `${(Math.max(0, lateMs) / 1000).toFixed(1)} s behind`
