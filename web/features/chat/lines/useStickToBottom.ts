import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the bottom, in pixels, that still counts as the bottom. */
const NEAR_PX = 48

type Bottom = {
  log: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** True when new lines arrived below the visible part. */
  hasNewBelow: boolean
  scrollToBottom: () => void
}

/** True when a line arrived since; the latest line may also have been deleted. */
export const hasNewLine = (last = 0, before = 0): boolean => last > before

/** Keeps a log scrolled to its bottom unless the reader has scrolled up. Own lines always scroll down. */
export function useStickToBottom(last: number | undefined, ownCount: number): Bottom {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atBottom = useRef(true)
  const lastTop = useRef(0)
  const lastOwnCount = useRef(ownCount)
  const latest = useRef(last)
  const [hasNewBelow, setNewBelow] = useState(false)
  const scrollToBottom = () => {
    atBottom.current = true
    setNewBelow(false)
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new lines
  useLayoutEffect(() => {
    const hasOwnLine = ownCount > lastOwnCount.current
    const hasArrived = hasNewLine(last, latest.current)
    lastOwnCount.current = ownCount
    latest.current = last
    if (atBottom.current || hasOwnLine) scrollToBottom()
    else if (hasArrived) setNewBelow(true)
  }, [last, ownCount])
  useEffect(() => {
    const box = log.current
    if (!box || !content.current) return
    // Browsers may lose the position while the log is hidden.
    if (!atBottom.current) box.scrollTop = lastTop.current
    const onScroll = () => {
      lastTop.current = box.scrollTop
      atBottom.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
      if (atBottom.current) setNewBelow(false)
    }
    // Pictures and keyboards change heights without a new line.
    const stay = new ResizeObserver(() => {
      if (atBottom.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', onScroll, { passive: true })
    stay.observe(box)
    stay.observe(content.current)
    return () => {
      box.removeEventListener('scroll', onScroll)
      stay.disconnect()
    }
  }, [])
  return { log, content, hasNewBelow, scrollToBottom }
}
