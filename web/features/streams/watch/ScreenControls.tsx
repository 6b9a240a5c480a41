import { Frame, Maximize, Minimize, PictureInPicture2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { hasSmallWindow, toggleSmallWindow } from './small-window.ts'
import { useFullscreen } from './useFullscreen.ts'

type ScreenControlsProps = {
  stage: RefObject<HTMLElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  /** Its pixels are shown as they are. */
  isActual: boolean
  onActual: (actual: boolean) => void
}

/** How the picture is shown: in its own pixels, over the whole screen, or in a small window of its own [2 §2]. */
export function ScreenControls({ stage, canvas, isActual, onActual }: ScreenControlsProps) {
  const full = useFullscreen(stage)
  const small = () => void (canvas.current && toggleSmallWindow(canvas.current).catch(() => undefined))
  useShortcuts({ f: full?.toggle, p: hasSmallWindow() ? small : undefined })
  return (
    <>
      {hasSmallWindow() && <IconButton icon={PictureInPicture2} aria-label="Picture in picture" onClick={small} />}
      <IconButton icon={Frame} aria-label="Canvas view" pressed={isActual} onClick={() => onActual(!isActual)} />
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
