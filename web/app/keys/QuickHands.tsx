import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { bringsPictures } from '../../features/uploads/drag.ts'
import { useKeys } from '../../lib/keys.ts'
import { useUser } from '../../lib/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePresses } from './usePresses.ts'

const KeySheet = lazyPart(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }))
const DropAnywhere = lazyPart(async () => ({ default: (await import('./DropAnywhere.tsx')).DropAnywhere }))

const ChatDock = lazyPart(async () => ({ default: (await import('../../features/chat/ChatDock.tsx')).ChatDock }))

/** Pages that take files themselves, or hold what would be lost by leaving them. */
const TAKES_FILES = /^\/(upload|sketch\/\d+\/edit)\/?$/

/** Pages that show the room of the chat that one is in themselves. */
const IS_CHAT = /^\/(chat(\/|$)|whiteboard\/?$|stream\/)/

/** Keys, pictures dropped on any page, and the chat box; what they open loads when it is first wanted. */
export function QuickHands() {
  const { pathname } = useLocation()
  const user = useUser()
  const [open, setOpen] = useState(false)
  const dragged = useDragged()
  useKeys({ '?': () => setOpen(true) })
  usePresses()
  return (
    <>
      <Suspense>{user?.chatId && !IS_CHAT.test(pathname) && <ChatDock user={user} />}</Suspense>
      <Suspense>
        {open && <KeySheet onClose={() => setOpen(false)} />}
        {dragged && !TAKES_FILES.test(pathname) && <DropAnywhere isMember={user !== null} />}
      </Suspense>
    </>
  )
}

/** Whether pictures were ever dragged over the window. */
function useDragged(): boolean {
  const [dragged, setDragged] = useState(false)
  useEffect(() => {
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer && bringsPictures(dataTransfer)) setDragged(true)
    }
    document.addEventListener('dragenter', enter)
    return () => document.removeEventListener('dragenter', enter)
  }, [])
  return dragged
}
