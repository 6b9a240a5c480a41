import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { firstEntryKey } from '../../lib/first-entry.ts'

/** Scrolls to the post that the address names (`#post-12`) and returns its number, or null. */
export function useScrollToPost(posts: readonly { number: number }[]): number | null {
  const [marked, setMarked] = useState<number | null>(null)
  const { hash, key } = useLocation()
  const type = useNavigationType()
  const wanted = Number(/^#post-([1-9]\d{0,9})$/.exec(hash)?.[1] ?? 0)
  const isThere = posts.some(({ number }) => number === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    // Going back restores the scroll position instead.
    if (!isThere || (type === 'POP' && key !== firstEntryKey)) return undefined
    setMarked(wanted)
    // After the layout has moved the focus to the heading of the new page.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(`post-${wanted}`)
      row?.scrollIntoView({ block: 'start' })
      row?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, key, isThere])
  return marked
}
