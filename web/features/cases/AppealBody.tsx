import { useState } from 'react'
import { APPEAL_OUTCOMES, type AppealOutcome, isFinal } from '../../../contract/cases.ts'
import type { AppealItem } from '../../../contract/http/appeals.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { appealMessages, OUTCOME_NAMES } from '../../lib/messages/decisions.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { focusById, focusHeading, useFocusAfterClose } from '../../ui/focus.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { useDecideAppeal } from './appeal-queries.ts'
import styles from './CasePanel.module.css'

const OUTCOMES = APPEAL_OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] }))

/** The text of an appeal with its outcome, or while it is open with the actions of staff. */
export function AppealBody({ appeal }: { appeal: AppealItem }) {
  const { text, date, deciderId, member, outcome, answer, dateClosed } = appeal
  const user = useUser()
  const [isDeciding, setDeciding] = useState(false)
  useFocusAfterClose(isDeciding, () => focusById(`outcome-${appeal.id}`) || focusHeading())
  const mayDecide = deciderId !== user?.id && member.id !== user?.id
  return (
    <>
      <UserText>{text}</UserText>
      <p className={styles.facts}>
        <span>
          appealed <RelativeTime time={date} />
        </span>
        {dateClosed && (
          <span>
            decided <RelativeTime time={dateClosed} />
          </span>
        )}
      </p>
      {outcome && <strong id={`outcome-${appeal.id}`}>{appealMessages.decided[outcome]}</strong>}
      {outcome && <UserText>{answer}</UserText>}
      {!outcome && !mayDecide && <p className={styles.soft}>{appealMessages.own}</p>}
      {!outcome && mayDecide && (
        <div>
          <Button aria-label={`Decide the appeal of ${member.nickname}`} onClick={() => setDeciding(true)}>
            Decide
          </Button>
        </div>
      )}
      {isDeciding && <DecideDialog appeal={appeal} onClose={() => setDeciding(false)} />}
    </>
  )
}

function DecideDialog({ appeal: { id, member, action, kind }, onClose }: { appeal: AppealItem; onClose: () => void }) {
  const [outcome, setOutcome] = useState<AppealOutcome | null>(null)
  const decide = useDecideAppeal()
  const send = async (form: FormData) => {
    if (outcome === null) return { field: 'outcome', error: appealMessages.outcomeMissing }
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await decide.mutateAsync({ id, outcome, reason })
    toast(appealMessages.decided[outcome])
    return undefined
  }
  return (
    <FormDialog
      title={`Decide the appeal of ${member.nickname}`}
      submit="Decide"
      onSubmit={send}
      failure={messageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {isFinal(action, kind) && <FormHint>{appealMessages.final}</FormHint>}
          <Select
            label="Outcome"
            name="outcome"
            options={OUTCOMES}
            value={outcome}
            onChange={setOutcome}
            error={errorOf('outcome')}
          />
          <TextField
            label="Reason"
            name="reason"
            hint={`${member.nickname} reads it.`}
            error={errorOf('reason')}
            multiline
            maxLength={STAFF_REASON_MAX}
          />
        </>
      )}
    </FormDialog>
  )
}
