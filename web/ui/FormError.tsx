import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './FormError.module.css'
import { Icon } from './Icon.tsx'

/** Error of a form, announced and scrolled into view when it appears. */
export function FormError({ className, children }: { className?: string; children?: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  const hasError = Boolean(children)
  useEffect(() => {
    if (hasError) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [hasError])
  return (
    <div ref={alert} role="alert" className={className}>
      {children && (
        <p className={styles.error}>
          <Icon of={CircleAlert} size={16} />
          {children}
        </p>
      )}
    </div>
  )
}
