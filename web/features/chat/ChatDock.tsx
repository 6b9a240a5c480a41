import { Activity, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { useUser } from '../../lib/session.ts'
import { lazyComponent, preload } from '../../ui/lazy-component.tsx'
import { isBoardPage } from '../whiteboard/board-address.ts'
import styles from './ChatDock.module.css'
import { ChatLink, ChatTab } from './ChatTab.tsx'
import { LOBBY } from './chat-address.ts'
import { rememberChatHidden, wasChatHidden, wasChatOpened } from './chat-preference.ts'

/** Delay of the unread count after the page, which otherwise competes with it for the network. */
const UNREAD_DELAY_MS = 1000
const UnreadBadge = lazyComponent(async () => {
  await new Promise((settled) => setTimeout(settled, UNREAD_DELAY_MS))
  return import('./UnreadBadge.tsx')
}, 'UnreadBadge')
const loadBox = () => import('./ChatBox.tsx')
const ChatBox = lazyComponent(loadBox, 'ChatBox')

/** Pages without the box: those with a chat room of their own, and those of messages, whose form it would cover. */
const WITHOUT_BOX = /^\/(chat(\/|$)|whiteboard\/?$|stream\/|(e\/)?messages?(\/|$))/

/**
 * Chat tab of every page unless the member switched it off [2 §2], and the box that it opens. The tab is the last place
 * of the header or of the bottom bar, and painted with the page (`FirstChat`). Pages without the box hide it without
 * closing it, and their tab links to the chat page. The code of the chat loads at its first use, and for the unread
 * count after the page has loaded (`hasPage`).
 */
export function ChatDock({ hasPage }: { hasPage: boolean }) {
  const { pathname } = useLocation()
  const user = useUser()
  const isOff = user && !(user.chatId && user.showChat)
  useEffect(() => {
    if (user) rememberChatHidden(Boolean(isOff))
  }, [user, isOff])
  // Members see the tab before their session has loaded.
  if (user === null || (isOff ?? wasChatHidden())) return null
  const hasBox = !WITHOUT_BOX.test(pathname)
  return (
    <aside className={styles.dock} aria-label="Chat" hidden={isBoardPage(pathname)}>
      {!hasBox && <ChatLink />}
      <Activity mode={hasBox ? 'visible' : 'hidden'}>
        <Dock user={user ?? null} showsUnread={hasPage && hasBox} />
      </Activity>
    </aside>
  )
}

/** `user` is null while the session loads. `showsUnread`: the tab shows how many lines are unread. */
function Dock({ user, showsUnread }: { user: CurrentUser | null; showsUnread: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [channel, setChannel] = useState<string>(LOBBY)
  const tab = useRef<HTMLButtonElement>(null)
  const load = () => preload(loadBox)
  const close = () => {
    const isInDock = tab.current?.closest('aside')?.contains(document.activeElement)
    setOpen(false)
    if (isInDock) tab.current?.focus()
  }
  return (
    <>
      <ChatTab
        ref={tab}
        aria-expanded={isOpen}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {showsUnread && !isOpen && user && wasChatOpened() && <UnreadBadge channel={channel} user={user} />}
      </ChatTab>
      {isOpen && (
        <div className={styles.frame}>
          {user && <ChatBox channel={channel} user={user} onJoin={setChannel} onClose={close} />}
        </div>
      )}
    </>
  )
}
