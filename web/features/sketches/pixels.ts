import { useEffect, useState } from 'react'
import { imageAddress, snapImageSize } from '../../../contract/image-sizes.ts'

type Shown = { imageUrl: string; width: number }

/** The made width that a picture at this scale needs on this screen: never more than it has itself. */
export function pixelsNeeded({ width }: Shown, scale: number, density: number): number {
  return snapImageSize(Math.min(width, width * scale * density))
}

/** The address of a picture that is sharp at this scale; while one is on its way, the last one stays. */
export function useEnoughPixels(sketch: Shown, scale: number, firstSrc: string | undefined): string {
  const needed = pixelsNeeded(sketch, scale, window.devicePixelRatio)
  const [most, setMost] = useState(needed)
  const wanted = imageAddress(sketch.imageUrl, Math.max(most, needed))
  const [src, setSrc] = useState(firstSrc || wanted)
  if (needed > most) setMost(needed)
  useEffect(() => {
    let dropped = false
    const picture = new Image()
    picture.src = wanted
    picture.decode().then(
      () => !dropped && setSrc(wanted),
      () => undefined,
    )
    return () => {
      dropped = true
    }
  }, [wanted])
  return src
}
