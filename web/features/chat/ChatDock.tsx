import { Maximize2, MessageSquare, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { CHAT_BADGE_MAX } from '../../../contract/limits.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './ChatDock.module.css'
import { chatAddress, LOBBY } from './chat-address.ts'
import { RoomPanel } from './room/RoomPanel.tsx'
import { useChatRoom, wasChatOpened } from './session/useChatRoom.ts'

/** Chat tab at the lower right of every page, and the box that it opens. */
export function ChatDock({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false)
  const [channel, setChannel] = useState<string>(LOBBY)
  const tab = useRef<HTMLButtonElement>(null)
  const closed = useRef(false)
  useEffect(() => {
    if (closed.current && !open) tab.current?.focus()
    closed.current = open
  }, [open])
  return (
    <aside className={styles.dock} aria-label="Chat">
      {open ? (
        <ChatBox channel={channel} user={user} onJoin={setChannel} onClose={() => setOpen(false)} />
      ) : (
        <button ref={tab} type="button" className={styles.tab} aria-expanded="false" onClick={() => setOpen(true)}>
          <Icon of={MessageSquare} />
          <span className={styles.label}>Chat</span>
          {wasChatOpened() && <Unread channel={channel} user={user} />}
        </button>
      )}
    </aside>
  )
}

/** Number of unread lines on the tab; "+" from 10. */
function Unread({ channel, user }: { channel: string; user: CurrentUser }) {
  const { unread } = useChatRoom(channel, user)
  return <Badge count={unread} plusFrom={CHAT_BADGE_MAX + 1} label="unread" />
}

type ChatBoxProps = {
  channel: string
  user: CurrentUser
  onJoin: (channel: string) => void
  onClose: () => void
}

/** Box with a chat room over the page; Escape closes it. */
function ChatBox({ channel, user, onJoin, onClose }: ChatBoxProps) {
  const room = useChatRoom(channel, user)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each room has its own field
  useEffect(() => {
    // On touch screens, focusing the field would open the keyboard over the box.
    const target = matchMedia('(hover: hover)').matches && box.current?.querySelector('input')
    ;(target || box.current)?.focus()
  }, [channel])
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
