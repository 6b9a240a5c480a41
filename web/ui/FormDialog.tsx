import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './Button.tsx'
import styles from './FormDialog.module.css'
import { FormError } from './FormError.tsx'
import { focusField } from './focus.ts'
import { Modal } from './Modal.tsx'

/** Reason why a form cannot be sent: a message, or the message of one field. */
export type FormProblem = string | FieldProblem
export type FieldProblem = { field: string; error: string }

type FormDialogProps = {
  title: ReactNode
  submit: string
  /** Sends the form. Returns the reason when it cannot be sent; otherwise the dialog closes. */
  onSubmit: (formData: FormData) => Promise<FormProblem | undefined>
  /** Message for an error of `onSubmit`; the fields keep their contents. */
  failure: (error: unknown) => string
  /** False while there is nothing to send, such as before the choices are read. */
  canSubmit?: boolean
  onClose: () => void
  /** The fields, or a function that receives the error of each. */
  children: ReactNode | ((errorOf: (field: string) => string | undefined) => ReactNode)
}

/** Form in a dialog that cannot be closed while it is being sent. */
export function FormDialog({ title, submit, onSubmit, failure, canSubmit = true, onClose, children }: FormDialogProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The Enter key submits a form even if its button is disabled.
    if (!canSubmit) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await onSubmit(new FormData(form))
      if (found === undefined) return onClose()
      flushSync(() => setProblem(found))
      if (typeof found === 'object') focusField(form, found.field)
    } catch (error) {
      setProblem(failure(error))
    }
    setBusy(false)
  }
  const fieldProblem = typeof problem === 'object' ? problem : undefined
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
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={!canSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void send(event)}>
        {typeof children === 'function'
          ? children((field) => (fieldProblem?.field === field ? fieldProblem.error : undefined))
          : children}
        <FormError className={styles.errors}>{typeof problem === 'string' && problem}</FormError>
      </form>
    </Modal>
  )
}

export function FormHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
