import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FanItem } from '../../../contract/http/users.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { LIST_FAILED } from '../../lib/messages/codes.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FanCard } from '../../ui/FanCard.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MemberCards.module.css'
import { type MemberList, membersQuery } from './queries.ts'

type MemberCardsProps = {
  list: MemberList
  /** Whose list it is. */
  id: number
  label: string
  none: string
  /** What the button of a card says and does; without it there is none. */
  fan?: (member: FanItem) => { isFan?: boolean; busy?: boolean; onToggle?: (isFan: boolean) => void }
  /** A button on a card instead. */
  action?: (member: FanItem) => ReactNode
  /** Told of the ids of each page that has come. */
  onPages?: (pages: number[][]) => void
}

const COMING = Array.from({ length: 6 }, (_, index) => index)

/** Members in cards of 70 px, 25 at a time as one scrolls. */
export function MemberCards({ list, id, label, none, fan, action, onPages }: MemberCardsProps) {
  const query = useInfiniteQuery({
    ...membersQuery(list, id),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const end = useEndInSight(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage())
  useEffect(() => {
    onPages?.(data?.pages.map((page) => page.items.map((item) => item.id)) ?? [])
  }, [data, onPages])
  const members = data?.pages.flatMap((page) => page.items) ?? []
  if (data && members.length === 0 && !hasNextPage) return <Empty>{none}</Empty>
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
          COMING.map((index) => (
            <li key={`coming ${index}`} aria-hidden="true">
              <Skeleton height={70} />
            </li>
          ))}
      </ul>
      <div ref={end} />
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          {LIST_FAILED}
          <Button onClick={() => void fetchNextPage()}>Retry</Button>
        </p>
      )}
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

/** A mark at the end of a list; calls `onMore` while it is within a screen of the window. */
function useEndInSight(wanted: boolean, onMore: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    if (!wanted || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '0px 0px 100% 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wanted])
  return end
}
