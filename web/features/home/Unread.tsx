import { Bell, ImageUp, Mail, MessageCircle } from 'lucide-react'
import type { HomeReply } from '../../../contract/http/home.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './Unread.module.css'

const ROWS = [
  { name: 'messages', label: 'Messages', to: '/messages', icon: Mail },
  { name: 'replies', label: 'Replies', to: '/activity/replies', icon: MessageCircle },
  { name: 'uploads', label: 'New from artists', to: '/activity/uploads', icon: ImageUp },
  { name: 'notifications', label: 'Notifications', to: '/activity', icon: Bell },
] as const

export function Unread({ unread }: { unread: HomeReply['unread'] }) {
  return (
    <nav aria-label="Unread" className={styles.unread}>
      {ROWS.map(({ name, label, to, icon }) => (
        <Link key={name} to={to}>
          <Icon of={icon} />
          {label}
          <Badge count={unread?.[name] ?? 0} label="unread" />
        </Link>
      ))}
    </nav>
  )
}
