import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBlocker } from 'react-router'
import { useLeaveWarning } from '../lib/leave-warning.ts'
import { toast } from '../lib/toast.ts'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
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

/** Texts of the question before written texts are lost. */
const LEAVE = { title: 'Leave without saving?', cancelLabel: 'Stay', children: 'Your text will be lost.' }
const LEAVE_SENDING = {
  title: 'Leave while this is being sent?',
  cancelLabel: 'Stay',
  children: 'If it can’t be sent, your text will be lost.',
}

/**
 * Form in a dialog that cannot be closed while it is being sent. Once a text was written, closing or leaving asks
 * first, and a press on the backdrop does nothing.
 */
export function FormDialog({ title, submit, onSubmit, failure, canSubmit = true, onClose, children }: FormDialogProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  const { hasWritten, noteInput } = useWritten()
  const [isAsking, setAsking] = useState(false)
  const close = () => (hasWritten ? setAsking(true) : onClose())
  const hasLeft = useRef(false)
  const leave = () => {
    hasLeft.current = true
    onClose()
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The Enter key submits a form even if its button is disabled.
    if (!canSubmit) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await onSubmit(new FormData(form))
      if (found === undefined) return hasLeft.current ? undefined : onClose()
      flushSync(() => setProblem(found))
      if (typeof found === 'object') focusField(form, found.field)
    } catch (error) {
      if (hasLeft.current) toast(failure(error), { kind: 'error' })
      setProblem(failure(error))
    }
    setBusy(false)
  }
  const fieldProblem = typeof problem === 'object' ? problem : undefined
  return (
    <Modal
      isOpen
      onClose={close}
      title={title}
      dismissable={!busy}
      closesOnBackdrop={!hasWritten}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={!canSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onInput={noteInput} onSubmit={(event) => void send(event)}>
        {typeof children === 'function'
          ? children((field) => (fieldProblem?.field === field ? fieldProblem.error : undefined))
          : children}
        <FormError className={styles.errors}>{typeof problem === 'string' && problem}</FormError>
      </form>
      {hasWritten && <LeaveQuestion busy={busy} onLeave={leave} />}
      {isAsking && (
        <ConfirmDialog {...LEAVE} confirmLabel="Leave" onConfirm={onClose} onClose={() => setAsking(false)} />
      )}
    </Modal>
  )
}

/**
 * Asks before a step to another page. Leave closes the dialog and stays on the page, which may have a question of its
 * own: the router consults only the latest blocker. While the form is being sent, only a step of the browser is asked
 * about, because a sent form may lead to another page.
 */
function LeaveQuestion({ busy, onLeave }: { busy: boolean; onLeave: () => void }) {
  useLeaveWarning(!busy)
  const blocker = useBlocker(({ historyAction }) => !busy || historyAction === 'POP')
  const isLeaving = useRef(false)
  if (blocker.state !== 'blocked') return null
  const leave = () => {
    isLeaving.current = true
  }
  const close = () => {
    blocker.reset()
    if (isLeaving.current) onLeave()
  }
  const question = busy ? LEAVE_SENDING : LEAVE
  return <ConfirmDialog {...question} isOpen confirmLabel="Leave" onConfirm={leave} onClose={close} />
}

type TextElement = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget): target is TextElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** True once a text of the form differs from its value before the edit. */
function useWritten() {
  const [hasWritten, setWritten] = useState(false)
  const before = useRef(new Map<TextElement, string>())
  const noteInput = ({ target }: FormEvent) => {
    if (!isText(target)) return
    // During its first input, also a controlled field still has the earlier text as its default value.
    if (!before.current.has(target)) before.current.set(target, target.defaultValue)
    setWritten([...before.current].some(([field, text]) => field.isConnected && field.value !== text))
  }
  return { hasWritten, noteInput }
}

export function FormHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
}
