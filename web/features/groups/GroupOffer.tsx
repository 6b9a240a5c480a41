import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useAnswerOffer, useWithdrawOffer } from './queries.ts'

/** The offer of the group, for the member who has it and for those who can withdraw it. */
export function GroupOffer({ group }: { group: GroupInfo }) {
  useFocusHeadingWhenLost()
  if (group.offered) return <OwnOffer groupId={group.id} />
  return group.offeredTo && <PendingOffer group={group} nickname={group.offeredTo.nickname} />
}

function OwnOffer({ groupId }: { groupId: string }) {
  const { mutate, isPending } = useAnswerOffer(groupId)
  const answer = (accepts: boolean) =>
    mutate(accepts, {
      onSuccess: () => void toast(accepts ? groupMessages.offerAccepted : groupMessages.offerDeclined),
      onError: (error) => void toastFailure(messageOf(error)),
    })
  return (
    <NoticeLine label="Offer of the group" text={groupMessages.offered}>
      <Button disabled={isPending} onClick={() => answer(false)}>
        Decline
      </Button>
      <Button variant="primary" disabled={isPending} onClick={() => answer(true)}>
        Accept
      </Button>
    </NoticeLine>
  )
}

/** Group admins who do not own the group give a reason to withdraw an offer. */
function PendingOffer({ group, nickname }: { group: GroupInfo; nickname: string }) {
  const withdraw = useWithdrawOffer(group.id)
  const [isAsked, setAsked] = useState(false)
  const isOwner = group.role === 'owner'
  const confirm = () => void toast(groupMessages.offerWithdrawn)
  const withdrawNow = () =>
    withdraw.mutate('', { onSuccess: confirm, onError: (error) => void toastFailure(messageOf(error)) })
  return (
    <NoticeLine label="Offer of the group" text={groupMessages.offeredTo(nickname)}>
      <Button busy={withdraw.isPending} onClick={isOwner ? withdrawNow : () => setAsked(true)}>
        Withdraw
      </Button>
      {isAsked && (
        <StaffReasonDialog
          title={`Withdraw the offer to ${nickname}?`}
          submit="Withdraw"
          onReason={(reason) => withdraw.mutateAsync(reason).then(confirm)}
          failure={messageOf}
          onClose={() => setAsked(false)}
        >
          {groupMessages.asAdminHint}
        </StaffReasonDialog>
      )}
    </NoticeLine>
  )
}
