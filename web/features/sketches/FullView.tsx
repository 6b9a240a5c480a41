import { Minus, Plus, Scan, X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { zoomImageSize } from '../../../contract/image-sizes.ts'
import { percentText } from '../../lib/format.ts'
import { pressedKeys, type Shortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import styles from './FullView.module.css'
import { type AreaPoint, firstView, fitView, moveBy, type PictureView, type Size, zoomAt } from './picture-view.ts'
import { useGestures } from './view-gestures.ts'

const ZOOM_STEP = 1.25
const ARROW_PX = 80
const DOUBLE_TAP_ZOOM = 2.5
const CENTRE: AreaPoint = { x: 0, y: 0 }

type FullViewProps = {
  sketch: SketchItem
  /** Shown until a sharper picture has loaded. */
  firstSrc: string | undefined
  onClose: () => void
}

/** Full-window view of a picture that zooms and pans by touch, wheel, drag and keys. */
export function FullView({ sketch, firstSrc, onClose }: FullViewProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const area = useRef<HTMLDivElement>(null)
  // Opens the dialog before its area is measured; a closed dialog has no size.
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const areaSize = useAreaSize(area)
  /** The first view and the whole picture follow the size of the area. */
  const [chosen, setChosen] = useState<PictureView | 'first' | 'whole'>('first')
  const viewOf = (choice: typeof chosen) => {
    if (choice === 'first') return firstView(sketch, areaSize)
    return choice === 'whole' ? fitView(sketch, areaSize) : choice
  }
  const view = viewOf(chosen)
  const change = (next: (view: PictureView) => PictureView) => setChosen((before) => next(viewOf(before)))
  const zoom = (factor: number, at = CENTRE) => change((before) => zoomAt(before, factor, at, sketch, areaSize))
  const move = (by: AreaPoint) => change((before) => moveBy(before, by, sketch, areaSize))
  const gestures = useGestures(area, {
    onMove: move,
    onZoom: zoom,
    onDoubleTap: (at) => (isUnzoomed(view, sketch, areaSize) ? zoom(DOUBLE_TAP_ZOOM, at) : setChosen('first')),
  })
  const src = useSharpSrc(sketch, view.scale, firstSrc)

  const actions: Shortcuts = {
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    '0': () => setChosen('whole'),
    ArrowLeft: () => move({ x: ARROW_PX, y: 0 }),
    ArrowRight: () => move({ x: -ARROW_PX, y: 0 }),
    ArrowUp: () => move({ x: 0, y: ARROW_PX }),
    ArrowDown: () => move({ x: 0, y: -ARROW_PX }),
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKeys(event.nativeEvent).find((key) => Object.hasOwn(actions, key))
    if (key === undefined) return
    actions[key]?.()
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className={styles.full} aria-label={sketch.title} onClose={onClose} onKeyDown={press}>
      <div ref={area} className={styles.area} {...gestures}>
        <img
          src={src}
          alt={sketch.alt}
          draggable={false}
          className={styles.picture}
          width={sketch.width}
          height={sketch.height}
          style={{ ...matStyle(sketch.mat), ...pictureStyle(view, sketch) }}
        />
      </div>
      <div className={styles.tools}>
        <IconButton icon={Minus} aria-label="Zoom out" onClick={() => zoom(1 / ZOOM_STEP)} />
        <output
          className={styles.scale}
          aria-label="Size"
          title="At 100%, a pixel of the picture is a pixel of the screen"
        >
          {percentText(view.scale * window.devicePixelRatio)}
        </output>
        <IconButton icon={Plus} aria-label="Zoom in" onClick={() => zoom(ZOOM_STEP)} />
        <IconButton icon={Scan} aria-label="Whole picture" onClick={() => setChosen('whole')} />
        <IconButton icon={X} aria-label="Close" autoFocus onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}

const isUnzoomed = (view: PictureView, sketch: Size, areaSize: Size) =>
  view.scale <= firstView(sketch, areaSize).scale * 1.001

function pictureStyle({ scale, x, y }: PictureView, { width, height }: Size): CSSProperties {
  const [across, down] = [width * scale, height * scale]
  return { width: across, height: down, transform: `translate(${x - across / 2}px, ${y - down / 2}px)` }
}

/** Size of the picture's area, updated on resizing. */
function useAreaSize(area: React.RefObject<HTMLElement | null>): Size {
  const [areaSize, setSize] = useState<Size>({ width: window.innerWidth, height: window.innerHeight })
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return areaSize
}

type SizedPicture = { imageUrl: string; width: number }

/** Smallest served width that is sharp at this scale and pixel density, at most the picture's own. */
export function neededWidth({ width }: SizedPicture, scale: number, density: number): number {
  return zoomImageSize(Math.min(width, width * scale * density))
}

/** Address of a picture that is sharp at this scale; the previous one stays while it loads. */
export function useSharpSrc(sketch: SizedPicture, scale: number, firstSrc: string | undefined): string {
  const needed = neededWidth(sketch, scale, window.devicePixelRatio)
  const [widest, setWidest] = useState(needed)
  const sharpSrc = `${sketch.imageUrl}/${Math.max(widest, needed)}`
  const [src, setSrc] = useState(firstSrc || sharpSrc)
  if (needed > widest) setWidest(needed)
  useEffect(() => {
    let dropped = false
    const picture = new Image()
    picture.src = sharpSrc
    picture.decode().then(
      () => !dropped && setSrc(sharpSrc),
      () => undefined,
    )
    return () => {
      dropped = true
    }
  }, [sharpSrc])
  return src
}
