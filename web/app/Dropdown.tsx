import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { Floating, type FloatingProps } from '../ui/Floating.tsx'

export type DropdownProps = {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** A sheet under a button of the header, open for as long as it is rendered; Escape or a press outside closes it. */
export function Dropdown({
  trigger,
  onClose,
  label,
  placement,
  className,
  children,
}: DropdownProps & { label: string; placement?: FloatingProps['placement']; className?: string; children: ReactNode }) {
  return (
    <Floating
      isOpen
      triggerRef={trigger}
      placement={placement}
      className={className}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog aria-label={label}>{children}</Dialog>
    </Floating>
  )
}
