import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { mayHavePictures } from '../features/uploads/useFileDrop.ts'
import { useUser } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcutListener } from './shortcuts/useShortcutListener.ts'

const ShortcutsDialog = lazyComponent(() => import('./shortcuts/ShortcutsDialog.tsx'), 'ShortcutsDialog')
const DropZone = lazyComponent(() => import('./DropZone.tsx'), 'DropZone')
const ChatDock = lazyComponent(() => import('../features/chat/ChatDock.tsx'), 'ChatDock')

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
      {user?.chatId && !HAS_OWN_CHAT.test(pathname) && <ChatDock user={user} />}
      {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
      {wasDragged && !HAS_OWN_DROP_ZONE.test(pathname) && <DropZone isMember={user !== null} />}
    </>
  )
}

/** True once pictures were dragged over the window. */
function useDraggedPictures(): boolean {
  const [dragged, setDragged] = useState(false)
  useEffect(() => {
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer && mayHavePictures(dataTransfer)) setDragged(true)
    }
    document.addEventListener('dragenter', enter)
    return () => document.removeEventListener('dragenter', enter)
  }, [])
  return dragged
}
