import styles from './tip.module.css'

/** The class that draws the tip; `tipProps` go on the same element. */
export const tipClass = styles.tip

/** Lets Escape put the tip away while the mouse stays where it is (WCAG 1.4.13). */
function hushOnEscape(event: { currentTarget: HTMLElement }): void {
  const element = event.currentTarget
  const hush = (key: KeyboardEvent) => {
    if (key.key === 'Escape') element.dataset.hushed = ''
    if (!element.isConnected) document.removeEventListener('keydown', hush)
  }
  document.addEventListener('keydown', hush)
  element.addEventListener(
    'mouseleave',
    () => {
      document.removeEventListener('keydown', hush)
      delete element.dataset.hushed
    },
    { once: true },
  )
}

/** Shows `name` under a control when a mouse rests on it. */
export function tipProps(name: string) {
  return { 'data-tip': name, onMouseEnter: hushOnEscape }
}
