import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPart } from '../../ui/lazy-component.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import styles from './Whiteboard.module.css'

const MoreMenu = lazyPart(async () => ({ default: (await import('../../ui/Menu.tsx')).MoreMenu }))

type BoardMenuProps = {
  items: readonly MenuEntry[]
  /** Entries that are always behind the three dots. */
  more: readonly MenuEntry[]
}

/** The whiteboard's menu: a row if it fits, otherwise behind three dots. */
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
        {more.length > 0 && <More items={more} />}
      </nav>
      <div className={styles.dots}>
        <More items={[...items, ...more]} />
      </div>
    </>
  )
}

function More({ items }: Pick<BoardMenuProps, 'items'>) {
  return (
    <Suspense fallback={<IconButton icon={Ellipsis} aria-label="More" />}>
      <MoreMenu items={items} />
    </Suspense>
  )
}
