import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, ModalOverlay, Modal as Sheet } from 'react-aria-components'
import { classes } from '../classes.ts'
import { RestoreFocus } from '../focus.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './Modal.module.css'

type ModalProps = {
  isOpen?: boolean
  /** Called on Escape, a press on the backdrop, or the close button. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the right, the safe one first; without them the dialog has a close button. */
  actions?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False disables Escape and the backdrop. */
  dismissable?: boolean
  /** False disables the backdrop alone. */
  closesOnBackdrop?: boolean
}

/** Dialog over the page, at most 480 px wide, a bottom sheet on narrow windows; traps and restores the focus. */
export function Modal({
  isOpen = true,
  onClose,
  title,
  children,
  actions,
  role,
  dismissable = true,
  closesOnBackdrop = true,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable && closesOnBackdrop}
      isKeyboardDismissDisabled={!dismissable}
      className={styles.backdrop}
    >
      <Sheet className={styles.modal}>
        <RestoreFocus />
        <Dialog role={role} className={classes(styles.dialog, !actions && styles.closable)}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          {children}
          {actions ? (
            <div className={styles.actions}>{actions}</div>
          ) : (
            <IconButton icon={X} aria-label="Close" className={styles.close} onClick={onClose} />
          )}
        </Dialog>
      </Sheet>
    </ModalOverlay>
  )
}
