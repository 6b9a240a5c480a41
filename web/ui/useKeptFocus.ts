import { useEffect, useRef } from 'react'

/**
 * Leads the focus to the page's heading, once there is one, where what had it has gone: the button by which something was
 * done, say.
 */
export function useKeptFocus(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = () => {
      last.current = document.activeElement
    }
    note()
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (!isFocusLost() || last.current?.isConnected !== false || focusHeading()) return
    const drawn = new MutationObserver(() => (!isFocusLost() || focusHeading()) && drawn.disconnect())
    drawn.observe(document.body, { childList: true, subtree: true })
    return () => drawn.disconnect()
  })
}

/** Once a dialog has closed, leads the focus to the page's heading where what had opened it is gone with what it was about. */
export function useHeadingAfter(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    // In the frame before, the dialog gives the focus back to what opened it.
    const look = () => requestAnimationFrame(() => isFocusLost() && focusHeading())
    return () => void requestAnimationFrame(look)
  }, [isOpen])
}

/** Whether nothing on the page has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}
