import { Bell, House, LayoutGrid, Plus, Search, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Hidden } from '../ui/Hidden.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './BottomBar.module.css'
import type { ShellViewer } from './HeaderBar.tsx'
import { FOCUS_SEARCH, PlaceLink } from './PlaceLink.tsx'

export { default as bottomBarStyles } from './BottomBar.module.css'

type BottomBarProps = {
  viewer?: ShellViewer
  /** Number of unread notifications. */
  unread?: number
  onSearch?: () => void
  /** The + in the middle. */
  plus?: ReactNode
  /** The member's profile, or Join. */
  account?: ReactNode
}

/**
 * Bar at the bottom of windows below 960 px. As the header, it is rendered by the build too. `--bottom-bar` is its
 * height, and 0 while it is hidden.
 */
export function BottomBar({ viewer = 'visitor', unread = 0, onSearch, plus, account }: BottomBarProps) {
  const isMember = viewer === 'member'
  return (
    <nav className={styles.bar} aria-label="Main">
      <PlaceLink to="/" className={styles.item}>
        <Icon of={House} />
        Home
      </PlaceLink>
      <PlaceLink to="/search" state={FOCUS_SEARCH} className={styles.item} onClick={onSearch}>
        <Icon of={Search} />
        Search
      </PlaceLink>
      {plus ?? (
        <Link to="/upload" className={styles.item}>
          <PlusSign />
        </Link>
      )}
      {isMember ? (
        <PlaceLink to="/activity" within={/^\/activity\//} className={styles.item}>
          <Icon of={Bell} />
          <span className={styles.long}>Notifications</span>
          <span className={styles.unread}>
            <Badge count={unread} label="unread" />
          </span>
        </PlaceLink>
      ) : (
        <PlaceLink to="/gallery/recent" within={/^\/(gallery|tag)\//} className={styles.item}>
          <Icon of={LayoutGrid} />
          Galleries
        </PlaceLink>
      )}
      {account ?? (
        <a href={isMember ? '/gallery/user' : '/sign-in'} className={styles.item}>
          {isMember ? <AvatarFrame /> : <Icon of={User} />}
          {isMember ? 'Me' : 'Join'}
        </a>
      )}
    </nav>
  )
}

/** Box of the member's picture while it is not known. */
function AvatarFrame() {
  return <span className={styles.avatar} />
}

export function PlusSign() {
  return (
    <span className={styles.plus}>
      <Icon of={Plus} size={24} />
      <Hidden>Upload a sketch</Hidden>
    </span>
  )
}
