import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { firstEntryKey } from '../../lib/first-entry.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'

/** Pages that are loaded to find a comment, which may have been deleted. */
const LOADS_MAX = 5

type List = {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Leads the reader to a comment: scrolls to it and focuses it, loading older comments until it is found. The address
 * `#comment-12` does so when the page opens. Returns the function and the comment that it marked.
 */
export function useScrollToComment({ data, hasNextPage, isFetching, isError, fetchNextPage }: List) {
  const [marked, setMarked] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const loadsLeft = useRef(0)
  const jump = (id: number) => {
    loadsLeft.current = LOADS_MAX
    setMarked(id)
    setWanted(id)
  }
  const { hash, key } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    const id = Number(/^#comment-([1-9]\d{0,14})$/.exec(hash)?.[1] ?? 0)
    // Going back restores the scroll position instead.
    if (id > 0 && (type !== 'POP' || key === firstEntryKey)) jump(id)
  }, [hash, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: look again after each load
  useEffect(() => {
    if (wanted === null || isFetching) return
    const row = document.getElementById(`comment-${wanted}`)
    if (!row && hasNextPage && !isError && loadsLeft.current-- > 0) return void fetchNextPage()
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    if (!row && !isError) toast(peopleMessages.commentNotFound, { kind: 'plain' })
    setWanted(null)
  }, [wanted, data, isFetching])
  return [jump, marked] as const
}
