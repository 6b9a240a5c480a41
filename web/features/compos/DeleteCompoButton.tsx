import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useDeleteCompo } from './queries.ts'

/** Button with which staff delete a compo without entries that was opened by mistake. */
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

function DeleteDialog({ compo, onClose }: { compo: CompoInfo; onClose: () => void }) {
  const { title, group } = compo
  const navigate = useNavigate()
  const deletion = useDeleteCompo(compo)
  const remove = async (reason: string) => {
    await deletion.mutateAsync(reason)
    toast(compoMessages.deleted(title))
    void navigate(group ? `/group/${group.id}?tab=events` : '/compos', { replace: true })
  }
  return (
    <StaffReasonDialog title={`Delete ${title}?`} onReason={remove} failure={messageOf} onClose={onClose}>
      {compoMessages.deleteHint}
    </StaffReasonDialog>
  )
}
