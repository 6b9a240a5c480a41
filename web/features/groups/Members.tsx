import { useInfiniteQuery } from '@tanstack/react-query'
import type { GroupInfo, GroupMember } from '../../../contract/http/groups.ts'
import { dateText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FanCardList } from '../../ui/FanCardList.tsx'
import { groupMembersQuery, useSetRole } from './queries.ts'

const PLACEHOLDERS = 4
const ROLES = { owner: 'Owner', moderator: 'Moderator', member: 'Member' } as const

/** Members of a group, the latest first. The owner appoints moderators. */
export function Members({ group }: { group: GroupInfo }) {
  const query = useInfiniteQuery(groupMembersQuery(group.id))
  return (
    <FanCardList
      query={query}
      people={itemsOf(query.data)}
      label="Members"
      placeholders={query.isFetching && (!query.data || query.hasNextPage) ? PLACEHOLDERS : 0}
      card={(member) => ({
        name: member.nickname,
        to: `/user/${member.id}`,
        avatar: member.avatar,
        detail: `${ROLES[member.role]} since ${dateText(member.date)}`,
        action: group.role === 'owner' && member.role !== 'owner' && <RoleButton groupId={group.id} member={member} />,
      })}
    />
  )
}

function RoleButton({ groupId, member }: { groupId: string; member: GroupMember }) {
  const setRole = useSetRole(groupId)
  const isModerator = member.role === 'moderator'
  const change = { user: member.id, role: isModerator ? 'member' : 'moderator' } as const
  return (
    <Button
      pressed={isModerator}
      busy={setRole.isPending}
      aria-label={`${member.nickname} is a moderator`}
      onClick={() => setRole.mutate(change, { onError: (error) => toastFailure(messageOf(error)) })}
    >
      Moderator
    </Button>
  )
}
