import type { ChallengeIdea } from '../../../../contract/http/challenges.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { StaffReasonDialog } from '../../staff/StaffReasonDialog.tsx'
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
  return isRemovalAction(action) ? (
    <RemovalDialog action={action} onClose={onClose} />
  ) : (
    <EditDialog action={action} onClose={onClose} />
  )
}

function EditDialog({ action, onClose }: { action: Exclude<QueueAction, Removal>; onClose: () => void }) {
  const queue = useQueueChallenge()
  const { title, submit, done } = WORDS[action.to]
  const idea = action.to === 'add' ? undefined : action.idea
  const send = async (formData: FormData) => {
    await queue.mutateAsync({ ...(idea && { id: idea.id }), ...readIdea(formData) })
    toast(done)
    return undefined
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={messageOf} onClose={onClose}>
      <IdeaFields idea={idea} />
    </FormDialog>
  )
}

function RemovalDialog({ action: { to, idea }, onClose }: { action: Removal; onClose: () => void }) {
  const user = useUser()
  const remove = useRemoveChallenge()
  const { title, submit, done } = WORDS[to]
  const send = async (reason: string) => {
    await remove.mutateAsync({ id: idea.id, reason })
    toast(done)
  }
  return (
    <StaffReasonDialog
      title={title}
      submit={submit}
      reader={idea.user.id === user?.id ? null : 'Its author'}
      onReason={send}
      failure={messageOf}
      onClose={onClose}
    >
      {idea.title}
    </StaffReasonDialog>
  )
}

function isRemovalAction(action: QueueAction): action is Removal {
  return action.to === 'remove' || action.to === 'decline'
}
