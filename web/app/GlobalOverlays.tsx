import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { bringsPictures } from '../features/uploads/useFileDrop.ts'
import { useUser } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useShortcutListener } from './shortcuts/useShortcutListener.ts'

const ShortcutsDialog = lazyPart(async () => ({
  default: (await import('./shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
}))
const DropZone = lazyPart(async () => ({ default: (await import('./DropZone.tsx')).DropZone }))
const ChatDock = lazyPart(async () => ({ default: (await import('../features/chat/ChatDock.tsx')).ChatDock }))

/** Pages that accept files themselves, or hold input that would be lost by leaving them. */
const HAS_OWN_DROP_ZONE = /^\/(upload|sketch\/\d+\/edit)\/?$/

/** Pages that show the member's chat room themselves. */
const HAS_OWN_CHAT = /^\/(chat(\/|$)|whiteboard\/?$|stream\/)/

/** Keyboard shortcuts, the drop zone of every page and the chat dock; each part loads on first use. */
export function GlobalOverlays() {
  const { pathname } = useLocation()
  const user = useUser()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const wasDragged = useDraggedPictures()
  useShortcuts({ '?': () => setHelpOpen(true) })
  useShortcutListener()
  return (
    <>
      <Suspense>{user?.chatId && !HAS_OWN_CHAT.test(pathname) && <ChatDock user={user} />}</Suspense>
      <Suspense>
        {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
        {wasDragged && !HAS_OWN_DROP_ZONE.test(pathname) && <DropZone isMember={user !== null} />}
      </Suspense>
    </>
  )
}

/** True once pictures were dragged over the window. */
function useDraggedPictures(): boolean {
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
