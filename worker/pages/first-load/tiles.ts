import type { SketchItem } from '../../../contract/http/sketches.ts'
import { justifiedPicture } from '../../../contract/image-sizes.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'

/** The largest pictures decide when the page counts as painted, so they load first. */
const HIGH_PRIORITY_PICTURES = 2

type TiledSketch = Pick<SketchItem, 'id' | 'alt' | 'imageUrl' | 'width' | 'height'>

/** Limits of a list in the first paint. */
type TileLimits = {
  tiles: number
  /** The number of pictures that load with the page. The others load when they come near the viewport. */
  eager: number
}

/** `eager` is about the number of tiles on the screen of a phone. The others are below the window. */
export const GALLERY_TILES: TileLimits = { tiles: GALLERY_PAGE_SIZE, eager: 12 }

/** Values of the template of `FirstTiles`; `list` is the list's name in the addresses of sketches. */
export function tilesOf(
  sketches: readonly TiledSketch[],
  list: string | undefined,
  { tiles, eager }: TileLimits,
): object[] {
  const shown = sketches.slice(0, tiles)
  const highPriority = new Set(
    shown
      .slice(0, eager)
      .toSorted((a, b) => ratioOf(b) - ratioOf(a))
      .slice(0, HIGH_PRIORITY_PICTURES),
  )
  return shown.map((sketch, index) => ({
    ...justifiedPicture(sketch.imageUrl, ratioOf(sketch)),
    href: sketchAddress(sketch.id, list),
    alt: sketch.alt,
    width: sketch.width,
    height: sketch.height,
    ...loadingOf(index < eager, highPriority.has(sketch)),
  }))
}

/** In a window higher than a phone's, the browser raises the priority of the pictures that it shows. */
const loadingOf = (isEager: boolean, isHigh: boolean) =>
  isEager ? { loading: 'eager', priority: isHigh ? 'high' : 'low' } : { loading: 'lazy', priority: 'auto' }

const ratioOf = ({ width, height }: { width: number; height: number }) => width / height
