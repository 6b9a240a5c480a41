import { Crown, Shield } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo, GroupMember } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { toastFailure } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { useHandOver, useSetRole } from './queries.ts'

/** Appoints a member as moderator, or hands the group over to them, which asks first. */
export function MemberMenu({ group, member }: { group: GroupInfo; member: GroupMember }) {
  const [setRole, handOver] = [useSetRole(group.id), useHandOver(group.id)]
  const [isAsking, setAsking] = useState(false)
  const isModerator = member.role === 'moderator'
  const appoint = () =>
    setRole.mutate(
      { user: member.id, role: isModerator ? 'member' : 'moderator' },
      { onError: (error) => toastFailure(messageOf(error)) },
    )
  return (
    <>
      <MoreMenu
        label={`More actions for ${member.nickname}`}
        items={[
          { label: isModerator ? 'Take back the moderator role' : 'Make moderator', icon: Shield, onAction: appoint },
          { label: 'Make owner', icon: Crown, onAction: () => setAsking(true) },
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={`Hand ${group.title} over to ${member.nickname}?`}
          confirmLabel="Hand over"
          onConfirm={() => handOver.mutateAsync(member.id)}
          messageOf={messageOf}
        >
          {group.role === 'owner' ? groupMessages.handOverHint : groupMessages.handOverAsAdminHint}
        </ConfirmDialog>
      )}
    </>
  )
}
