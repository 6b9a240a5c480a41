import { Menu as MenuIcon, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { CurrentUser } from '../../contract/http/auth.ts'
import { imageSrcSet } from '../../contract/image-sizes.ts'
import { useUser } from '../lib/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { HeaderBar, headerStyles } from './HeaderBar.tsx'

const loadSiteMenu = () => import('./SiteMenu.tsx')
const loadUserMenu = () => import('./UserMenu.tsx')
const loadLogin = () => import('./LoginPopover.tsx')
const SiteMenu = lazy(async () => ({ default: (await loadSiteMenu()).SiteMenu }))
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }))
const Badge = lazy(async () => ({ default: (await import('../ui/Badge.tsx')).Badge }))
const LoginPopover = lazy(async () => ({ default: (await loadLogin()).LoginPopover }))

/** The header of every page: menu, logo, and oneself or Login [1 §2]. What opens under it loads when it is reached for. */
export function Header() {
  const user = useUser()
  const [open, setOpen] = useState<'menu' | 'me' | null>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const me = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)
  return (
    <HeaderBar
      menu={
        <IconButton
          ref={menu}
          icon={open === 'menu' ? X : MenuIcon}
          aria-label="Menu"
          aria-expanded={open === 'menu'}
          aria-haspopup="dialog"
          onPointerEnter={loadSiteMenu}
          onFocus={loadSiteMenu}
          onClick={() => setOpen('menu')}
        />
      }
    >
      {user === undefined ? (
        <span className={headerStyles.me} />
      ) : (
        <button
          ref={me}
          type="button"
          className={headerStyles.me}
          aria-expanded={open === 'me'}
          aria-haspopup="dialog"
          onPointerEnter={user ? loadUserMenu : loadLogin}
          onFocus={user ? loadUserMenu : loadLogin}
          onClick={() => setOpen('me')}
        >
          {user ? <Oneself user={user} /> : 'Login'}
        </button>
      )}
      <Suspense>
        {open === 'menu' && <SiteMenu trigger={menu} onClose={close} signedIn={Boolean(user)} />}
        {open === 'me' &&
          (user ? <UserMenu trigger={me} onClose={close} /> : <LoginPopover trigger={me} onClose={close} />)}
      </Suspense>
    </HeaderBar>
  )
}

function Oneself({ user }: { user: CurrentUser }) {
  return (
    <>
      <Avatar
        src={user.avatar && `${user.avatar}/50`}
        srcSet={user.avatar ? imageSrcSet(user.avatar, 50) : undefined}
        name={user.nickname}
      />
      <span className={headerStyles.nickname}>{user.nickname}</span>
      <Suspense>{user.unread > 0 && <Badge count={user.unread} label="unread" />}</Suspense>
    </>
  )
}
