import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { FormError } from './FormError.tsx'
import { Modal } from './Modal.tsx'

type ConfirmDialogProps = {
  isOpen?: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Awaited: the dialog closes after a success and shows an error after a failure. */
  onConfirm: () => unknown
  /** Message for an error of `onConfirm`. */
  messageOf?: (error: unknown) => string
}

const genericMessage = () => 'That didn’t work. Try again.'

/** Asks before something that cannot be undone; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, cancelLabel = 'Cancel', danger, onConfirm } = props
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError((props.messageOf ?? genericMessage)(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      title={title}
      role="alertdialog"
      dismissable={!busy}
      actions={
        <>
          <Button autoFocus disabled={busy} onClick={close}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <FormError>{error}</FormError>
    </Modal>
  )
}
