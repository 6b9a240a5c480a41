import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { classes } from '../classes.ts'
import styles from './PopoverSurface.module.css'
import { type Placement, PopoverSurface } from './PopoverSurface.tsx'

export type PopoverProps = {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** Accessible name, or the id of the element that is the name. */
  label: string | { id: string }
  placement?: Placement
  /** Removes the padding, for a colour picker. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** Popover under a button, open while it is rendered; the focus returns to the button. */
export function Popover({ trigger, onClose, label, placement, flush, className, children }: PopoverProps) {
  const name = typeof label === 'string' ? { 'aria-label': label } : { 'aria-labelledby': label.id }
  return (
    <PopoverSurface
      isOpen
      triggerRef={trigger}
      placement={placement}
      className={classes(flush && styles.flush, className)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog {...name}>{children}</Dialog>
    </PopoverSurface>
  )
}
