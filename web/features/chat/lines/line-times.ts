import { CHAT_EDIT_MINUTES, CHAT_TIME_DIVIDER_MS } from '../../../../contract/limits.ts'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { timeText } from '../../../lib/format.ts'

/** Returns the label above a line that came more than 10 minutes after the previous one, or null [2 §9]. */
export function timeDivider(line: ChatLine, before: ChatLine | undefined): string | null {
  if (!before) return null
  const [then, at] = [new Date(fromWireTime(before.date)), new Date(fromWireTime(line.date))]
  if (at.getTime() - then.getTime() <= CHAT_TIME_DIVIDER_MS) return null
  const clock = timeText(at.getTime())
  if (then.toDateString() === at.toDateString()) return clock
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${clock}`
}

/** True while its author may edit or delete a line. */
export function isEditable(line: ChatLine): boolean {
  return Date.now() - fromWireTime(line.date) < CHAT_EDIT_MINUTES * 60_000
}
