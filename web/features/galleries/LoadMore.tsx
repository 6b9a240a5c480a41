import { useEffect, useRef } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Gallery.module.css'

type LoadMoreProps = {
  /** Number of items that were loaded. */
  count: number
  /** Number of items that are shown; a gallery leaves an incomplete last row out. */
  shown: number
  /** Returns the item of an index in the list. If it is not mounted, scrolls to where it will be. */
  reveal: (index: number) => Element | null | undefined
  hasMore: boolean
  busy: boolean
  onMore: () => void
}

/** Button at the end of a gallery, for members who turned endless scrolling off; focuses the first new sketch. */
export function LoadMore({ count, shown, reveal, hasMore, busy, onMore }: LoadMoreProps) {
  const pending = useRef<{ count: number; firstNew: number } | null>(null)
  // After every render, because a row of a gallery is mounted when it comes near the window.
  useEffect(() => {
    if (!pending.current) return
    if (count > pending.current.count) {
      const link = reveal(pending.current.firstNew)?.querySelector('a')
      if (!link) return
      link.focus()
      pending.current = null
    } else if (!hasMore) {
      // The last page had nothing new.
      pending.current = null
    } else if (!busy) {
      // The list was being refreshed when the button was pressed, so nothing more was requested.
      onMore()
    }
  })
  const press = () => {
    pending.current = { count, firstNew: shown }
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
