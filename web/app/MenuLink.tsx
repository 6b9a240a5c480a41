import type { LucideIcon } from 'lucide-react'
import { Icon } from '../ui/Icon.tsx'
import { NavLink } from '../ui/Link.tsx'
import styles from './MenuLink.module.css'

/** One row of a menu of the header: 44 px, icon and words; the current page in the accent. */
export function MenuLink({
  to,
  icon,
  children,
  onClick,
}: {
  to: string
  icon: LucideIcon
  children: string
  onClick: () => void
}) {
  return (
    <NavLink to={to} end className={styles.row} onClick={onClick}>
      <Icon of={icon} />
      {children}
    </NavLink>
  )
}

/** A row that opens something instead of leading somewhere. */
export function MenuButton({ icon, children, onClick }: { icon: LucideIcon; children: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.row} onClick={onClick}>
      <Icon of={icon} />
      {children}
    </button>
  )
}
