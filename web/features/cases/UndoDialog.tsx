import type { CaseDetail } from '../../../contract/http/cases.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { useUndoDecision } from './queries.ts'

/** Undoes the decision of a case, which grants an open appeal against it. */
export function UndoDialog({ found: { id, appeal }, onClose }: { found: CaseDetail; onClose: () => void }) {
  const undo = useUndoDecision()
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: caseMessages.reasonMissing }
    await undo.mutateAsync({ id, reason })
    toast(caseMessages.undone)
    return undefined
  }
  return (
    <FormDialog title="Undo the decision?" submit="Undo" onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => <UndoFields appeal={appeal} error={errorOf('reason')} />}
    </FormDialog>
  )
}

type UndoFieldsProps = { appeal: CaseDetail['appeal']; error?: string | undefined }

/** The reason answers an open appeal, so its field says who reads it. */
export function UndoFields({ appeal, error }: UndoFieldsProps) {
  const granted = appeal?.outcome === null ? appeal.member.nickname : null
  return (
    <>
      <FormHint>
        {granted === null ? 'The case stays closed.' : `The case stays closed, and ${granted}’s appeal is granted.`}
      </FormHint>
      <StaffReasonField error={error} reader={granted} />
    </>
  )
}
