import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './FormDialog.module.css'
import { Modal } from './Modal.tsx'

type FormDialogProps = {
  title: string
  /** What the button that sends the form says. */
  submit: string
  /** Sends what is filled in, after which the dialog closes; or answers what is missing. */
  onSubmit: (filled: FormData) => Promise<string | undefined>
  /** What is said when that fails; all that is filled in stays. */
  failure: (thrown: unknown) => string
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: nothing interrupts it while it is sent, and what went wrong is said in it. */
export function FormDialog({ title, submit, onSubmit, failure, onClose, children }: FormDialogProps) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const missing = await onSubmit(new FormData(event.currentTarget))
      if (missing === undefined) return onClose()
      setError(missing)
    } catch (thrown) {
      setError(failure(thrown))
    }
    setBusy(false)
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      dismissable={!busy}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)}>
        {children}
        <p role="alert" className={styles.error}>
          {error}
        </p>
      </form>
    </Modal>
  )
}

/** A line that explains what is asked for. */
export function FormHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
