import styles from './tooltip.module.css'

/** Class that draws the tooltip; put `tooltipProps` on the same element. */
export const tooltipClass = styles.tooltip

/** Lets Escape hide the tooltip while the mouse stays (WCAG 1.4.13). */
function hideOnEscape(event: { currentTarget: HTMLElement }): void {
  const element = event.currentTarget
  const hide = (key: KeyboardEvent) => {
    if (key.key === 'Escape') element.dataset.tipHidden = ''
    if (!element.isConnected) document.removeEventListener('keydown', hide)
  }
  document.addEventListener('keydown', hide)
  element.addEventListener(
    'mouseleave',
    () => {
      document.removeEventListener('keydown', hide)
      delete element.dataset.tipHidden
    },
    { once: true },
  )
}

/** Shows `name` in a tooltip below a control while the mouse is over it. */
export function tooltipProps(name: string) {
  return { 'data-tip': name, onMouseEnter: hideOnEscape }
}
