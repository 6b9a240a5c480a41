import { type RefObject, useEffect } from 'react'
import type { BallotSet } from '../../../contract/http/compos.ts'
import { type Size, widthToCover } from '../../../contract/image-sizes.ts'
import { recordLoaded, sharpAddress } from '../../lib/loaded-pictures.ts'

/** Loads the pictures of the next set in the size of the present one's boxes. */
export function useNextPictures(group: RefObject<HTMLElement | null>, next: BallotSet | undefined): void {
  useEffect(() => {
    const mat = group.current?.querySelector('button > span')
    if (!mat || !next) return
    const { paddingLeft, paddingTop } = getComputedStyle(mat)
    const room = {
      width: mat.clientWidth - 2 * Number.parseFloat(paddingLeft),
      height: mat.clientHeight - 2 * Number.parseFloat(paddingTop),
    }
    for (const sketch of next.sketches) {
      const width = widthToCover(sketch, boxWithin(room, sketch), window.devicePixelRatio)
      const picture = new Image()
      picture.onload = () => recordLoaded(picture.src)
      picture.src = sharpAddress(sketch, width)
    }
  }, [group, next])
}

function boxWithin(room: Size, { width, height }: Size): Size {
  const shown = Math.min(room.width, (room.height * width) / height, width)
  return { width: shown, height: (shown * height) / width }
}
