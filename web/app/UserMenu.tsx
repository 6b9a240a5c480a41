import { Bell, LogOut, MonitorSmartphone, Upload, User } from 'lucide-react'
import { useUser } from '../lib/session.ts'
import { Dropdown, type DropdownProps } from './Dropdown.tsx'
import { MenuLink } from './MenuLink.tsx'

/** What is under one's own name in the header. */
export function UserMenu({ trigger, onClose }: DropdownProps) {
  const user = useUser()
  return (
    <Dropdown trigger={trigger} onClose={onClose} label="You" placement="bottom end">
      <nav aria-label="You">
        {user && (
          <MenuLink to={`/user/${user.id}`} icon={User} onClick={onClose}>
            Your profile
          </MenuLink>
        )}
        <MenuLink to="/activity" icon={Bell} onClick={onClose}>
          Activity
        </MenuLink>
        <MenuLink to="/upload" icon={Upload} onClick={onClose}>
          Upload
        </MenuLink>
        <MenuLink to="/sessions" icon={MonitorSmartphone} onClick={onClose}>
          Your sessions
        </MenuLink>
        <MenuLink to="/logout" icon={LogOut} onClick={onClose}>
          Log out
        </MenuLink>
      </nav>
    </Dropdown>
  )
}
