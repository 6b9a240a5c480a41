import { MessageSquare } from 'lucide-react'
import { Activity, type ComponentProps, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { useUser } from '../../lib/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazyComponent, preload } from '../../ui/lazy-component.tsx'
import styles from './ChatDock.module.css'
import { LOBBY } from './chat-address.ts'
import { rememberChatHidden, wasChatHidden, wasChatOpened } from './chat-preference.ts'

/** Delay of the unread count after the page, which otherwise competes with it for the network. */
const UNREAD_DELAY_MS = 1000
const UnreadBadge = lazyComponent(async () => {
  await new Promise((settled) => setTimeout(settled, UNREAD_DELAY_MS))
  return import('./UnreadBadge.tsx')
}, 'UnreadBadge')
const loadBox = () => import('./ChatBox.tsx')
const ChatBox = lazyComponent(loadBox, 'ChatBox', <OpeningTab />)

/** Pages without the dock: those with a chat room of their own, and those of messages, whose form takes its place. */
const WITHOUT_DOCK = /^\/(chat(\/|$)|whiteboard\/?$|stream\/|(e\/)?messages?(\/|$))/

/**
 * Chat tab at the lower right of every page unless the member switched it off [2 §2], and the box that it opens. Pages
 * with their own chat hide both without closing them. The tab is painted with the page. The code of the chat loads at
 * its first use, and for the unread count after the page has loaded (`hasPage`).
 */
export function ChatDock({ hasPage }: { hasPage: boolean }) {
  const { pathname } = useLocation()
  const user = useUser()
  useEffect(() => {
    if (user) rememberChatHidden(!user.showChat)
  }, [user])
  // Members see the tab before their session has loaded.
  const mayChat = user === undefined ? !wasChatHidden() : Boolean(user?.chatId && user.showChat)
  if (!mayChat) return null
  const isHidden = WITHOUT_DOCK.test(pathname)
  return (
    <aside className={styles.dock} aria-label="Chat" hidden={isHidden}>
      <Activity mode={isHidden ? 'hidden' : 'visible'}>
        <Dock user={user ?? null} showsUnread={hasPage && !isHidden} />
      </Activity>
    </aside>
  )
}

/** `user` is null while the session loads. `showsUnread`: the tab shows how many lines are unread. */
function Dock({ user, showsUnread }: { user: CurrentUser | null; showsUnread: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [channel, setChannel] = useState<string>(LOBBY)
  const tab = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) tab.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const load = () => preload(loadBox)
  return (
    <>
      {isOpen && user && <ChatBox channel={channel} user={user} onJoin={setChannel} onClose={() => setOpen(false)} />}
      {isOpen && !user && <OpeningTab />}
      {!isOpen && (
        <ChatTab ref={tab} aria-expanded="false" onPointerEnter={load} onFocus={load} onClick={() => setOpen(true)}>
          {showsUnread && user && wasChatOpened() && <UnreadBadge channel={channel} user={user} />}
        </ChatTab>
      )}
    </>
  )
}

function ChatTab({ children, ...button }: ComponentProps<'button'>) {
  return (
    <button {...button} type="button" className={styles.tab}>
      <Icon of={MessageSquare} />
      <span className={styles.label}>Chat</span>
      {children}
    </button>
  )
}

/** The pressed tab while the box loads. */
function OpeningTab() {
  const tab = useRef<HTMLButtonElement>(null)
  useEffect(() => tab.current?.focus(), [])
  return <ChatTab ref={tab} aria-busy="true" aria-expanded="true" />
}
