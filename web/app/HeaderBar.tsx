import { Bell, type LucideIcon, Mail, Menu, Search, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { classes } from '../ui/classes.ts'
import { Hidden } from '../ui/Hidden.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Logo } from '../ui/Logo.tsx'
import { tooltipClass, tooltipProps } from '../ui/tooltip.ts'
import styles from './HeaderBar.module.css'
import { FOCUS_SEARCH, PlaceLink } from './PlaceLink.tsx'
import { SearchBox } from './search/SearchBox.tsx'

export { default as headerStyles } from './HeaderBar.module.css'

/** A member's frame has other links than a visitor's. */
export type ShellViewer = 'visitor' | 'member'

type HeaderBarProps = {
  viewer?: ShellViewer
  menu?: ReactNode
  search?: ReactNode
  /** Dot beside Live while a stream is on. */
  live?: ReactNode
  /** Number of unread notifications. */
  unread?: number
  /** Number of threads of messages with unread posts. */
  unreadMessages?: number
  /** The member, or Login. */
  children?: ReactNode
}

/**
 * Header of every page [1 §2]: menu, logo, places, search, and the viewer's own links. The build renders it without
 * data and with the same boxes, so that nothing moves when the application starts.
 */
export function HeaderBar({
  viewer = 'visitor',
  menu,
  search,
  live,
  unread,
  unreadMessages,
  children,
}: HeaderBarProps) {
  return (
    <header className={styles.header}>
      {menu ?? <IconButton icon={Menu} aria-label="Menu" />}
      <Link to="/" className={styles.logo}>
        <Logo />
      </Link>
      <nav className={styles.places} aria-label="Places">
        <PlaceLink to="/gallery/recent" within={/^\/(gallery|tag)\//} className={styles.place}>
          Galleries
        </PlaceLink>
        <PlaceLink to="/challenges" within={/^\/(challenges?\/|compos?(\/|$))/} className={styles.place}>
          Challenges
        </PlaceLink>
        <PlaceLink to="/streams" within={/^\/stream\//} className={styles.place}>
          Live
          {live}
        </PlaceLink>
        <PlaceLink to="/artists" className={classes(styles.place, styles.artists)}>
          Artists
        </PlaceLink>
      </nav>
      {search ?? <SearchBox />}
      <PlaceLink
        to="/search"
        state={FOCUS_SEARCH}
        className={classes(tooltipClass, styles.bell, styles.searchLink)}
        {...tooltipProps('Search')}
      >
        <Icon of={Search} />
        <Hidden>Search</Hidden>
      </PlaceLink>
      <Link to="/upload" className={styles.upload}>
        <Icon of={Upload} size={16} />
        <span className={styles.uploadLabel}>Upload</span>
      </Link>
      {viewer === 'member' && <OwnLinks unread={unread} unreadMessages={unreadMessages} />}
      <div className={classes(styles.own, viewer === 'member' && styles.member)}>
        {children ?? (viewer === 'visitor' && <LoginFrame />)}
      </div>
    </header>
  )
}

export function LiveDot() {
  return (
    <span className={styles.dot}>
      <Hidden> now</Hidden>
    </span>
  )
}

function OwnLinks({ unread = 0, unreadMessages = 0 }: Pick<HeaderBarProps, 'unread' | 'unreadMessages'>) {
  return (
    <>
      <UnreadLink
        to="/messages"
        within={/^\/(e\/)?message\//}
        icon={Mail}
        label="Messages"
        count={unreadMessages}
        className={styles.mail}
      />
      <UnreadLink to="/activity" within={/^\/activity\//} icon={Bell} label="Notifications" count={unread} />
    </>
  )
}

type UnreadLinkProps = {
  to: string
  within: RegExp
  icon: LucideIcon
  label: string
  count: number
  className?: string
}

/** Icon with the number of what is unread behind it. */
function UnreadLink({ icon, label, count, className, ...rest }: UnreadLinkProps) {
  return (
    <PlaceLink {...rest} className={classes(tooltipClass, styles.bell, className)} {...tooltipProps(label)}>
      <Icon of={icon} />
      <Hidden>{label}</Hidden>
      <span className={styles.unread}>
        <Badge count={count} label="unread" />
      </span>
    </PlaceLink>
  )
}

/** Login before the application starts. */
function LoginFrame() {
  return (
    <a href="/sign-in" className={styles.account}>
      Login
    </a>
  )
}
