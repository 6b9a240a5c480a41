import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Group } from '../../../contract/http/groups.ts'
import { countText } from '../../lib/format.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf, type Pages } from '../../lib/paged-query.ts'
import { ListEnd, type PagedResult } from '../../ui/ListEnd.tsx'
import { CoverCard, coverListClass, PlaceholderCards } from '../albums/CoverCard.tsx'

type GroupCardsProps = {
  /** Accessible name. */
  label: string
  query: PagedResult & { data: Pages<{ items: Group[] }> | undefined }
  empty: ReactNode
}

/** Paged list of groups as cards: thumbnail, name, numbers of members and sketches. */
export function GroupCards({ label, query, empty }: GroupCardsProps) {
  const groups = itemsOf(query.data)
  if (query.data && groups.length === 0 && !query.hasNextPage) return empty
  return (
    <>
      <ul className={coverListClass} aria-label={label}>
        {groups.map((group) => (
          <CoverCard
            key={group.id}
            to={`/group/${group.id}`}
            thumbnail={group.thumbnail}
            icon={Users}
            title={group.title}
            facts={groupFacts(group)}
          />
        ))}
        {query.isFetching && (!query.data || query.hasNextPage) && <PlaceholderCards />}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

/** Returns a line such as "Official · 12 members · 30 sketches". For staff it says if the group is hidden. */
export function groupFacts({
  official,
  hidden,
  users,
  sketches,
}: Pick<Group, 'official' | 'hidden' | 'users' | 'sketches'>): string {
  const counts = [countText(users, 'member'), countText(sketches, 'sketch', 'sketches')]
  return [...(hidden ? [groupMessages.hiddenMark[hidden]] : []), ...(official ? ['Official'] : []), ...counts].join(
    ' · ',
  )
}
