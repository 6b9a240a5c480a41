import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useCloseGroup, useMembership } from './queries.ts'

/**
 * Button to join the group, or to leave it after a question. An owner who is the only member can close the group
 * instead.
 */
export function MembershipButton({ group }: { group: GroupInfo }) {
  const { id, title, role, users } = group
  const membership = useMembership(id)
  const requireLogin = useRequireLogin()
  const [leaving, setLeaving] = useState(false)
  const join = () => requireLogin(() => membership.mutate(true, { onError: (error) => toastFailure(messageOf(error)) }))
  return (
    <>
      <Button
        icon={UserPlus}
        pressed={role !== null}
        busy={membership.isPending}
        onClick={() => (role === null ? join() : setLeaving(true))}
      >
        {role === null ? 'Join' : 'Joined'}
      </Button>
      {leaving && role === 'owner' && users === 1 && <CloseDialog group={group} onClose={() => setLeaving(false)} />}
      {leaving && role === 'owner' && users > 1 && (
        <Modal
          title="You own this group"
          onClose={() => setLeaving(false)}
          actions={
            <Button autoFocus onClick={() => setLeaving(false)}>
              Close
            </Button>
          }
        >
          <div>{groupMessages.ownerLeaveHint}</div>
        </Modal>
      )}
      {leaving && role !== 'owner' && (
        <ConfirmDialog
          onClose={() => setLeaving(false)}
          title={`Leave ${title}?`}
          confirmLabel="Leave"
          onConfirm={() => membership.mutateAsync(false)}
          messageOf={messageOf}
        >
          {groupMessages.leaveHint}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Asks before it closes the group, then opens the list of groups. */
function CloseDialog({ group: { id, title }, onClose }: { group: GroupInfo; onClose: () => void }) {
  const close = useCloseGroup(id)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title={`Close ${title}?`}
      confirmLabel="Close the group"
      onConfirm={async () => {
        await close.mutateAsync()
        toast(groupMessages.closed(title))
        await navigate('/groups')
      }}
      messageOf={messageOf}
    >
      {groupMessages.closeHint}
    </ConfirmDialog>
  )
}
