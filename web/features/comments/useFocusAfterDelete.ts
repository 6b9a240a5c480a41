import { useEffect, useRef } from 'react'
import { useFocusAfterClose } from '../../ui/focus.ts'

/**
 * Moves the focus once a comment was deleted: to the menu of the next comment, else of the previous one, else to the
 * field for a comment.
 */
export function useFocusAfterDelete(commentId: number, isConfirming: boolean): void {
  const nearby = useRef<string[]>([])
  useEffect(() => {
    if (isConfirming) nearby.current = rowsNear(`comment-${commentId}`)
  }, [isConfirming, commentId])
  useFocusAfterClose(isConfirming, () => {
    const rows = nearby.current.map((id) => document.getElementById(id))
    const menus = rows.map((row) => row?.querySelector<HTMLElement>('[aria-haspopup="menu"]'))
    const field = document.querySelector<HTMLElement>('[aria-labelledby="comments"] textarea')
    const target = menus.find((menu) => menu) ?? field
    target?.focus()
  })
}

/** Ids of the other comments: those below, then those above, nearest first. */
function rowsNear(id: string): string[] {
  const rows = [...document.querySelectorAll('article[id^="comment-"]')].map((row) => row.id)
  const position = rows.indexOf(id)
  return [...rows.slice(position + 1), ...rows.slice(0, Math.max(position, 0)).reverse()]
}
