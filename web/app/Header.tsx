import { Menu as MenuIcon, X } from 'lucide-react'
import { useRef } from 'react'
import type { CurrentUser } from '../../contract/http/auth.ts'
import { useIsLive, useShellViewer, useUser } from '../lib/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyComponent, preload } from '../ui/lazy-component.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { HeaderBar, headerStyles, LiveDot } from './HeaderBar.tsx'
import { useOpenMenu } from './open-menu.ts'
import { HeaderSearch } from './search/HeaderSearch.tsx'

const loadMenus = () => import('./HeaderMenus.tsx')
const preloadMenus = () => preload(loadMenus)
const SiteMenu = lazyComponent(loadMenus, 'SiteMenu')
const UserMenu = lazyComponent(loadMenus, 'UserMenu')
/** Delay of the dot for visitors after the page, which it otherwise competes with for the network. */
const LIVE_DELAY_MS = 3000
const VisitorsLiveDot = lazyComponent(async () => {
  await new Promise((settled) => setTimeout(settled, LIVE_DELAY_MS))
  return import('./VisitorsLiveDot.tsx')
}, 'VisitorsLiveDot')
const LoginPopover = lazyComponent(loadMenus, 'LoginPopover')

/** The header with its menus, which load on hover or focus of a button. */
export function Header() {
  const user = useUser()
  const viewer = useShellViewer()
  const isLive = useIsLive()
  const hasPlaces = useMedia('(min-width: 960px)')
  const [open, setOpen] = useOpenMenu()
  const menu = useRef<HTMLButtonElement>(null)
  const me = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)
  return (
    <HeaderBar
      viewer={viewer}
      unread={user?.unread}
      unreadMessages={user?.unreadMessages}
      live={viewer === 'member' ? isLive && <LiveDot /> : hasPlaces && <VisitorsLiveDot />}
      search={<HeaderSearch />}
      menu={
        <IconButton
          ref={menu}
          icon={open === 'menu' ? X : MenuIcon}
          aria-label="Menu"
          aria-expanded={open === 'menu'}
          aria-haspopup="dialog"
          onPointerEnter={preloadMenus}
          onFocus={preloadMenus}
          onClick={() => setOpen('menu')}
        />
      }
    >
      {user === undefined ? (
        <span className={headerStyles.account} />
      ) : (
        <button
          ref={me}
          type="button"
          className={headerStyles.account}
          title={user?.nickname}
          aria-expanded={open === 'me'}
          aria-haspopup="dialog"
          onPointerEnter={preloadMenus}
          onFocus={preloadMenus}
          onClick={() => setOpen('me')}
        >
          {user ? <Member user={user} /> : 'Login'}
        </button>
      )}
      {open === 'menu' && <SiteMenu trigger={menu} onClose={close} />}
      {open === 'me' &&
        (user ? <UserMenu trigger={me} onClose={close} /> : <LoginPopover trigger={me} onClose={close} />)}
    </HeaderBar>
  )
}

function Member({ user }: { user: CurrentUser }) {
  return (
    <>
      <Avatar avatar={user.avatar} name={user.nickname} />
      <span className={headerStyles.nickname}>{user.nickname}</span>
    </>
  )
}
