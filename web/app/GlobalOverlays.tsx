import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { mayHavePictures } from '../features/uploads/dragged-pictures.ts'
import { useUser } from '../lib/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useTimeZoneReport } from './useTimeZoneReport.ts'
import { useWelcome } from './useWelcome.ts'

const DropZone = lazyComponent(() => import('./DropZone.tsx'), 'DropZone')

/** Pages that accept files themselves, or hold input that would be lost by leaving them. */
const HAS_OWN_DROP_ZONE = /^\/(upload|sketch\/\d+\/edit)\/?$/

/** The drop zone of every page, which loads on first use. */
export function GlobalOverlays() {
  useTimeZoneReport()
  useWelcome()
  const { pathname } = useLocation()
  const user = useUser()
  const wasDragged = useDraggedPictures()
  return wasDragged && !HAS_OWN_DROP_ZONE.test(pathname) && <DropZone isMember={user !== null} />
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
