import { compoKey } from '../../../contract/http/compo-item.ts'
import type { CompoBody, CompoInfo } from '../../../contract/http/compos.ts'
import { COMPO_KEY_MAX } from '../../../contract/limits.ts'
import { slugOf } from '../../../contract/slug.ts'
import type { CallError } from '../../lib/call.ts'
import { wireTimeOf } from '../../lib/date-time-field.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { parseSketch } from '../../lib/sketch-link.ts'
import type { FieldProblem } from '../../ui/FormDialog.tsx'

/** The key that a title suggests for a new compo. */
export const suggestedKey = (title: string): string =>
  slugOf(title).replace(/[_-]+/g, '-').slice(0, COMPO_KEY_MAX).replace(/^-|-$/g, '')

const DATES = ['startDate', 'endDate', 'endVotingDate'] as const

/**
 * Reads the form of a compo, or the first problem in it. Times are entered to the minute; one that was not changed
 * keeps its seconds.
 */
export function readCompo(form: FormData, before: CompoInfo | undefined): { compo: CompoBody } | FieldProblem {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const key = before?.id ?? text('key')
  const title = text('title')
  const thumbnail = parseSketch(text('thumbnail'))
  const [startDate, endDate, endVotingDate] = DATES.map((name) => wireTimeOf(text(name), before?.[name]))
  if (!title) return { field: 'title', error: compoMessages.titleMissing }
  if (!compoKey.safeParse(key).success) return { field: 'key', error: compoMessages.keyInvalid }
  const missing = DATES.find((_, index) => ![startDate, endDate, endVotingDate][index])
  if (!startDate || !endDate || !endVotingDate)
    return { field: missing ?? 'startDate', error: compoMessages.dateMissing }
  if (endDate <= startDate) return { field: 'endDate', error: messageOfCode('bad_dates') }
  if (endVotingDate <= endDate) return { field: 'endVotingDate', error: messageOfCode('bad_dates') }
  if (thumbnail === undefined) return { field: 'thumbnail', error: compoMessages.thumbnailInvalid }
  const compo = {
    ...(before && { compoId: before.compoId }),
    key,
    title,
    description: text('description'),
    thumbnail,
    startDate,
    endDate,
    endVotingDate,
    entriesPerMember: Number(text('entriesPerMember')),
    group: before ? (before.group?.id ?? null) : text('group') || null,
    reason: text('reason'),
  }
  return { compo }
}

/** The field that a refusal of the site is about; null if none is. */
export function problemOf({ code, field }: Pick<CallError, 'code' | 'field'>): FieldProblem | null {
  if (code === 'compo_key_taken') return { field: 'key', error: messageOfCode(code) }
  if (code === 'bad_dates' || code === 'date_passed' || code === 'dates_are_final' || code === 'group_compo_times')
    return { field: 'endDate', error: messageOfCode(code) }
  if (code === 'compo_ends_soon') return { field: 'endDate', error: messageOfCode(code) }
  if (code === 'bad_request' && field === 'reason') return { field, error: REASON_MISSING }
  if (code === 'group_compo_limit' || code === 'group_compo_month_limit')
    return { field: 'group', error: messageOfCode(code) }
  if (code !== 'not_found') return null
  if (field === 'thumbnail') return { field, error: compoMessages.thumbnailInvalid }
  return field === 'group' ? { field, error: compoMessages.groupInvalid } : null
}
