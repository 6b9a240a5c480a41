/** The pages of a list that were read. */
export type ReadPages = { pages: readonly { items: readonly unknown[] }[] }

/** Empty pages in a row that a list reads past by itself, until its reader asks for more. */
const EMPTY_PAGES_MAX = 5

/**
 * True if a list with a next page reads it by itself: its last page is empty, because rows of blocked artists are left
 * out after a page was read. After some of them it waits for its reader, and goes on as far again.
 */
export function readsPastEmptyPages({ pages }: ReadPages): boolean {
  const lastWithItems = pages.findLastIndex(({ items }) => items.length > 0)
  const emptyPages = pages.length - 1 - lastWithItems
  return emptyPages % (EMPTY_PAGES_MAX + 1) !== 0
}
