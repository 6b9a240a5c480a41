import type { SketchItem } from '../../../contract/http/sketches.ts'
import { justifiedPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { markup } from '../../lib/markup.ts'

/** The largest pictures decide when the page counts as painted, so they load first. */
const HIGH_PRIORITY_PICTURES = 3
/** The built page contains one tile of each list between two markers, and a marker for the data. */
const TILES = /__(RECENT|FEATURED)__(.*?)__\1__/gs
const DATA = '__DATA__'

/** A list of the first paint. */
export type FirstList = {
  sketches: readonly SketchItem[]
  /** The maximum of tiles. */
  tiles: number
  /** The number of pictures that load with the page. The others load when they come near the viewport. */
  eager: number
}

/**
 * Fills a built page with a visitor's first sketches: as tiles, so that pictures load with the page, and as data in the
 * element `data.id`, so that the application does not request it. The keys of `lists` are the names in the markers.
 */
export function fillFirstPaint(
  page: string,
  lists: Partial<Record<string, FirstList>>,
  data: { id: string; json: string },
): string {
  const [before = '', after = ''] = page.split(DATA)
  const filled = before.replace(TILES, (_, name: string, tile: string) =>
    tilesOf(name.toLowerCase(), tile, lists[name]),
  )
  const script = `<script type="application/json" id="${data.id}">${data.json.replaceAll('<', '\\u003c')}</script>`
  return filled + script + after
}

function tilesOf(name: string, tile: string, list: FirstList | undefined): string {
  const shown = list?.sketches.slice(0, list.tiles) ?? []
  const highPriority = new Set(
    shown
      .slice(0, list?.eager)
      .toSorted((a, b) => ratioOf(b) - ratioOf(a))
      .slice(0, HIGH_PRIORITY_PICTURES),
  )
  return shown
    .map((sketch, index) => {
      const picture = justifiedPicture(sketch.imageUrl, ratioOf(sketch))
      return tile
        .replace('__HREF__', sketchAddress(sketch.id, name))
        .replace('__SRC__', picture.src)
        .replace('__SRCSET__', picture.srcSet)
        .replace('__SIZES__', picture.sizes)
        .replace('width="100"', `width="${sketch.width}"`)
        .replace('height="101"', `height="${sketch.height}"`)
        .replace('__PRIORITY__', highPriority.has(sketch) ? 'high' : 'low')
        .replace('__LOADING__', index < (list?.eager ?? 0) ? 'eager' : 'lazy')
        .replace('__ALT__', () => String(markup`${sketch.alt}`))
    })
    .join('')
}

const ratioOf = ({ width, height }: { width: number; height: number }) => width / height
