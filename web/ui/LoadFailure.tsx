import type { ReactNode } from 'react'
import { LIST_FAILED } from '../lib/messages/general.ts'
import { Button } from './Button.tsx'
import styles from './LoadFailure.module.css'

/** Error with a retry button, in place of content that could not be loaded. */
export function LoadFailure({ children = LIST_FAILED, onRetry }: { children?: ReactNode; onRetry: () => void }) {
  return (
    <p role="alert" className={styles.failed}>
      {children}
      <Button onClick={onRetry}>Retry</Button>
    </p>
  )
}
