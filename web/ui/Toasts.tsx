import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from '../lib/toast.ts'
import { Icon } from './Icon.tsx'
import styles from './Toasts.module.css'

const TOAST_MS = 5000

/** Container of all toasts. Its live regions must exist before the first toast, or nothing is announced. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts)
  const isError = (toast: Toast) => toast.kind === 'error'
  return (
    <div className={styles.region} data-react-aria-top-layer="true">
      <div className={styles.list} role="status">
        {toasts
          .filter((toast) => !isError(toast))
          .map((toast) => (
            <ToastBar key={toast.id} toast={toast} />
          ))}
      </div>
      <div className={styles.list} role="alert">
        {toasts.filter(isError).map((toast) => (
          <ToastBar key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}

/** A toast; hovering and focus pause its timer. */
function ToastBar({ toast }: { toast: Toast }) {
  const { id, kind, action } = toast
  const left = useRef(TOAST_MS)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused || kind === 'error'
  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [paused, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only pause the timer
    <div
      className={styles.toast}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {kind !== 'plain' && <Icon of={kind === 'error' ? CircleAlert : Check} size={16} />}
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      {kind === 'error' && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={() => dismissToast(id)}>
          <Icon of={X} size={16} />
        </button>
      )}
    </div>
  )
}
