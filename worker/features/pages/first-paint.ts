import type { SketchList } from '../../../contract/http/sketch.ts'
import { rowPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'

/** The widest fill a row on a phone: the page counts as painted with the largest of them, so they come first. */
const AHEAD_OF_OTHERS = 3
/** About as many tiles as a phone shows at once; the program draws the others. */
const SEEN_AT_ONCE = 12
/** The built page has the tile between two marks, and one where the data goes. */
const MARKS = /__TILE__|__DATA__/

/**
 * Fills the built page with the sketches that a visitor sees first: their tiles as markup, so that pictures load with
 * the page, and the list as data, so that the program need not ask for it again.
 */
export function fillFirstPaint(page: string, list: string): string {
  const { items } = JSON.parse(list) as SketchList
  const [before = '', tile = '', between = '', after = ''] = page.split(MARKS)
  const seen = items.slice(0, SEEN_AT_ONCE)
  const ahead = new Set(seen.toSorted((a, b) => ratioOf(b) - ratioOf(a)).slice(0, AHEAD_OF_OTHERS))
  const tiles = seen.map((sketch) => {
    const picture = rowPicture(sketch.imageUrl, ratioOf(sketch))
    return tile
      .replace('__HREF__', sketchAddress(sketch.id, 'recent'))
      .replace('__SRC__', picture.src)
      .replace('__SRCSET__', picture.srcSet)
      .replace('__SIZES__', picture.sizes)
      .replace('width="100"', `width="${sketch.width}"`)
      .replace('height="101"', `height="${sketch.height}"`)
      .replace('__PRIORITY__', ahead.has(sketch) ? 'high' : 'low')
      .replace('__ALT__', () => escaped(sketch.alt))
  })
  const data = `<script type="application/json" id="first-list">${list.replaceAll('<', '\\u003c')}</script>`
  return before + tiles.join('') + between + data + after
}

const ratioOf = ({ width, height }: { width: number; height: number }) => width / height

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
