import type { ChallengeIdea } from '../../../../contract/http/challenges.ts'
import { STAFF_REASON_MAX } from '../../../../contract/limits.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { toast } from '../../../lib/toast.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { IdeaFields, readIdea } from '../IdeaFields.tsx'
import { useQueueChallenge, useRemoveChallenge } from './queries.ts'

export type QueueAction = { to: 'add' } | { to: 'edit' | 'accept'; idea: ChallengeIdea } | Removal
type Removal = { to: 'remove' | 'decline'; idea: ChallengeIdea }

const WORDS = {
  add: { title: 'Add a challenge to the queue', submit: 'Add', done: 'Added to the queue' },
  edit: { title: 'Edit challenge', submit: 'Save', done: 'Saved' },
  accept: { title: 'Accept this suggestion', submit: 'Accept', done: 'Added to the queue' },
  remove: { title: 'Remove from the queue?', submit: 'Remove', done: 'Removed from the queue' },
  decline: { title: 'Decline this suggestion?', submit: 'Decline', done: 'Declined' },
} as const

/** Dialog of a staff action: fields of the idea, or the reason of a removal. */
export function IdeaDialog({ action, onClose }: { action: QueueAction; onClose: () => void }) {
  const queue = useQueueChallenge()
  const remove = useRemoveChallenge()
  const { title, submit, done } = WORDS[action.to]
  const send = async (formData: FormData) => {
    if (action.to === 'add') await queue.mutateAsync(readIdea(formData))
    else if (isRemovalAction(action)) {
      await remove.mutateAsync({ id: action.idea.id, reason: String(formData.get('reason') ?? '').trim() })
    } else await queue.mutateAsync({ id: action.idea.id, ...readIdea(formData) })
    toast(done)
    return undefined
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={messageOf} onClose={onClose}>
      {isRemovalAction(action) ? (
        <>
          <p>{action.idea.title}</p>
          <TextField label="Reason" name="reason" hint="For the staff log." maxLength={STAFF_REASON_MAX} />
        </>
      ) : (
        <IdeaFields idea={action.to === 'add' ? undefined : action.idea} />
      )}
    </FormDialog>
  )
}

function isRemovalAction(action: QueueAction): action is Removal {
  return action.to === 'remove' || action.to === 'decline'
}
