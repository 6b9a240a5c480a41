import type { ReactNode } from 'react'
import { Link } from '../ui/Link.tsx'
import { Logo } from '../ui/Logo.tsx'
import styles from './HeaderBar.module.css'

export { default as headerStyles } from './HeaderBar.module.css'

/** Top bar with the logo that links home; the menu button is at its left, the children at its right. */
export function HeaderBar({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <header className={styles.header}>
      {menu}
      <Link to="/" className={styles.logo}>
        <Logo />
      </Link>
      {children}
    </header>
  )
}
