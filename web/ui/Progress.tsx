import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './Progress.module.css'

type ProgressProps = {
  /** Text above the bar: "Uploading, 62%". */
  label: ReactNode
  /** Secondary text at the right: "9.8 of 16 MB". */
  detail?: string
  value: number
  max?: number
}

export function Progress({ label, detail, value, max = 100 }: ProgressProps) {
  const id = useId()
  const part = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <div className={styles.progress}>
      <div className={styles.text}>
        <span id={id}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
      >
        <div className={styles.done} style={{ '--done': `${part * 100}%` } as CSSProperties} />
      </div>
    </div>
  )
}
