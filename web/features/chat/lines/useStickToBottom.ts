import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the bottom counts as being there. */
const NEAR_PX = 48

type Bottom = {
  log: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Whether lines came that are further down than one reads. */
  behind: boolean
  toBottom: () => void
}

/** Whether a line came, by the latest there is and the latest there was; the latest may also have been taken away. */
export const hasNewLine = (last = 0, before = 0): boolean => last > before

/** Keeps a log at its bottom, unless one has scrolled up to read; what one says oneself is always shown. */
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
    // Pictures and keyboards change heights without a line having come.
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
