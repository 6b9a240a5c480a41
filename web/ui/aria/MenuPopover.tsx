import type { LucideIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { Menu, MenuItem, RouterProvider } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { Icon } from '../Icon.tsx'
import styles from './MenuPopover.module.css'
import { type Placement, PopoverSurface } from './PopoverSurface.tsx'

export type MenuEntry = {
  label: string
  icon?: LucideIcon
  onAction?: () => void
  to?: string
  /** Downloads the file at `to`. */
  download?: boolean
  danger?: boolean
  disabled?: boolean
  current?: boolean
}

type MenuPopoverProps = {
  /** Id that the button refers to by `aria-controls`. */
  id: string
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  items: readonly MenuEntry[]
  focus: 'first' | 'last'
  placement?: Placement
  onClose: () => void
}

/** Menu under its button, open while it is rendered: arrow keys, type-ahead, Enter. */
export function MenuPopover({ id, trigger, label, items, focus, placement, onClose }: MenuPopoverProps) {
  const navigate = useNavigate()
  return (
    <PopoverSurface
      isOpen
      triggerRef={trigger}
      placement={placement}
      aria-label={label}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <RouterProvider navigate={(path) => void navigate(path)}>
        <Menu id={id} aria-label={label} autoFocus={focus} className={styles.list} onClose={onClose}>
          {items.map((item) => (
            <MenuItem
              key={item.label}
              id={item.label}
              textValue={item.label}
              href={item.to}
              download={item.download}
              isDisabled={item.disabled}
              onAction={item.onAction}
              className={styles.item}
              data-danger={item.danger || undefined}
              data-current={item.current || undefined}
            >
              {item.icon && <Icon of={item.icon} />}
              {item.label}
            </MenuItem>
          ))}
        </Menu>
      </RouterProvider>
    </PopoverSurface>
  )
}
