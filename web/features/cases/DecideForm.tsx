import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { BAN_DURATIONS, banDurationText, WARNING } from '../../../contract/ban.ts'
import type { CaseAction, CaseKind } from '../../../contract/cases.ts'
import type { CaseDetail, DecideBody } from '../../../contract/http/cases.ts'
import { type Violation, violation } from '../../../contract/http/sketches.ts'
import { BAN_NOTES_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import type { Rule } from '../../../contract/rules.ts'
import { ACTION_CHOICES, caseMessages, decideFailureOf, VIOLATION_LABELS } from '../../lib/messages/cases.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ruleMessages } from '../../lib/messages/rules.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { FormProblem } from '../../ui/FormDialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { focusById, focusField, useFocusAfterClose } from '../../ui/focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RuleSelect } from '../staff/RuleSelect.tsx'
import styles from './DecideForm.module.css'
import { useDecideCase } from './queries.ts'

type Duration = `${NonNullable<DecideBody['duration']>}`

const DURATIONS = BAN_DURATIONS.filter((hours) => hours !== WARNING).map((hours) => ({
  value: `${hours}` as Duration,
  label: banDurationText(hours),
}))
const VIOLATIONS = violation.options.map((value) => ({ value, label: VIOLATION_LABELS[value] }))

/** Closes a case in one step: the act, the rule, a message to the author and a note for staff. */
export function DecideForm({ found: { id, kind, author, actions } }: { found: CaseDetail }) {
  const [action, setAction] = useState<CaseAction>('none')
  const [rule, setRule] = useState<Rule | null>(null)
  const [mark, setMark] = useState<Violation>('inappropriate')
  const [duration, setDuration] = useState<Duration>('24')
  const [problem, setProblem] = useState<FormProblem>()
  const [toDelete, setToDelete] = useState<DecideBody>()
  const decide = useDecideCase()
  useFocusAfterClose(true, () => focusById(`decision-${id}`))

  const send = async (body: DecideBody) => {
    await decide.mutateAsync(body)
    toast(caseMessages.decided(body.action))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const [reason = '', note = ''] = ['reason', 'note'].map((name) => String(fields.get(name) ?? '').trim())
    const isRuleMissing = action !== 'none' && rule === null
    flushSync(() => setProblem(isRuleMissing ? { field: 'rule', error: ruleMessages.missing } : undefined))
    if (isRuleMissing) return focusField(form, 'rule')
    const body: DecideBody = {
      ...{ id, action, reason, note },
      rule: action === 'none' ? null : rule,
      ...(action === 'violation' && { violation: mark }),
      ...(action === 'ban' && { duration: Number(duration) as NonNullable<DecideBody['duration']> }),
    }
    if (action === 'delete' || action === 'clear_lines') return setToDelete(body)
    send(body).catch((error: unknown) => setProblem(decideFailureOf(error)))
  }

  return (
    <form aria-label="Decision" className={styles.form} onSubmit={submit}>
      <h3 className={styles.title}>Decision</h3>
      <div className={styles.choices}>
        <Select
          label="Action"
          options={actions.map((value) => ({ value, label: ACTION_CHOICES[value] }))}
          value={action}
          onChange={setAction}
        />
        {action !== 'none' && (
          <RuleSelect
            value={rule}
            onChange={(value) => {
              setRule(value)
              setProblem(undefined)
            }}
            error={typeof problem === 'object' ? problem.error : undefined}
          />
        )}
        {action === 'violation' && <Select label="Violation" options={VIOLATIONS} value={mark} onChange={setMark} />}
        {action === 'ban' && <Select label="Duration" options={DURATIONS} value={duration} onChange={setDuration} />}
      </div>
      {action !== 'none' && (
        <TextField
          label={`Reason for ${author?.nickname ?? 'the author'}`}
          name="reason"
          hint={ruleMessages.authorReads(author?.nickname ?? 'The author')}
          multiline
          maxLength={STAFF_REASON_MAX}
        />
      )}
      <TextField label="Notes" name="note" hint="Staff only." multiline maxLength={BAN_NOTES_MAX} />
      <FormError>{typeof problem === 'string' && problem}</FormError>
      <div>
        <Button type="submit" variant="primary" busy={decide.isPending}>
          {action === 'none' ? 'Close without action' : ACTION_CHOICES[action]}
        </Button>
      </div>
      {toDelete && (
        <ConfirmDialog
          danger
          title={deletionTitle(kind, toDelete.action)}
          confirmLabel={toDelete.action === 'clear_lines' ? 'Delete all' : 'Delete'}
          onConfirm={() => send(toDelete)}
          messageOf={messageOf}
          onClose={() => setToDelete(undefined)}
        >
          {kind === 'sketch' ? sketchMessages.restorable : caseMessages.deleteQuestion}
        </ConfirmDialog>
      )}
    </form>
  )
}

function deletionTitle(kind: CaseKind, action: CaseAction): string {
  if (action === 'clear_lines') return 'Delete all their messages in this room?'
  return kind === 'sketch' ? 'Delete this sketch?' : 'Delete this?'
}
