import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
  return (
    <>
      <span ref={marker} hidden />
      {box && <SizedSketchPicture {...props} box={box} />}
    </>
  )
}

const boxSetters = new Map<Element, (box: Size) => void>()
let boxObserver: ResizeObserver | undefined

/**
 * Sets the box of a frame before its first paint and after each change. Measuring in an effect would force a layout in
 * the task that shows the page.
 */
function observeBox(frame: Element, setBox: (box: Size) => void): () => void {
  boxObserver ??= new ResizeObserver((entries) => {
    flushSync(() => {
      for (const { target } of entries) {
        const { width, height } = target.getBoundingClientRect()
        boxSetters.get(target)?.({ width, height })
      }
    })
  })
  boxSetters.set(frame, setBox)
  boxObserver.observe(frame)
  return () => {
    boxSetters.delete(frame)
    boxObserver?.unobserve(frame)
  }
}

function SizedSketchPicture({ picture, alt, box, lazy }: SketchPictureProps & { box: Size }) {
  const width = widthToCover(picture, box, window.devicePixelRatio)
  const sharp = sharpAddress(picture, width)
  // A loaded file stays visible until the sharper one has replaced it.
  const [src, setSrc] = useState(() => (isLoaded(sharp) ? sharp : (softAddress(picture, width) ?? sharp)))
  useEffect(() => setSrc(sharp), [sharp])
  return (
    <Picture
      src={src}
      alt={alt}
      thumbhash={picture.thumbhash}
      mat={picture.mat}
      width={box.width}
      height={box.height}
      loading={lazy ? 'lazy' : undefined}
    />
  )
}
