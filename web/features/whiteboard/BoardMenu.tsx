import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { type MenuEntry, MoreMenu } from '../../ui/Menu.tsx'
import styles from './Whiteboard.module.css'

type BoardMenuProps = {
  items: readonly MenuEntry[]
  more: readonly MenuEntry[]
}

/** Menu of the whiteboard: a row if it fits, otherwise a button with a menu. */
export function BoardMenu({ items, more }: BoardMenuProps) {
  return (
    <>
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
      <div className={styles.menuButton}>
        <MoreMenu items={[...items, ...more]} />
      </div>
    </>
  )
}
