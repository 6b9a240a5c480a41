import { MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { CHAT_BADGE_MAX } from '../../../contract/limits.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ChatBox } from './ChatBox.tsx'
import styles from './ChatDock.module.css'
import { LOBBY } from './chat-address.ts'
import { wasOpened } from './opened-before.ts'
import { useRoom } from './useRoom.ts'

/** Chat at the lower right of every page: a tab, and the box that it opens. */
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
          {wasOpened() && <Unread channel={channel} user={user} />}
        </button>
      )}
    </aside>
  )
}

/** How many lines came that were not looked at: "+" from 10. */
function Unread({ channel, user }: { channel: string; user: CurrentUser }) {
  const { unread } = useRoom(channel, user)
  return <Badge count={unread} plusFrom={CHAT_BADGE_MAX + 1} label="unread" />
}
