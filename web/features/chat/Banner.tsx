import { Megaphone, X } from 'lucide-react'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './RoomPanel.module.css'

/** An announcement above the lines, until it is dismissed or its 10 s are over [2 §2 Chat]; it stays as a line. */
export function Banner({ line, onDismiss }: { line: ChatLine; onDismiss: () => void }) {
  return (
    <div className={styles.banner}>
      <Icon of={Megaphone} size={16} />
      <p>
        {line.background === 'announce-stream' && `${line.user.nickname} `}
        {line.message} {line.link && <Link to={line.link.path}>{line.link.label}</Link>}
      </p>
      <IconButton icon={X} iconSize={16} aria-label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
