import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDeleteChallenge } from './queries.ts'

/** Deletes a challenge of a group while it has no entries, for its owner and moderators and for staff. */
export function DeleteChallengeButton({ challenge }: { challenge: ChallengePageReply }) {
  const [isOpen, setOpen] = useState(false)
  const { group, canEdit, entries } = challenge
  if (!group || !canEdit || entries > 0) return null
  return (
    <>
      <Button icon={Trash2} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeleteDialog challenge={challenge} groupId={group.id} onClose={() => setOpen(false)} />}
    </>
  )
}

type DeleteDialogProps = { challenge: ChallengePageReply; groupId: string; onClose: () => void }

function DeleteDialog({ challenge: { id, title }, groupId, onClose }: DeleteDialogProps) {
  const navigate = useNavigate()
  const deletion = useDeleteChallenge(id)
  const send = async (form: FormData) => {
    await deletion.mutateAsync(String(form.get('reason') ?? '').trim())
    toast(challengeMessages.deleted(title))
    void navigate(`/group/${groupId}?tab=events`, { replace: true })
    return undefined
  }
  return (
    <FormDialog title={`Delete ${title}?`} submit="Delete" onSubmit={send} failure={messageOf} onClose={onClose}>
      <FormHint>{challengeMessages.deleteHint}</FormHint>
      <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
    </FormDialog>
  )
}
