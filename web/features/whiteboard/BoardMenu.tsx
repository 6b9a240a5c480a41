import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import type { MenuEntry } from '../../ui/MenuList.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import styles from './Whiteboard.module.css'

type BoardMenuProps = {
  items: readonly MenuEntry[]
  /** What is always behind three dots. */
  more: readonly MenuEntry[]
}

/** The menu of the whiteboard: a row where there is room for it, else behind three dots. */
export function BoardMenu({ items, more }: BoardMenuProps) {
  const isWide = useMedia('(min-width: 1240px)')
  if (!isWide) return <MoreMenu items={[...items, ...more]} />
  return (
    <nav className={styles.menu} aria-label="Whiteboard">
      {items.map(({ label, icon, to, onAction, disabled }) => {
        const content = (
          <>
            {icon && <Icon of={icon} size={16} />}
            {label}
          </>
        )
        return to ? (
          <Link key={label} to={to}>
            {content}
          </Link>
        ) : (
          <button key={label} type="button" onClick={onAction} disabled={disabled}>
            {content}
          </button>
        )
      })}
      {more.length > 0 && <MoreMenu items={more} />}
    </nav>
  )
}
