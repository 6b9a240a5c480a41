import { Frame, Maximize, Minimize, PictureInPicture2 } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/IconButton.tsx'

type ScreenControlsProps = {
  stage: RefObject<HTMLElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  /** Shows the picture in its own pixels. */
  isActualSize: boolean
  onActualSize: (actual: boolean) => void
}

/** Buttons for canvas view, full screen and picture in picture [2 §2]. */
export function ScreenControls({ stage, canvas, isActualSize, onActualSize }: ScreenControlsProps) {
  const full = useFullscreen(stage)
  const small = () => void (canvas.current && togglePictureInPicture(canvas.current).catch(() => undefined))
  useShortcuts({ f: full?.toggle, p: supportsPictureInPicture() ? small : undefined })
  return (
    <>
      {supportsPictureInPicture() && (
        <IconButton icon={PictureInPicture2} aria-label="Picture in picture" onClick={small} />
      )}
      <IconButton
        icon={Frame}
        aria-label="Canvas view"
        pressed={isActualSize}
        onClick={() => onActualSize(!isActualSize)}
      />
      {full && (
        <IconButton
          icon={full.isFull ? Minimize : Maximize}
          aria-label={full.isFull ? 'Leave full screen' : 'Full screen'}
          onClick={full.toggle}
        />
      )}
    </>
  )
}

/** Full-screen state and toggle of an element; null in browsers without full screen. */
export function useFullscreen(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } | null {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined)
  return { isFull, toggle }
}

export const supportsPictureInPicture = () => document.pictureInPictureEnabled === true

/** Opens or closes a picture-in-picture window of a canvas. */
export async function togglePictureInPicture(canvas: HTMLCanvasElement): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const video = document.createElement('video')
  const stream = canvas.captureStream()
  video.muted = true
  video.srcObject = stream
  video.addEventListener('leavepictureinpicture', () => {
    for (const track of stream.getTracks()) track.stop()
  })
  await video.play()
  await video.requestPictureInPicture()
}
