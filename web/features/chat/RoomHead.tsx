import { PanelLeft, Search, Settings2, Users } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { peopleHere, slowMessage } from '../../lib/messages/chat.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-component.tsx'
import styles from './ChatPage.module.css'
import type { ShownRoom } from './useRoom.ts'

const Modal = lazyPart(async () => ({ default: (await import('../../ui/Modal.tsx')).Modal }))
const RoomSettings = lazyPart(async () => ({ default: (await import('./RoomSettings.tsx')).RoomSettings }))
const SearchLines = lazyPart(async () => ({ default: (await import('./SearchLines.tsx')).SearchLines }))

type Sheet = 'Rooms' | 'Here now' | 'settings' | 'search'
type RoomHeadProps = {
  shown: ShownRoom
  /** What is beside the lines in a wide window, and opens over them in a narrow one. */
  rooms: ReactNode
  people: ReactNode
}

/** The name of the room, how many are in it, and what is opened from here. */
export function RoomHead({ shown, rooms, people }: RoomHeadProps) {
  const { room, name, user, view } = shown
  const [open, setOpen] = useState<Sheet | null>(null)
  const [openedIn, setOpenedIn] = useState(room)
  // A room that is chosen in the sheet is what one wants to see then.
  if (openedIn !== room) {
    setOpenedIn(room)
    setOpen(null)
  }
  const close = () => setOpen(null)
  const slow = slowMessage(view.rules.rules.slowSeconds)
  return (
    <header className={styles.head}>
      <IconButton
        icon={PanelLeft}
        aria-label="Rooms"
        aria-haspopup="dialog"
        className={styles.narrow}
        onClick={() => setOpen('Rooms')}
      />
      <div className={styles.named}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          {view.entered && <span>{peopleHere(view.count)}</span>}
          {slow && <span className={styles.slow}>{slow}</span>}
        </p>
      </div>
      {user.gloperator && <IconButton icon={Search} aria-label="Search this room" onClick={() => setOpen('search')} />}
      {view.entered?.moderator && (
        <IconButton icon={Settings2} aria-label="Room settings" onClick={() => setOpen('settings')} />
      )}
      <IconButton
        icon={Users}
        aria-label="People"
        aria-haspopup="dialog"
        className={styles.medium}
        onClick={() => setOpen('Here now')}
      />
      <Suspense>
        {(open === 'Rooms' || open === 'Here now') && (
          <Modal isOpen onClose={close} title={open}>
            {open === 'Rooms' ? rooms : people}
          </Modal>
        )}
        {open === 'settings' && <RoomSettings shown={shown} onClose={close} />}
        {open === 'search' && <SearchLines shown={shown} onClose={close} />}
      </Suspense>
    </header>
  )
}
