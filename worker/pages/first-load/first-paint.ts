import type { SketchItem } from '../../../contract/http/sketches.ts'
import { justifiedPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { markup } from '../../lib/markup.ts'

/** The widest fill a row on a phone: the page counts as painted with the largest of them, so they come first. */
const AHEAD_OF_OTHERS = 3
/** The built page has a list's tile between two marks of its name, and one where the data goes. */
const TILES = /__(RECENT|FEATURED)__(.*?)__\1__/gs
const DATA = '__DATA__'

/** A list of the first page. `eager` of its pictures load with the page, others when they come near the window. */
export type FirstList = { sketches: readonly SketchItem[]; tiles: number; eager: number }

/**
 * Fills a built page with the sketches that a visitor sees first: their tiles as markup, so that pictures load with the
 * page, and what they come from as data under an id, so that the program need not ask for it again.
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
  const seen = list?.sketches.slice(0, list.tiles) ?? []
  const ahead = new Set(
    seen
      .slice(0, list?.eager)
      .toSorted((a, b) => ratioOf(b) - ratioOf(a))
      .slice(0, AHEAD_OF_OTHERS),
  )
  return seen
    .map((sketch, index) => {
      const picture = justifiedPicture(sketch.imageUrl, ratioOf(sketch))
      return tile
        .replace('__HREF__', sketchAddress(sketch.id, name))
        .replace('__SRC__', picture.src)
        .replace('__SRCSET__', picture.srcSet)
        .replace('__SIZES__', picture.sizes)
        .replace('width="100"', `width="${sketch.width}"`)
        .replace('height="101"', `height="${sketch.height}"`)
        .replace('__PRIORITY__', ahead.has(sketch) ? 'high' : 'low')
        .replace('__LOADING__', index < (list?.eager ?? 0) ? 'eager' : 'lazy')
        .replace('__ALT__', () => String(markup`${sketch.alt}`))
    })
    .join('')
}

const ratioOf = ({ width, height }: { width: number; height: number }) => width / height
