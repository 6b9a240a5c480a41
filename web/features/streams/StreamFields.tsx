import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { STREAM_ANNOUNCE_MAX_DAYS } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dateTimeValue } from '../../lib/date-time-field.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { cardDayText } from '../challenges/days.ts'
import { challengeQuery, challengesQuery } from '../challenges/queries.ts'

const NONE = 'none'

/**
 * The challenge that a stream is about: one of the latest, or the earlier one that was `chosen`. Hidden when there are
 * none.
 */
export function ChallengeField({ chosen }: { chosen: number | null }) {
  const { data } = useInfiniteQuery(challengesQuery)
  const latest = data?.pages[0]?.items
  const isEarlier = chosen !== null && latest !== undefined && !latest.some(({ id }) => id === chosen)
  const { data: earlier } = useQuery({ ...challengeQuery(chosen ?? 0), enabled: isEarlier })
  const [value, setValue] = useState(chosen === null ? NONE : String(chosen))
  const options = [...(latest ?? []), ...(earlier ? [earlier] : [])].map(optionOf)
  if (value === NONE && data && options.length === 0) return null
  // Keeps the choice while its title is unknown.
  const isKnown = value === NONE || options.some((option) => option.value === value)
  if (!isKnown) return <input type="hidden" name="challenge" value={value} />
  return (
    <Select
      label="Challenge"
      name="challenge"
      options={[{ value: NONE, label: 'None' }, ...options]}
      value={value}
      onChange={setValue}
    />
  )
}

const optionOf = ({ id, title, date }: ChallengeItem) => ({
  value: String(id),
  label: `${title}, ${cardDayText(date)}`,
})

export const readChallengeId = (formData: FormData) => Number(formData.get('challenge')) || null

const DAY_MS = 86_400_000

/** Field `startsAt` of an announced stream. The current time stays allowed after it has passed. */
export function StartTimeField({ startsAt, error }: { startsAt?: string; error?: string | undefined }) {
  const [now] = useState(Date.now)
  const before = startsAt === undefined ? undefined : fromWireTime(startsAt)
  return (
    <TextField
      label="Starts (your local time)"
      name="startsAt"
      type="datetime-local"
      required
      min={dateTimeValue(Math.min(now, before ?? now))}
      max={dateTimeValue(now + STREAM_ANNOUNCE_MAX_DAYS * DAY_MS)}
      defaultValue={before === undefined ? undefined : dateTimeValue(before)}
      error={error}
      hint="Others see it in theirs."
    />
  )
}
