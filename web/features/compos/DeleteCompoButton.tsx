import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDeleteCompo } from './queries.ts'

/** Deletes a compo that was opened by mistake, as long as it has no entries; for staff. */
export function DeleteCompoButton({ compo }: { compo: CompoInfo }) {
  const isStaff = useUser()?.gloperator === true
  const [isOpen, setOpen] = useState(false)
  if (!isStaff || compo.entries > 0) return null
  return (
    <>
      <Button icon={Trash2} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeleteDialog compo={compo} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ compo: { compoId, title, group }, onClose }: { compo: CompoInfo; onClose: () => void }) {
  const navigate = useNavigate()
  const deletion = useDeleteCompo(compoId)
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: compoMessages.reasonMissing }
    await deletion.mutateAsync(reason)
    toast(compoMessages.deleted(title))
    void navigate(group ? `/group/${group.id}?tab=events` : '/compos', { replace: true })
    return undefined
  }
  return (
    <FormDialog title={`Delete ${title}?`} submit="Delete" onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{compoMessages.deleteHint}</FormHint>
          <TextField
            label="Reason"
            name="reason"
            hint="For the staff log."
            maxLength={STAFF_REASON_MAX}
            error={errorOf('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
