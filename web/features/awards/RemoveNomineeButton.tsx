import { useState } from 'react'
import type { AwardState } from '../../../contract/award-state.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { useRemoveNominee } from './queries.ts'

type RemoveNomineeButtonProps = {
  categoryId: number
  /** `name` is the title of the sketch, or the nickname of the artist. */
  nominee: { id: number; name: string }
  state: AwardState
}

/** Button with which staff remove a nominee until the voting ends. */
export function RemoveNomineeButton({ categoryId, nominee: { id, name }, state }: RemoveNomineeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const removal = useRemoveNominee()
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await removal.mutateAsync({ cat: categoryId, obj: id, reason })
    toast(awardMessages.nomineeRemoved(name))
    return undefined
  }
  return (
    <>
      <Button aria-label={`Remove ${name} from the nominees`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <FormDialog
          title={`Remove ${name} from the nominees?`}
          submit="Remove"
          onSubmit={send}
          failure={messageOf}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <>
              <FormHint>{awardMessages.removalHint(state)}</FormHint>
              <StaffReasonField error={errorOf('reason')} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
