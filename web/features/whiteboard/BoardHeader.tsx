import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './Whiteboard.module.css'

/** The whiteboard's own bar; replaces the site's header. */
export function BoardHeader({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.back} aria-label="Leave the whiteboard">
        <Icon of={ArrowLeft} />
      </Link>
      <h1>Whiteboard</h1>
      {children}
    </header>
  )
}
