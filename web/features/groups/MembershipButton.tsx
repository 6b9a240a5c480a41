import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useMembership } from './queries.ts'

/** Joins the group; leaving asks first. */
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
      {leaving && (
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
