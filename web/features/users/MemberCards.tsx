import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { FanItem } from '../../../contract/http/users.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FanCard } from '../../ui/FanCard.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MemberCards.module.css'
import { type MemberList, membersQuery } from './queries.ts'

type MemberCardsProps = {
  list: MemberList
  id: number
  label: string
  empty: string
  /** State and action of a card's fan button. */
  fan?: (member: FanItem) => { isFan?: boolean; busy?: boolean; onToggle?: (isFan: boolean) => void }
  /** Replaces the fan button. */
  action?: (member: FanItem) => ReactNode
  /** Called with the ids of each page. */
  onPages?: (pages: number[][]) => void
}

const PLACEHOLDERS = Array.from({ length: 6 }, (_, index) => index)

/** Paged list of members as cards, 25 at a time. */
export function MemberCards({ list, id, label, empty, fan, action, onPages }: MemberCardsProps) {
  const query = useInfiniteQuery({
    ...membersQuery(list, id),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const { data } = query
  useEffect(() => {
    onPages?.(data?.pages.map((page) => page.items.map((item) => item.id)) ?? [])
  }, [data, onPages])
  const members = itemsOf(data)
  if (data && members.length === 0 && !query.hasNextPage) return <EmptyState>{empty}</EmptyState>
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {members.map((member) => (
          <li key={member.id}>
            <FanCard
              name={member.nickname}
              to={`/user/${member.id}`}
              avatar={member.avatar && `${member.avatar}/100`}
              detail={`Since ${dayOf(member.date)}`}
              action={action?.(member)}
              {...fan?.(member)}
            />
          </li>
        ))}
        {(!data || query.isFetchingNextPage) &&
          PLACEHOLDERS.map((index) => (
            <li key={`placeholder ${index}`} aria-hidden="true">
              <Skeleton height={70} />
            </li>
          ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

function dayOf(wireTime: string): string {
  return new Date(fromWireTime(wireTime)).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}
