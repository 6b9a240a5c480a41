import { countText } from './format.ts'

const SECOND_MS = 1000
const DAY_SECONDS = 86_400

/** "2 days 07:41:16"; "00:00:00" once it has passed. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const days = Math.floor(seconds / DAY_SECONDS)
  const clock = [Math.floor((seconds % DAY_SECONDS) / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return days > 0 ? `${countText(days, 'day')} ${clock}` : clock
}
