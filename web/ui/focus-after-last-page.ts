import { useEffect, useRef } from 'react'
import { focusHeading, isFocusLost } from './focus.ts'

type Press = { part: Element | null; links: ReadonlySet<Element> }

/**
 * Keeps the focus when the button of a list disappears with the last page: moves it to the first new item, or to the
 * heading of the list if there is none. Returns a function for presses of the button.
 */
export function useFocusAfterLastPage(isButtonExpected: boolean): (button: Element) => void {
  const press = useRef<Press | null>(null)
  useEffect(() => {
    if (isButtonExpected || !press.current) return
    if (isFocusLost()) focusNewItem(press.current)
    press.current = null
  })
  useEffect(
    () => () => {
      const last = press.current
      // An empty list may be replaced as a whole.
      if (last) requestAnimationFrame(() => isFocusLost() && focusNewItem(last))
    },
    [],
  )
  return (button) => {
    const part = button.closest('section, main')
    press.current = { part, links: new Set(linksOf(part)) }
  }
}

const linksOf = (part: Element | null) => part?.querySelectorAll<HTMLElement>('li a') ?? []

function focusNewItem({ part, links }: Press): void {
  const heading = part?.isConnected ? part.querySelector<HTMLElement>('h1, h2, h3') : null
  const item = [...linksOf(part)].find((link) => !links.has(link))
  if (item?.isConnected) item.focus({ preventScroll: true })
  else if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  } else focusHeading()
}
