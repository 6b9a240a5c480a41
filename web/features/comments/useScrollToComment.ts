import { useEffect, useState } from 'react'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'

type List = {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Returns a function that scrolls to a comment and focuses it, loading older comments until it is found. */
export function useScrollToComment({
  data,
  hasNextPage,
  isFetching,
  isError,
  fetchNextPage,
}: List): (id: number) => void {
  const [targetId, setTargetId] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: look again after each load
  useEffect(() => {
    if (targetId === null || isFetching) return
    const row = document.getElementById(`comment-${targetId}`)
    if (!row && hasNextPage && !isError) return void fetchNextPage()
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    if (!row && !isError) toast(peopleMessages.commentNotFound, { kind: 'plain' })
    setTargetId(null)
  }, [targetId, data, isFetching])
  return setTargetId
}
