import type { Page } from 'playwright/test'

/** A control with its name, for messages. */
type Control = { name: string; width: number; height: number; isAction: boolean }

const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'

/**
 * Returns the targets of a page that are too small: less than 44 px for actions, which are buttons, text fields, links
 * that look like buttons, and the places of the header and the bottom bar; 24 px for others. Links in a line of text
 * may be smaller (WCAG 2.5.8).
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const controls = await page.evaluate((selector) => {
    const found: Control[] = []
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      const isHidden = !control.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1
      const isBesideText = [...(control.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (isHidden || (isBesideText && getComputedStyle(control).display === 'inline')) continue
      const { borderTopWidth, backgroundColor } = getComputedStyle(control)
      // Help on a word, the way to the comment that is answered, and buttons that look like links: "Reply", times.
      const isInText = /^(What|How|Replying to) /.test(control.ariaLabel ?? control.innerText.trim())
      const looksLikeLink =
        borderTopWidth === '0px' && backgroundColor === 'rgba(0, 0, 0, 0)' && !control.querySelector('svg, img')
      const isButton = control instanceof HTMLButtonElement && !isInText && !looksLikeLink
      const isField = control.matches('select, textarea, input:not([type="radio"], [type="checkbox"], [type="range"])')
      const isPlace = control.closest('body > * > header, nav[aria-label="Main"]') !== null
      const isLinkButton = control.matches('a') && borderTopWidth !== '0px'
      const name = control.ariaLabel ?? (control.innerText.trim() || control.id)
      found.push({ name, width, height, isAction: isButton || isField || isPlace || isLinkButton })
    }
    return found
  }, CONTROLS)
  return controls
    .filter(({ width, height, isAction }) => Math.min(width, height) < (isAction ? 44 : 24))
    .map(({ name, width, height }) => `${name}: ${width} × ${height}`)
}

/** Returns the controls of a page that are outside the window or covered, or whose text goes beyond their edges. */
export function hinderedControls(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      const target = control.closest('label') ?? control
      target.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'center' })
      const { left, right, top, width, height } = target.getBoundingClientRect()
      if (!control.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1) continue
      const name = control.ariaLabel ?? (control.innerText.trim() || control.id)
      if (left < -1 || right > innerWidth + 1) found.push(`${name}: from ${left} to ${right}`)
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit || !(target.contains(hit) || hit.contains(target)))
        found.push(`${name}: under ${hit?.outerHTML.slice(0, 80)}`)
      for (const { left: start, right: end } of textBoxesOf(target))
        if (start < left - 1 || end > right + 1) found.push(`${name}: text from ${start} to ${end}`)
    }
    return found

    /** Boxes of texts that are not cut off. */
    function textBoxesOf(element: Element): DOMRect[] {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const boxes: DOMRect[] = []
      while (walker.nextNode()) {
        if (isCut(walker.currentNode.parentElement, element)) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        boxes.push(range.getBoundingClientRect())
      }
      return boxes.filter((box) => box.width > 1)
    }

    function isCut(inner: Element | null, outer: Element): boolean {
      for (let at = inner; at; at = at.parentElement) {
        const { overflowX, visibility, clipPath } = getComputedStyle(at)
        if (overflowX !== 'visible' || visibility === 'hidden' || clipPath !== 'none') return true
        if (at === outer) return false
      }
      return false
    }
  }, CONTROLS)
}
