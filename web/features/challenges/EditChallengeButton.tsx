import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { IdeaFields, readIdea } from './IdeaFields.tsx'
import { useEditChallenge } from './queries.ts'

/** Button that edits the texts of a challenge that has begun, for staff, and for owners and moderators of its group. */
export function EditChallengeButton({ challenge }: { challenge: ChallengePageReply }) {
  const [isOpen, setOpen] = useState(false)
  if (!challenge.canEdit) return null
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <EditDialog challenge={challenge} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ challenge, onClose }: { challenge: ChallengePageReply; onClose: () => void }) {
  const edit = useEditChallenge(challenge.id)
  const send = async (form: FormData) => {
    await edit.mutateAsync({ ...readIdea(form), reason: String(form.get('reason') ?? '').trim() })
    toast(challengeMessages.edited)
    return undefined
  }
  return (
    <FormDialog title={`Edit ${challenge.title}`} submit="Save" onSubmit={send} failure={messageOf} onClose={onClose}>
      <IdeaFields idea={challenge} />
      <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
    </FormDialog>
  )
}
