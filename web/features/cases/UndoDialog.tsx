import type { CaseDetail } from '../../../contract/http/cases.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useUndoDecision } from './queries.ts'

/** Undoes the decision of a case, which grants an open appeal against it. */
export function UndoDialog({ found: { id, appeal }, onClose }: { found: CaseDetail; onClose: () => void }) {
  const undo = useUndoDecision()
  const send = async (reason: string) => {
    await undo.mutateAsync({ id, reason })
    toast(caseMessages.undone)
  }
  const granted = grantedBy(appeal)
  return (
    <StaffReasonDialog
      title="Undo the decision?"
      submit="Undo"
      reader={granted}
      onReason={send}
      failure={messageOf}
      onClose={onClose}
    >
      {caseMessages.undoing(granted)}
    </StaffReasonDialog>
  )
}

/** The member whose open appeal the undo grants, and who therefore reads the reason. */
export const grantedBy = (appeal: CaseDetail['appeal']): string | null =>
  appeal?.outcome === null ? appeal.member.nickname : null
