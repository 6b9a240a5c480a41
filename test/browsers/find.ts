import type { Point } from './drivers/driver.ts'

/** Role and accessible name of an element, or a text of the page. */
export type Target = {
  role: Role
  name: string
  isExact?: boolean
  /** Selector of the part of the page to look in. */
  within?: string
}
export type Role = 'button' | 'link' | 'textbox' | 'heading' | 'img' | 'radio' | 'text'

export const button = (name: string): Target => ({ role: 'button', name })
export const link = (name: string): Target => ({ role: 'link', name })
export const field = (name: string): Target => ({ role: 'textbox', name })
export const heading = (name: string): Target => ({ role: 'heading', name })
export const picture = (name: string): Target => ({ role: 'img', name })
/** A text somewhere in a line of the page. */
export const text = (name: string): Target => ({ role: 'text', name, isExact: false })
/** An element whose name begins with this. */
export const beginning = (target: Target): Target => ({ ...target, isExact: false })

/** Position of the first visible match, whether a press there would reach it, and whether keys do. */
export type Found = { at: Point; isReachable: boolean; hasFocus: boolean }

/** Runs in the page. */
export function findInPage({ role, name, isExact = true, within = 'body' }: Target, scrolls: boolean): Found | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role="button"], summary',
    link: 'a[href]',
    textbox: 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"]), textarea',
    heading: 'h1, h2, h3, h4',
    img: 'img, canvas, svg[role="img"], [role="img"]',
    radio: 'input[type="radio"], input[type="checkbox"]',
    text: '*',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const contentOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? ''
    if (node.ariaHidden === 'true') return ''
    return node.ariaLabel ?? node.getAttribute('alt') ?? [...node.childNodes].map(contentOf).join('')
  }
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = labelledBy.map((id) => document.getElementById(id)?.textContent)
    const { labels: fieldLabels } = element as HTMLInputElement
    const names = [labels.join(' '), ...[...(fieldLabels ?? [])].map(contentOf), contentOf(element)]
    return names.map(tidy).find(Boolean) ?? ''
  }
  const matches = (element: Element) => {
    if (role === 'text')
      return [...element.childNodes].some((node) => node.nodeType === 3 && tidy(element.textContent).includes(name))
    return isExact ? nameOf(element) === name : nameOf(element).startsWith(name)
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const candidates = [...document.querySelectorAll(within)].flatMap((part) => [
    ...part.querySelectorAll(selectors[role]),
  ])
  // A choice is drawn and pressed as its label.
  const drawn = (element: Element) => (role === 'radio' && (element as HTMLInputElement).labels?.[0]) || element
  const target = candidates.filter(matches).map(drawn).find(isVisible)
  if (!target) return null
  const middle = () => {
    const { left, top, width, height } = target.getBoundingClientRect()
    return [left + width / 2, top + height / 2] as const
  }
  const isReachable = ([x, y]: Point) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && target.contains(hit)
  }
  // Scrolling would close a popover, and not move it.
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
  if (scrolls && !isReachable(middle()) && !isFixed(target))
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
  return { at: middle(), isReachable: isReachable(middle()), hasFocus: target.contains(document.activeElement) }
}
