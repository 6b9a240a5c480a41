import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Size, type SizedPicture, widthToCover } from '../../contract/image-sizes.ts'
import type { Mat } from '../../contract/mat.ts'
import { isLoaded, sharpAddress, softAddress } from '../lib/loaded-pictures.ts'
import { Picture } from './Picture.tsx'

type SketchPictureProps = {
  picture: SizedPicture & { thumbhash: string; mat: Mat | null }
  alt: string
  /** Box in CSS pixels, which the picture covers. Without it, the parent element is measured. */
  box?: Size
  /** Loads only near the window. */
  lazy?: boolean
}

/** Picture that covers its box. It requests the smallest file that is sharp in the box on this screen. */
export function SketchPicture({ box, ...props }: SketchPictureProps) {
  return box ? <SizedSketchPicture {...props} box={box} /> : <MeasuredSketchPicture {...props} />
}

function MeasuredSketchPicture(props: SketchPictureProps) {
  const marker = useRef<HTMLSpanElement>(null)
  const [box, setBox] = useState<Size>()
  useLayoutEffect(() => {
    const frame = marker.current?.parentElement
    return frame ? observeBox(frame, setBox) : undefined
  }, [])
  // Until it is measured, the widest loaded file is shown, such as that of the first paint.
  const isShown = box || softAddress(props.picture, Infinity)
  return (
    <>
      <span ref={marker} hidden />
      {isShown && <SizedSketchPicture {...props} box={box} />}
    </>
  )
}

const boxSetters = new Map<Element, (box: Size) => void>()
let boxObserver: ResizeObserver | undefined

/**
 * Sets the box of a frame after its first layout and each change. Measuring in an effect would force a layout in the
 * task that shows the page; rendering before the paint (`flushSync`) would run the page's effects in it.
 */
function observeBox(frame: Element, setBox: (box: Size) => void): () => void {
  boxObserver ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { width, height } = target.getBoundingClientRect()
      boxSetters.get(target)?.({ width, height })
    }
  })
  boxSetters.set(frame, setBox)
  boxObserver.observe(frame)
  return () => {
    boxSetters.delete(frame)
    boxObserver?.unobserve(frame)
  }
}

function SizedSketchPicture({ picture, alt, box, lazy }: SketchPictureProps) {
  const width = box ? widthToCover(picture, box, window.devicePixelRatio) : Infinity
  const sharp = box && sharpAddress(picture, width)
  // A loaded file stays visible until the sharper one has replaced it.
  const [src, setSrc] = useState(() => (sharp && isLoaded(sharp) ? sharp : (softAddress(picture, width) ?? sharp)))
  useEffect(() => {
    if (sharp) setSrc(sharp)
  }, [sharp])
  const { width: boxWidth, height: boxHeight } = box ?? picture
  return (
    <Picture
      src={src}
      alt={alt}
      thumbhash={picture.thumbhash}
      mat={picture.mat}
      width={boxWidth}
      height={boxHeight}
      loading={lazy ? 'lazy' : undefined}
    />
  )
}
