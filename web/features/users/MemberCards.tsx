import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { FanItem } from '../../../contract/http/users.ts'
import { dateText } from '../../lib/format.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FanCardList } from '../../ui/FanCardList.tsx'
import { type MemberList, membersQuery } from './queries.ts'

type MemberCardsProps = {
  list: MemberList
  id: number
  label: string
  empty: string
  /** Button below the text of an empty list. */
  emptyAction?: ReactNode
  /** State and action of a card's fan button. */
  fan?: (member: FanItem) => { isFan?: boolean; busy?: boolean; onToggle?: (isFan: boolean) => void }
  /** Replaces the fan button. */
  action?: (member: FanItem) => ReactNode
  /** Called with the ids of each page. */
  onPages?: (pages: number[][]) => void
}

const PLACEHOLDERS = 6

/** Paged list of members as cards, 25 at a time. */
export function MemberCards({ list, id, label, empty, emptyAction, fan, action, onPages }: MemberCardsProps) {
  const query = useInfiniteQuery({
    ...membersQuery(list, id),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const { data } = query
  useEffect(() => {
    onPages?.(data?.pages.map((page) => page.items.map((item) => item.id)) ?? [])
  }, [data, onPages])
  const members = itemsOf(data)
  if (data && members.length === 0 && !query.hasNextPage) return <EmptyState action={emptyAction}>{empty}</EmptyState>
  return (
    <FanCardList
      query={query}
      people={members}
      label={label}
      placeholders={!data || query.isFetchingNextPage ? PLACEHOLDERS : 0}
      card={(member) => ({
        name: member.nickname,
        to: `/user/${member.id}`,
        avatar: member.avatar,
        detail: `Since ${dateText(member.date)}`,
        action: action?.(member),
        ...fan?.(member),
      })}
    />
  )
}
