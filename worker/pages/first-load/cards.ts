import type { SketchCover } from '../../../contract/http/sketches.ts'
import { cardPicture } from '../../../contract/image-sizes.ts'

const CARDS = 12
/** About the number of cards in the first row. Their pictures decide when the page counts as painted. */
const HIGH_PRIORITY_CARDS = 2

/** Values of the template of `FirstCards` for the first items of a list; `addressOf` is the page of an item. */
export function cardsOf<T extends { title: string; thumbnail: SketchCover | null }>(
  items: readonly T[],
  addressOf: (item: T) => string,
): object[] {
  return items.slice(0, CARDS).map((item, index) => ({
    href: addressOf(item),
    title: item.title,
    picture: item.thumbnail && {
      ...cardPicture(item.thumbnail),
      priority: index < HIGH_PRIORITY_CARDS ? 'high' : 'low',
    },
  }))
}
