import type { ReactNode } from 'react'
import { type Offer, signInToOffer } from '../lib/offers.ts'
import { Button, ButtonLink } from './Button.tsx'
import styles from './JoinDialog.module.css'
import { Modal } from './Modal.tsx'

type JoinDialogProps = {
  title: string
  /** Offered again after signing in. */
  offer: Offer
  onClose: () => void
  /** Explains the action. */
  children: ReactNode
}

/** Explains an action for members to a visitor, who logs in and comes back to it. */
export function JoinDialog({ title, offer, onClose, children }: JoinDialogProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <ButtonLink href={signInToOffer(offer)} variant="primary">
            Login
          </ButtonLink>
        </>
      }
    >
      <div className={styles.text}>
        {children}
        <p className={styles.hint}>New here? The same button creates your account, and then brings you back here.</p>
      </div>
    </Modal>
  )
}
