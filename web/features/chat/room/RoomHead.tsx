import { PanelLeft, Search, Settings2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { memberCountText, slowModeText } from '../../../lib/messages/chat.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import styles from '../ChatPage.module.css'
import type { ChatRoom } from '../session/useChatRoom.ts'

const RoomSettings = lazyComponent(() => import('../moderation/RoomSettings.tsx'), 'RoomSettings')
const SearchLines = lazyComponent(() => import('../moderation/SearchLines.tsx'), 'SearchLines')

type OpenDialog = 'Rooms' | 'Here now' | 'settings' | 'search'
type RoomHeadProps = {
  room: ChatRoom
  /** Shown beside the lines in a wide window, and in a dialog in a narrow one. */
  rooms: ReactNode
  people: ReactNode
}

/** Name of the room, number of people in it, and buttons for its dialogs. */
export function RoomHead({ room, rooms, people }: RoomHeadProps) {
  const { session, name, user, view } = room
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [openedIn, setOpenedIn] = useState(session)
  // Choosing a room in the dialog closes it.
  if (openedIn !== session) {
    setOpenedIn(session)
    setOpen(null)
  }
  const close = () => setOpen(null)
  const slow = slowModeText(view.rules.rules.slowSeconds)
  return (
    <header className={styles.head}>
      <IconButton
        icon={PanelLeft}
        aria-label="Rooms"
        aria-haspopup="dialog"
        className={styles.narrow}
        onClick={() => setOpen('Rooms')}
      />
      <div className={styles.titleBlock}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          <span>{view.entered ? memberCountText(view.count) : '\u00a0'}</span>
          {slow && <span className={styles.slow}>{slow}</span>}
        </p>
      </div>
      {/* Comes after the member has entered, so it stands where it moves no other button. */}
      {view.entered?.moderator && (
        <IconButton icon={Settings2} aria-label="Room settings" onClick={() => setOpen('settings')} />
      )}
      {user.gloperator && <IconButton icon={Search} aria-label="Search this room" onClick={() => setOpen('search')} />}
      <IconButton
        icon={Users}
        aria-label="People"
        aria-haspopup="dialog"
        className={styles.medium}
        onClick={() => setOpen('Here now')}
      />
      {(open === 'Rooms' || open === 'Here now') && (
        <Modal isOpen onClose={close} title={open}>
          {open === 'Rooms' ? rooms : people}
        </Modal>
      )}
      {open === 'settings' && <RoomSettings room={room} onClose={close} />}
      {open === 'search' && <SearchLines room={room} onClose={close} />}
    </header>
  )
}
