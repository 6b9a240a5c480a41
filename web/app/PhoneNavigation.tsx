import { User } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '../../contract/http/auth.ts'
import { isBoardPage } from '../features/whiteboard/board-address.ts'
import { SEARCH_FIELD } from '../lib/search-fields.ts'
import { useShellViewer, useUser } from '../lib/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyComponent, preload } from '../ui/lazy-component.tsx'
import { BottomBar, PlusSign, bottomBarStyles as styles } from './BottomBar.tsx'
import { useOpenMenu } from './open-menu.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { useHiddenBar } from './useHiddenBar.ts'

const loadMenus = () => import('./HeaderMenus.tsx')
const preloadMenus = () => preload(loadMenus)
const LoginPopover = lazyComponent(loadMenus, 'LoginPopover')

/** The bar at the bottom; a visitor's + and Join open the login popover. Hidden on the whiteboard and while typing. */
export function PhoneNavigation() {
  const isBoard = isBoardPage(useLocation().pathname)
  const user = useUser()
  const viewer = useShellViewer()
  const [open, setOpen] = useOpenMenu()
  const plus = useRef<HTMLButtonElement>(null)
  const join = useRef<HTMLButtonElement>(null)
  useHiddenBar(isBoard)
  if (isBoard) return null
  const isVisitor = viewer === 'visitor'
  const buttonOf = (name: 'plus' | 'join') => ({
    ref: name === 'plus' ? plus : join,
    type: 'button' as const,
    className: styles.item,
    'aria-expanded': open === name,
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: preloadMenus,
    onFocus: preloadMenus,
    onClick: () => setOpen(name),
  })
  return (
    <>
      <BottomBar
        viewer={viewer}
        unread={user?.unread}
        // On the search page itself no navigation follows that would focus its field.
        onSearch={() => document.querySelector<HTMLElement>(`[data-page="/search"] ${SEARCH_FIELD}`)?.focus()}
        plus={
          isVisitor ? (
            <button {...buttonOf('plus')}>
              <PlusSign />
            </button>
          ) : undefined
        }
        account={
          isVisitor ? (
            <button {...buttonOf('join')}>
              <Icon of={User} />
              Join
            </button>
          ) : (
            user && <ProfileLink user={user} />
          )
        }
      />
      {isVisitor && (open === 'plus' || open === 'join') && (
        <LoginPopover trigger={open === 'plus' ? plus : join} placement="top" onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function ProfileLink({ user: { id, avatar, nickname } }: { user: CurrentUser }) {
  return (
    <PlaceLink to={`/user/${id}`} within={new RegExp(`^/user/${id}/`)} className={styles.item}>
      <Avatar avatar={avatar} name={nickname} className={styles.avatar} />
      Me
    </PlaceLink>
  )
}
