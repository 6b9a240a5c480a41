import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './TopBanner.module.css'

type TopBannerProps = {
  /** Names the banner for screen readers. */
  label: string
  text: ReactNode
  action: string
  busy: boolean
  onAction: () => void
}

/** Strip above the header of every page: a state of the session, with a button that ends it. */
export function TopBanner({ label, text, action, busy, onAction }: TopBannerProps) {
  return (
    <aside aria-label={label} className={styles.banner}>
      <p>{text}</p>
      <Button busy={busy} onClick={onAction}>
        {action}
      </Button>
    </aside>
  )
}
