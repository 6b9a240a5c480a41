import { useInfiniteQuery } from '@tanstack/react-query'
import { groupAdminMessages } from '../../../lib/messages/groups.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { GroupCards } from '../GroupCards.tsx'
import { statsQuery } from './queries.ts'

/** All groups, the newest first. */
export function NewGroups() {
  const query = useInfiniteQuery(statsQuery('newest'))
  return <GroupCards label="New groups" query={query} empty={<EmptyState>{groupAdminMessages.noGroups}</EmptyState>} />
}
