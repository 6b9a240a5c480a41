import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'
import { Link, type LinkProps } from './Link.tsx'
import styles from './SectionTitle.module.css'

type SectionTitleProps = {
  children: ReactNode
  id?: string
  more?: { to: LinkProps['to']; label?: string }
}

/** Section heading with a link to the full list; the link is announced together with the title. */
export function SectionTitle({ children, id, more }: SectionTitleProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <header className={styles.header}>
      <h2 id={titleId}>{children}</h2>
      {more && (
        <Link
          to={more.to}
          className={styles.more}
          id={`${titleId}-more`}
          aria-labelledby={`${titleId}-more ${titleId}`}
        >
          {more.label ?? 'See all'}
          <Icon of={ChevronRight} size={16} />
        </Link>
      )}
    </header>
  )
}
