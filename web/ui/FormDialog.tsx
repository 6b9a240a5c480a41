import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './Button.tsx'
import styles from './FormDialog.module.css'
import { focusField } from './focus.ts'
import { Icon } from './Icon.tsx'
import { Modal } from './Modal.tsx'

/** What is missing, or what is wrong with the field of a name. */
export type Missing = string | { field: string; error: string }

type FormDialogProps = {
  title: string
  /** What the button that sends the form says. */
  submit: string
  /** Sends what is filled in, after which the dialog closes; or answers what is missing. */
  onSubmit: (filled: FormData) => Promise<Missing | undefined>
  /** What is said when that fails; all that is filled in stays. */
  failure: (thrown: unknown) => string
  onClose: () => void
  /** The fields, as they are or by what is wrong with each of them. */
  children: ReactNode | ((errorOf: (field: string) => string | undefined) => ReactNode)
}

/** A form in a dialog: nothing interrupts it while it is sent, and what went wrong is said in it. */
export function FormDialog({ title, submit, onSubmit, failure, onClose, children }: FormDialogProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setMissing(undefined)
    try {
      const answer = await onSubmit(new FormData(form))
      if (answer === undefined) return onClose()
      flushSync(() => setMissing(answer))
      if (typeof answer === 'object') focusField(form, answer.field)
    } catch (thrown) {
      setMissing(failure(thrown))
    }
    setBusy(false)
  }
  const wrong = typeof missing === 'object' ? missing : undefined
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
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void send(event)}>
        {typeof children === 'function'
          ? children((field) => (wrong?.field === field ? wrong.error : undefined))
          : children}
        <div role="alert" className={styles.errors}>
          {typeof missing === 'string' && (
            <p className={styles.error}>
              <Icon of={CircleAlert} size={16} />
              {missing}
            </p>
          )}
        </div>
      </form>
    </Modal>
  )
}

/** A line that explains what is asked for. */
export function FormHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
