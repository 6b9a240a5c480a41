import { useInfiniteQuery } from '@tanstack/react-query'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { dateText } from '../../lib/format.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { FanCardList } from '../../ui/FanCardList.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { groupMembersQuery } from './queries.ts'

const PLACEHOLDERS = 4
const ROLES = { owner: 'Owner', moderator: 'Moderator', member: 'Member' } as const

/** Members of a group, latest first. The owner and group admins can change their roles. */
export function Members({ group }: { group: GroupInfo }) {
  const query = useInfiniteQuery(groupMembersQuery(group.id))
  const user = useUser()
  const mayAppoint = group.role === 'owner' || user?.flags.includes('g')
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
        action: mayAppoint && member.role !== 'owner' && <MemberMenu group={group} member={member} />,
      })}
    />
  )
}
