import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usualAwardTimes } from '../../../contract/award-state.ts'
import type { AwardsInfo } from '../../../contract/http/awards.ts'
import { AWARD_RECAP_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { CallError } from '../../lib/call.ts'
import { dateTimeValue } from '../../lib/date-time-field.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { categoryLines, DATES, isAwardsYear, readAwards } from './awards-fields.ts'
import { useSaveAwards } from './queries.ts'

type AwardsDialogProps = {
  /** Awards to edit; without them the form opens a new year. */
  awards?: AwardsInfo
  onClose: () => void
}

const DATE_LABELS = {
  nominationsStart: 'Nominations open (your local time)',
  nominationsEnd: 'Nominations close',
  votingStart: 'Voting opens',
  votingEnd: 'Voting closes',
} as const
const USUAL = {
  nominationsStart: 'nominationsStartAt',
  nominationsEnd: 'nominationsEndAt',
  votingStart: 'votingStartAt',
  votingEnd: 'votingEndAt',
} as const
const FIELD_OF_CODE: Record<string, string> = {
  awards_exist: 'year',
  bad_dates: 'votingEnd',
  award_category_used: 'categories',
  award_category_taken: 'categories',
}

/** Form that opens the awards of a year or edits them. */
export function AwardsDialog({ awards, onClose }: AwardsDialogProps) {
  const save = useSaveAwards()
  const navigate = useNavigate()
  const [year, setYear] = useState(awards?.year ?? new Date().getFullYear())
  const times = usualAwardTimes(year)
  const send = async (form: FormData) => {
    const read = readAwards(form, awards)
    if ('error' in read) return read
    try {
      await save.mutateAsync(read.awards)
    } catch (error) {
      const field = error instanceof CallError && FIELD_OF_CODE[error.code]
      if (!(error instanceof CallError) || !field) throw error
      return { field, error: messageOf(error) }
    }
    toast((awards ? awardMessages.saved : awardMessages.opened)(read.awards.year))
    if (!awards) void navigate(`/awards/${read.awards.year}`)
    return undefined
  }
  return (
    <FormDialog
      title={awards ? `Edit awards ${awards.year}` : 'Open a year of awards'}
      submit={awards ? 'Save' : 'Open'}
      onSubmit={send}
      failure={messageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {!awards && (
            <TextField
              label="Year"
              name="year"
              inputMode="numeric"
              autoComplete="off"
              autoFocus
              defaultValue={String(year)}
              onChange={({ target }) => isAwardsYear(Number(target.value)) && setYear(Number(target.value))}
              error={errorOf('year')}
            />
          )}
          {DATES.map((name) => (
            <TextField
              // The key resets the fields to the usual dates when the year changes.
              key={`${year} ${name}`}
              label={DATE_LABELS[name]}
              name={name}
              type="datetime-local"
              defaultValue={dateTimeValue(awards?.dates ? fromWireTime(awards.dates[name]) : times[USUAL[name]])}
              error={errorOf(name)}
            />
          ))}
          <TextField
            label="Categories"
            name="categories"
            multiline
            hint={awardMessages.categoriesHint}
            defaultValue={categoryLines(awards?.categories ?? [])}
            error={errorOf('categories')}
          />
          <TextField label="Recap" name="recap" multiline maxLength={AWARD_RECAP_MAX} defaultValue={awards?.recap} />
          <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
        </>
      )}
    </FormDialog>
  )
}
