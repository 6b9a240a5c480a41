const PRESSED = 'a[href], button'

/**
 * Clicks what a mouse released on if the press began on the first paint and the application has replaced the pressed
 * element since. Browsers do so for touches only. A press that is going on when this is called counts too.
 */
export function keepFirstPress(root: HTMLElement): void {
  const firstPaint = root.firstElementChild
  follow([...root.querySelectorAll(':active')].at(-1))
  addEventListener('pointerdown', function begin({ target, pointerType }) {
    if (!firstPaint?.isConnected) removeEventListener('pointerdown', begin)
    else if (pointerType === 'mouse' && target instanceof Element) follow(target)
  })
}

function follow(target: Element | undefined): void {
  const pressed = target?.closest(PRESSED)
  if (!pressed) return
  const end = ({ clientX, clientY, button, pointerType }: PointerEvent) => {
    const reached = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(PRESSED)
    if (!reached || pressed.isConnected || pointerType !== 'mouse' || button !== 0) return
    if (purposeOf(reached) === purposeOf(pressed)) reached.click()
  }
  addEventListener('pointerup', end, { once: true })
}

/** Returns the path of a link without its query, which the first paint leaves out, or the name of a button. */
function purposeOf(element: Element): string | null {
  return element instanceof HTMLAnchorElement ? element.pathname : (element.ariaLabel ?? element.textContent)
}
