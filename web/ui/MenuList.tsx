import type { LucideIcon } from 'lucide-react'
import { Menu, MenuItem, RouterProvider } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { Icon } from './Icon.tsx'
import styles from './MenuList.module.css'

export type MenuEntry = {
  label: string
  icon?: LucideIcon
  onAction?: () => void
  /** A link within the app instead of an action. */
  to?: string
  danger?: boolean
  disabled?: boolean
  current?: boolean
}

type MenuListProps = {
  label: string
  items: readonly MenuEntry[]
  /** For one that does not stand within Menu, which gives it the focus itself. */
  autoFocus?: boolean
}

/** The 44 px rows of a menu: arrow keys, type-ahead, Enter. */
export function MenuList({ label, items, autoFocus }: MenuListProps) {
  const navigate = useNavigate()
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <Menu aria-label={label} autoFocus={autoFocus} className={styles.list}>
        {items.map((item) => (
          <MenuItem
            key={item.label}
            id={item.label}
            textValue={item.label}
            href={item.to}
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
  )
}
