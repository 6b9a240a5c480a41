import { type ComponentProps, type ReactElement, type ReactNode, useContext } from 'react'
import { DialogTrigger, OverlayTriggerStateContext, Pressable } from 'react-aria-components'
import { classes } from './classes.ts'
import { Floating, type FloatingProps } from './Floating.tsx'
import styles from './Popover.module.css'

export type PopoverProps = {
  /** A Button or IconButton, or what passes props and ref on to a native button; its name is the dialog's. */
  trigger: ReactElement<ComponentProps<'button'>, string>
  children: PopoverContent
  placement?: FloatingProps['placement']
  /** Without padding, for a colour picker. */
  flush?: boolean
  /** Only to control it from outside. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  className?: string
}

/** As a function it gets `close`. */
type PopoverContent = ReactNode | ((close: () => void) => ReactNode)

/** Anything on a sheet under its button; Escape or a press outside closes it and the focus goes back. */
export function Popover({ trigger, children, placement, flush, isOpen, onOpenChange, className }: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Pressable>{trigger}</Pressable>
      <Floating placement={placement} className={classes(flush && styles.flush, className)}>
        <Content>{children}</Content>
      </Floating>
    </DialogTrigger>
  )
}

function Content({ children }: { children: PopoverContent }) {
  const state = useContext(OverlayTriggerStateContext)
  return typeof children === 'function' ? children(() => state?.close()) : children
}
