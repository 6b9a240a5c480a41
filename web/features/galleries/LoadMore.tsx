import { type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Gallery.module.css'

type LoadMoreProps = {
  list: RefObject<HTMLElement | null>
  count: number
  hasMore: boolean
  busy: boolean
  onMore: () => void
}

/** Button at the end of a gallery, for members who turned endless scrolling off; focuses the first new sketch. */
export function LoadMore({ list, count, hasMore, busy, onMore }: LoadMoreProps) {
  const pending = useRef<{ last: Element | undefined; count: number } | null>(null)
  useEffect(() => {
    if (!pending.current || count <= pending.current.count) return
    pending.current.last?.nextElementSibling?.querySelector('a')?.focus()
    pending.current = null
  }, [count])
  const press = () => {
    const last = [...(list.current?.children ?? [])].findLast((item) => item.querySelector('a'))
    pending.current = { last, count }
    onMore()
  }
  useShortcuts({ m: hasMore && !busy ? press : undefined })
  if (!hasMore) return null
  return (
    <p className={styles.more}>
      <Button busy={busy} onClick={press}>
        Load more
      </Button>
    </p>
  )
}
