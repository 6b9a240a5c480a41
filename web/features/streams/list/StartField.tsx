import { useState } from 'react'
import { STREAM_AHEAD_DAYS } from '../../../../contract/limits.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { fieldOfTime } from './times.ts'

const DAY_MS = 86_400_000

/** When an announced stream begins, as the field `startsAt`; what it stood at stays allowed, though it has gone by. */
export function StartField({ startsAt, error }: { startsAt?: string; error?: string | undefined }) {
  const [now] = useState(Date.now)
  const before = startsAt === undefined ? undefined : fromWireTime(startsAt)
  return (
    <TextField
      label="Begins"
      name="startsAt"
      type="datetime-local"
      required
      min={fieldOfTime(Math.min(now, before ?? now))}
      max={fieldOfTime(now + STREAM_AHEAD_DAYS * DAY_MS)}
      defaultValue={before === undefined ? undefined : fieldOfTime(before)}
      error={error}
      hint="By your own clock. Others see it by theirs."
    />
  )
}
