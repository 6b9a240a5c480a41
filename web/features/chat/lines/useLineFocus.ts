import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '../../../ui/focus.ts'

type FocusedLine = { element: Element; line: Element; list: Element | null }

/**
 * Keeps the focus in a room when the focused line or its button disappears: it moves to the line, to the next line, or
 * to the message field.
 */
export function useLineFocus(log: RefObject<HTMLElement | null>): void {
  const focused = useRef<FocusedLine | null>(null)
  const lines = useRef<readonly Element[]>([])
  useEffect(() => {
    const panel = panelOf(log)
    const onFocusIn = ({ target }: FocusEvent) => {
      const line = target instanceof Element ? target.closest('article, li') : null
      focused.current = line && { element: target as Element, line, list: line.parentElement }
    }
    panel?.addEventListener('focusin', onFocusIn)
    return () => panel?.removeEventListener('focusin', onFocusIn)
  }, [log])
  useEffect(() => {
    const panel = panelOf(log)
    const lost = focused.current
    const before = lines.current
    lines.current = [...(panel?.querySelectorAll('article, li') ?? [])]
    if (!panel || !lost || lost.element.isConnected) return
    focused.current = null
    const next = lineFor(lost, before) ?? panel.querySelector(hasHover() ? 'input' : '[role="log"]')
    // A closing dialog returns the focus a little later.
    requestAnimationFrame(() => isFocusLost() && next instanceof HTMLElement && next.focus())
  })
}

/** On touch screens, focusing the field would open the keyboard. */
const hasHover = () => matchMedia('(hover: hover)').matches

const panelOf = (log: RefObject<HTMLElement | null>) => log.current?.closest('section')

function lineFor({ line, list }: FocusedLine, before: readonly Element[]): Element | undefined {
  if (line.isConnected) return line
  const at = before.indexOf(line)
  const stays = (other: Element) => other.isConnected && other.parentElement === list
  return before.slice(at + 1).find(stays) ?? before.slice(0, Math.max(at, 0)).findLast(stays)
}
