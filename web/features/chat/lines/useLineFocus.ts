import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '../../../ui/useKeptFocus.ts'

/** What had the focus, the line that it is in, and the list of that. */
type Place = { element: Element; line: Element; list: Element | null }

/**
 * In a room: where a line that had the focus is taken away, or the button in it, leads the focus to the line itself, to
 * the one after it, or to where one says something.
 */
export function useLineFocus(log: RefObject<HTMLElement | null>): void {
  const last = useRef<Place | null>(null)
  const order = useRef<readonly Element[]>([])
  useEffect(() => {
    const panel = panelOf(log)
    const note = ({ target }: FocusEvent) => {
      const line = target instanceof Element ? target.closest('article, li') : null
      last.current = line && { element: target as Element, line, list: line.parentElement }
    }
    panel?.addEventListener('focusin', note)
    return () => panel?.removeEventListener('focusin', note)
  }, [log])
  useEffect(() => {
    const panel = panelOf(log)
    const place = last.current
    const before = order.current
    order.current = [...(panel?.querySelectorAll('article, li') ?? [])]
    if (!panel || !place || place.element.isConnected) return
    last.current = null
    const next = lineFor(place, before) ?? panel.querySelector(withKeys() ? 'input' : '[role="log"]')
    // A dialog that is gone with the line keeps the focus from the page a little longer.
    requestAnimationFrame(() => isFocusLost() && next instanceof HTMLElement && next.focus())
  })
}

/** On touch the field would bring up the keyboard. */
const withKeys = () => matchMedia('(hover: hover)').matches

const panelOf = (log: RefObject<HTMLElement | null>) => log.current?.closest('section')

function lineFor({ line, list }: Place, before: readonly Element[]): Element | undefined {
  if (line.isConnected) return line
  const at = before.indexOf(line)
  const stays = (other: Element) => other.isConnected && other.parentElement === list
  return before.slice(at + 1).find(stays) ?? before.slice(0, Math.max(at, 0)).findLast(stays)
}
