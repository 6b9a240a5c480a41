import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the bottom, in pixels, that still counts as the bottom. */
const NEAR_PX = 48

type Bottom = {
  log: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** True when new lines arrived below the visible part. */
  behind: boolean
  toBottom: () => void
}

/** True when a line arrived since; the latest line may also have been deleted. */
export const hasNewLine = (last = 0, before = 0): boolean => last > before

/** Keeps a log scrolled to its bottom unless the reader has scrolled up. Own lines always scroll down. */
export function useStickToBottom(last: number | undefined, ownCount: number): Bottom {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atBottom = useRef(true)
  const owns = useRef(ownCount)
  const latest = useRef(last)
  const [behind, setBehind] = useState(false)
  const toBottom = () => {
    atBottom.current = true
    setBehind(false)
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is the reason
  useLayoutEffect(() => {
    const saidOneself = ownCount > owns.current
    const came = hasNewLine(last, latest.current)
    owns.current = ownCount
    latest.current = last
    if (atBottom.current || saidOneself) toBottom()
    else if (came) setBehind(true)
  }, [last, ownCount])
  useEffect(() => {
    const box = log.current
    if (!box || !content.current) return
    const note = () => {
      atBottom.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
      if (atBottom.current) setBehind(false)
    }
    // Pictures and keyboards change heights without a new line.
    const stay = new ResizeObserver(() => {
      if (atBottom.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', note, { passive: true })
    stay.observe(box)
    stay.observe(content.current)
    return () => {
      box.removeEventListener('scroll', note)
      stay.disconnect()
    }
  }, [])
  return { log, content, behind, toBottom }
}
