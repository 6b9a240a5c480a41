import { Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './ChatDock.module.css'
import { chatAddress } from './chat-address.ts'
import { RoomPanel } from './RoomPanel.tsx'
import { useRoom } from './useRoom.ts'

type ChatBoxProps = {
  channel: string
  user: CurrentUser
  onJoin: (channel: string) => void
  onClose: () => void
}

/** A room over the page; Escape closes it. */
export function ChatBox({ channel, user, onJoin, onClose }: ChatBoxProps) {
  const shown = useRoom(channel, user)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room comes with a field of its own
  useEffect(() => {
    // On touch the field would bring up the keyboard, and the box be gone under it.
    const target = matchMedia('(hover: hover)').matches && box.current?.querySelector('input')
    ;(target || box.current)?.focus()
  }, [channel])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for all that is in it
    <div ref={box} className={styles.box} tabIndex={-1} onKeyDown={keys}>
      <header className={styles.head}>
        <h2 className={styles.name}>{shown.name}</h2>
        <Link to={chatAddress(channel)} className={styles.page} aria-label={`Open ${shown.name} as a page`}>
          <Icon of={Maximize2} size={16} />
        </Link>
        <IconButton icon={X} aria-label="Close chat" onClick={onClose} />
      </header>
      <RoomPanel key={channel} compact shown={shown} onJoin={onJoin} />
    </div>
  )
}
