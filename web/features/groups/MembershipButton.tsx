import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useMembership } from './queries.ts'

/** Joins the group; leaving asks first. The owner reads that they hand the group over before. */
export function MembershipButton({ group: { id, title, role } }: { group: GroupInfo }) {
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
      {leaving && role === 'owner' && (
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
