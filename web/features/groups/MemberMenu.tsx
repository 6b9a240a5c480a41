import { Crown, Shield } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo, GroupMember } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useHandOver, useSetRole } from './queries.ts'

type MemberMenuProps = { group: GroupInfo; member: GroupMember }

/** Menu that appoints a member as moderator or makes them the owner. Group admins give a reason. */
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
          { label: 'Make owner', icon: Crown, onAction: () => setAsked('owner') },
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
      {asked === 'owner' && <HandOverDialog group={group} member={member} onClose={close} />}
    </>
  )
}

function HandOverDialog({ group, member, onClose }: MemberMenuProps & { onClose: () => void }) {
  const handOver = useHandOver(group.id)
  const title = `Hand ${group.title} over to ${member.nickname}?`
  if (group.role !== 'owner')
    return (
      <StaffReasonDialog
        title={title}
        submit="Hand over"
        onReason={(reason) => handOver.mutateAsync({ user: member.id, reason })}
        failure={messageOf}
        onClose={onClose}
      >
        {groupMessages.handOverAsAdminHint}
      </StaffReasonDialog>
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      confirmLabel="Hand over"
      onConfirm={() => handOver.mutateAsync({ user: member.id })}
      messageOf={messageOf}
    >
      {groupMessages.handOverHint}
    </ConfirmDialog>
  )
}
