import type { CompoBody } from '../../../contract/http/compos.ts'
import { COMPO_END_NOTICE_HOURS, GROUP_COMPO_TIMES } from '../../../contract/limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { storedTime } from '../../lib/stored-time.ts'

const HOUR_MS = 3_600_000

export type CompoEdit = { editor: Viewer; now: number }

type Dates = Pick<CompoBody, 'startDate' | 'endDate' | 'endVotingDate'>

export type Times = readonly [start: number, end: number, votingEnd: number]

/** The times of a compo, null for dates that do not exist. */
export const timesOf = ({ startDate, endDate, endVotingDate }: Dates): Times => [
  storedTime(startDate),
  storedTime(endDate),
  storedTime(endVotingDate),
]

/**
 * True if new times would end the entries or the voting of a compo without notice: by an early end, by a start that is
 * moved away, or by a short time for entries or votes.
 */
function endsSoon([start, end, votingEnd]: Times, before: Times, now: number): boolean {
  const noticeMs = COMPO_END_NOTICE_HOURS * HOUR_MS
  const isSooner = (to: number, from: number) => to < from && to < now + noticeMs
  const isCut = (lasts: number, lasted: number) => lasts < Math.min(lasted, noticeMs)
  return (
    isSooner(end, before[1]) ||
    isSooner(votingEnd, before[2]) ||
    (before[0] <= now && start > before[0]) ||
    isCut(end - start, before[1] - before[0]) ||
    isCut(votingEnd - end, before[2] - before[1])
  )
}

/**
 * Checks the times of a compo. The owner and moderators of its group may not change them once the entries have ended,
 * because they could decide the compo by the moment of its end. They also may not fill the list with compos that nobody
 * can enter, or that begin far ahead. Staff may change all times, but only admins may end the entries or the voting
 * sooner with less than a day's notice: the result cannot be undone.
 */
export function checkTimes(
  { editor, now }: CompoEdit,
  [start, end, votingEnd]: Times,
  before?: Times,
): Result<void, 'date_passed' | 'dates_are_final' | 'group_compo_times' | 'bad_dates' | 'compo_ends_soon'> {
  const isSame = before && start === before[0] && end === before[1] && votingEnd === before[2]
  if (isSame) return DONE
  // Times that do not exist are null.
  if (!start || !end || !votingEnd || start >= end || end >= votingEnd) return failure('bad_dates')
  if (editor.flags.includes('a')) return DONE
  if (isStaff(editor))
    return before && endsSoon([start, end, votingEnd], before, now) ? failure('compo_ends_soon') : DONE
  if (before && before[1] <= now) return failure('dates_are_final')
  if (end <= now) return failure('date_passed')
  const { entriesMinHours, votingMinHours, startMaxDays } = GROUP_COMPO_TIMES
  // The start cannot be moved into the past, because the compo took no entries then.
  const entriesMs = end - Math.max(start, Math.min(before?.[0] ?? now, now))
  const isShort = entriesMs < entriesMinHours * HOUR_MS || votingEnd - end < votingMinHours * HOUR_MS
  return isShort || start > now + startMaxDays * 24 * HOUR_MS ? failure('group_compo_times') : DONE
}

/** True if staff must give a reason: they change times of a compo of another member that has begun. */
export function needsReason(
  { userId, times }: { userId: number; times: Times },
  fields: Dates,
  { editor, now }: CompoEdit,
): boolean {
  const isMoved = timesOf(fields).some((time, index) => time !== times[index])
  return isStaff(editor) && userId !== editor.id && times[0] <= now && isMoved
}
