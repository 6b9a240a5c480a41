import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Icon } from './Icon.tsx'
import { Modal } from './Modal.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** What will happen. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** The dialog waits for it, closes when it succeeds and stays with an error when it fails. */
  onConfirm: () => unknown
  /** The sentence for what `onConfirm` threw. */
  messageOf?: (error: unknown) => string
}

const sayItFailed = () => 'That didn’t work. Try again.'

/** A question before something that cannot be undone; the focus starts on the safe answer. */
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
    } catch (thrown) {
      setError((props.messageOf ?? sayItFailed)(thrown))
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
      <div role="alert">
        {error && (
          <p className={styles.error}>
            <Icon of={CircleAlert} size={16} />
            {error}
          </p>
        )}
      </div>
    </Modal>
  )
}
