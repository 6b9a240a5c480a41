import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import type { PopoverProps } from './aria/Popover.tsx'
import { lazyComponent, preload } from './lazy-component.tsx'

export type { PopoverProps }

const load = () => import('./aria/Popover.tsx')

export const preloadPopover = () => preload(load)

/** Popover under a button, open while it is rendered; loads on first use. */
export const Popover = lazyComponent(load, 'Popover')

export type PopoverButtonProps = Pick<PopoverProps, 'placement' | 'flush' | 'className'> & {
  /** A Button, an IconButton or a native button; it names the dialog. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** A function receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function PopoverButton({ trigger, children, ...rest }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  return (
    <>
      {cloneElement(trigger, {
        id,
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onPointerEnter: preloadPopover,
        onFocus: preloadPopover,
        onClick: () => setOpen(true),
      })}
      {isOpen && (
        <Popover {...rest} trigger={button} label={{ id }} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </Popover>
      )}
    </>
  )
}
