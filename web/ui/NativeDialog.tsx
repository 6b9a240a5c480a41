import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './aria/Modal.module.css'

type PlainDialogProps = {
  /** Called on Escape and on a press on the backdrop. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the right, the safe one first. */
  actions: ReactNode
}

/** Native dialog that looks like `Modal`, for pages that show it first and load the rest later. */
export function NativeDialog({ onClose, title, children, actions }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Focus the dialog, not its first button: the text is read first.
    shown?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.plain}
      aria-labelledby={name}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.dialog}>
        <h2 id={name} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  )
}
