import { useQuery } from '@tanstack/react-query'
import {
  Award,
  Bell,
  Brush,
  ChartColumn,
  Gavel,
  GraduationCap,
  Heart,
  House,
  Images,
  Keyboard,
  LifeBuoy,
  Lock,
  LogOut,
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  MessagesSquare,
  MonitorSmartphone,
  PencilLine,
  PenTool,
  Radio,
  Scale,
  ScrollText,
  Search,
  Settings,
  Smartphone,
  Store,
  Target,
  Trophy,
  Upload,
  User,
  UserPen,
  Users,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { PasskeyLogin } from '../features/auth/PasskeyLogin.tsx'
import { sessionQuery, useUser } from '../lib/session.ts'
import { shortcutAction } from '../lib/shortcuts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { NavLink } from '../ui/Link.tsx'
import { LoginButton } from '../ui/LoginButton.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover, type PopoverProps, preloadPopover } from '../ui/Popover.tsx'
import styles from './HeaderMenus.module.css'
import { ThemePicker } from './ThemePicker.tsx'

// Loads the popover together with the menus in it.
preloadPopover()

type HeaderMenuProps = Pick<PopoverProps, 'trigger' | 'onClose'>

type MenuRow = { to: string; icon: LucideIcon; label: string; badge?: ReactNode }

const DeskBadge = lazyComponent(() => import('../features/cases/DeskBadge.tsx'), 'DeskBadge')

const UPLOAD: MenuRow = { to: '/upload', icon: Upload, label: 'Upload' }
const COMMUNITY: readonly MenuRow[] = [
  { to: '/', icon: House, label: 'Home' },
  { to: '/gallery/recent', icon: Images, label: 'Galleries' },
  { to: '/challenges', icon: Target, label: 'Challenges' },
  { to: '/compos', icon: Trophy, label: 'Compos' },
  { to: '/awards', icon: Award, label: 'Awards' },
  { to: '/streams', icon: Radio, label: 'Streams' },
  { to: '/artists', icon: PencilLine, label: 'Artists' },
  { to: '/chat', icon: MessageSquare, label: 'Chat' },
  { to: '/forum', icon: MessagesSquare, label: 'Forums' },
  { to: '/groups', icon: Users, label: 'Groups' },
  { to: '/whiteboard', icon: PenTool, label: 'Whiteboard' },
  { to: '/search', icon: Search, label: 'Search' },
  UPLOAD,
]
const RESOURCES: readonly MenuRow[] = [
  { to: '/content', icon: Brush, label: 'Brushes' },
  { to: '/classes', icon: GraduationCap, label: 'Classes' },
  { to: '/store', icon: Store, label: 'Store' },
  { to: '/help', icon: LifeBuoy, label: 'Help' },
]
const ABOUT: readonly MenuRow[] = [
  { to: '/guidelines', icon: Scale, label: 'Guidelines' },
  { to: '/numbers', icon: ChartColumn, label: 'Numbers' },
  { to: '/how-hearts-work', icon: Heart, label: 'How hearts work' },
  { to: '/support', icon: Mail, label: 'Contact' },
  { to: '/privacy', icon: Lock, label: 'Privacy' },
  { to: '/terms', icon: ScrollText, label: 'Terms' },
]

/** The site's menu [1 §2]: its pages, the theme, and what the footer has, which endless lists keep out of reach. */
export function SiteMenu({ trigger, onClose }: HeaderMenuProps) {
  const showShortcuts = () => {
    onClose()
    shortcutAction('?')?.()
  }
  return (
    <Popover trigger={trigger} onClose={onClose} label="Menu" className={styles.menu}>
      <div className={styles.columns}>
        <nav aria-label="Site">
          <h3 className={styles.group}>Community</h3>
          <MenuRows rows={COMMUNITY} onClose={onClose} />
        </nav>
        <div className={styles.themeColumn}>
          <ThemePicker />
          <nav aria-label="Help and information">
            <h3 className={styles.group}>Resources</h3>
            <MenuRows rows={RESOURCES} onClose={onClose} />
            <button type="button" className={styles.row} onClick={showShortcuts}>
              <Icon of={Keyboard} />
              Keyboard and scrolling
            </button>
            <h3 className={styles.group}>About</h3>
            <MenuRows rows={ABOUT} onClose={onClose} />
          </nav>
        </div>
      </div>
    </Popover>
  )
}

const STAFF_ROWS: readonly MenuRow[] = [
  { to: '/gloperate', icon: Gavel, label: 'Moderation', badge: <DeskBadge /> },
  { to: '/gloperate/log', icon: ScrollText, label: 'Staff log' },
  { to: '/failed-mails', icon: MailX, label: 'Failed mails' },
]

/** Menu behind the member's name. */
export function UserMenu({ trigger, onClose }: HeaderMenuProps) {
  const user = useUser()
  const rows = [
    ...(user ? [{ to: `/user/${user.id}`, icon: User, label: 'Your profile' }] : []),
    { to: '/editProfile', icon: UserPen, label: 'Edit profile' },
    { to: '/editProfile#settings', icon: Settings, label: 'Settings' },
    { to: '/messages', icon: Mail, label: 'Messages' },
    { to: '/activity', icon: Bell, label: 'Notifications' },
    UPLOAD,
    ...(user?.gloperator ? STAFF_ROWS : []),
    ...(user?.flags.includes('g') ? [{ to: '/a/groups', icon: Users, label: 'Group admin' }] : []),
    { to: '/sessions', icon: MonitorSmartphone, label: 'Your sessions' },
    { to: '/logout', icon: LogOut, label: 'Log out' },
  ]
  return (
    <Popover trigger={trigger} onClose={onClose} label="You" placement="bottom end">
      <nav aria-label="You">
        <MenuRows rows={rows} onClose={onClose} />
      </nav>
    </Popover>
  )
}

function MenuRows({ rows, onClose }: { rows: readonly MenuRow[]; onClose: () => void }) {
  return rows.map(({ to, icon, label, badge }) => (
    <NavLink key={to} to={to} end className={styles.row} onClick={onClose}>
      <Icon of={icon} />
      {label}
      {badge}
    </NavLink>
  ))
}

/**
 * Ways to log in [1 §1]: Google; Apple only with the `aid` flag in the address; a passkey; the app if it has an
 * address.
 */
export function LoginPopover({ placement = 'bottom end', ...rest }: HeaderMenuProps & Pick<PopoverProps, 'placement'>) {
  const [query] = useSearchParams()
  const { data } = useQuery(sessionQuery)
  const id = useId()
  return (
    <Popover {...rest} label={{ id }} placement={placement} className={styles.login}>
      <h2 id={id}>Join or log in</h2>
      <LoginButton wide noteClass={styles.note} />
      {query.has('aid') && data?.appleSignIn && (
        <ButtonLink href="/sign-in/apple" wide>
          Sign in with Apple
        </ButtonLink>
      )}
      <PasskeyLogin className={styles.app} />
      <NavLink to="/recover" className={styles.app} onClick={rest.onClose}>
        <Icon of={LifeBuoy} />
        Can’t log in?
      </NavLink>
      {data?.appDownloadUrl && (
        <a className={styles.app} href={data.appDownloadUrl}>
          <Icon of={Smartphone} />
          Download App
        </a>
      )}
      {data?.isMaintenance && <p className={styles.note}>Social network login is under maintenance.</p>}
    </Popover>
  )
}
