import { Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { isShortcut } from '../../lib/shortcuts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './ChatBox.module.css'
import { chatAddress } from './chat-address.ts'
import { RoomPanel } from './room/RoomPanel.tsx'
import { useChatRoom } from './session/useChatRoom.ts'

type ChatBoxProps = {
  channel: string
  user: CurrentUser
  onJoin: (channel: string) => void
  onClose: () => void
}

/** Box with a chat room over the page. Escape closes it, also from the page, whose focus it may cover. */
export function ChatBox({ channel, user, onJoin, onClose }: ChatBoxProps) {
  const room = useChatRoom(channel, user)
  const box = useRef<HTMLDivElement>(null)
  const focusedChannel = useRef<string>(undefined)
  useEffect(() => {
    // A box that is shown again leaves the focus where it is.
    if (focusedChannel.current === channel) return
    focusedChannel.current = channel
    // On touch screens, focusing the field would open the keyboard over the box.
    const target = matchMedia('(hover: hover)').matches && box.current?.querySelector('input')
    ;(target || box.current)?.focus()
  }, [channel])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && isShortcut(event)) onClose()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of everything inside
    <div ref={box} className={styles.box} tabIndex={-1} onKeyDown={keys}>
      <header className={styles.head}>
        <h2 className={styles.name}>{room.name}</h2>
        <Link to={chatAddress(channel)} className={styles.page} aria-label={`Open ${room.name} as a page`}>
          <Icon of={Maximize2} size={16} />
        </Link>
        <IconButton icon={X} aria-label="Close chat" onClick={onClose} />
      </header>
      <RoomPanel key={channel} compact room={room} onJoin={onJoin} />
    </div>
  )
}
