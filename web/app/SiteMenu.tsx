import { Brush, House, Keyboard, MessageSquare, PencilLine, PenTool, Radio, Search, Target, Upload } from 'lucide-react'
import { shortcutAction } from '../lib/shortcuts.ts'
import { Dropdown, type DropdownProps } from './Dropdown.tsx'
import { MenuButton, MenuLink } from './MenuLink.tsx'
import styles from './SiteMenu.module.css'
import { ThemePicker } from './ThemePicker.tsx'

/** The menu [1 §2]: what there is to go to, and the theme. It grows with the product. */
export function SiteMenu({ trigger, onClose, signedIn }: DropdownProps & { signedIn: boolean }) {
  return (
    <Dropdown trigger={trigger} onClose={onClose} label="Menu" className={styles.menu}>
      <div className={styles.columns}>
        <nav aria-label="Site">
          <h3 className={styles.title}>Community</h3>
          <MenuLink to="/" icon={House} onClick={onClose}>
            Home
          </MenuLink>
          <MenuLink to="/challenges" icon={Target} onClick={onClose}>
            Challenges
          </MenuLink>
          <MenuLink to="/streams" icon={Radio} onClick={onClose}>
            Streams
          </MenuLink>
          <MenuLink to="/artists" icon={PencilLine} onClick={onClose}>
            Artists
          </MenuLink>
          <MenuLink to="/chat" icon={MessageSquare} onClick={onClose}>
            Chat
          </MenuLink>
          <MenuLink to="/whiteboard" icon={PenTool} onClick={onClose}>
            Whiteboard
          </MenuLink>
          <MenuLink to="/search" icon={Search} onClick={onClose}>
            Search
          </MenuLink>
          {signedIn && (
            <MenuLink to="/upload" icon={Upload} onClick={onClose}>
              Upload
            </MenuLink>
          )}
          <h3 className={styles.title}>Resources</h3>
          <MenuLink to="/content" icon={Brush} onClick={onClose}>
            Brushes
          </MenuLink>
        </nav>
        <div className={styles.second}>
          <ThemePicker />
          <MenuButton
            icon={Keyboard}
            onClick={() => {
              onClose()
              shortcutAction('?')?.()
            }}
          >
            Keys and scrolling
          </MenuButton>
        </div>
      </div>
    </Dropdown>
  )
}
