import { Crown, Shield } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo, GroupMember } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useOfferGroup, useSetRole } from './queries.ts'

type MemberMenuProps = { group: GroupInfo; member: GroupMember }

/** Menu that appoints a member as moderator or offers them the group. Group admins give a reason. */
export function MemberMenu({ group, member }: MemberMenuProps) {
  const setRole = useSetRole(group.id)
  const [asked, setAsked] = useState<'role' | 'owner'>()
  const isOwner = group.role === 'owner'
  const isModerator = member.role === 'moderator'
  const change = { user: member.id, role: isModerator ? 'member' : 'moderator' } as const
  const roleLabel = isModerator ? 'Take back the moderator role' : 'Make moderator'
  const appoint = () => {
    if (!isOwner) return setAsked('role')
    setRole.mutate(change, { onError: (error) => toastFailure(messageOf(error)) })
  }
  const close = () => setAsked(undefined)
  return (
    <>
      <MoreMenu
        label={`More actions for ${member.nickname}`}
        items={[
          { label: roleLabel, icon: Shield, onAction: appoint },
          { label: 'Offer the group', icon: Crown, onAction: () => setAsked('owner') },
        ]}
      />
      {asked === 'role' && (
        <StaffReasonDialog
          title={`${roleLabel}: ${member.nickname}?`}
          submit={roleLabel}
          onReason={(reason) => setRole.mutateAsync({ ...change, reason })}
          failure={messageOf}
          onClose={close}
        >
          {groupMessages.asAdminHint}
        </StaffReasonDialog>
      )}
      {asked === 'owner' && <OfferDialog group={group} member={member} onClose={close} />}
    </>
  )
}

function OfferDialog({ group, member, onClose }: MemberMenuProps & { onClose: () => void }) {
  const offer = useOfferGroup(group.id)
  const title = `Offer ${group.title} to ${member.nickname}?`
  const offered = () => void toast(groupMessages.offerMade(member.nickname))
  if (group.role !== 'owner')
    return (
      <StaffReasonDialog
        title={title}
        submit="Offer"
        onReason={(reason) => offer.mutateAsync({ user: member.id, reason }, { onSuccess: offered })}
        failure={messageOf}
        onClose={onClose}
      >
        {groupMessages.offerAsAdminHint}
      </StaffReasonDialog>
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      confirmLabel="Offer"
      onConfirm={() => offer.mutateAsync({ user: member.id }, { onSuccess: offered })}
      messageOf={messageOf}
    >
      {groupMessages.offerHint}
    </ConfirmDialog>
  )
}
