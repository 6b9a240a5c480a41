import { BOARD_LOG_PAGE, boardLogBlock } from '../../contract/http/whiteboard.ts'

/** Maximum number of characters of a page of the log. A single flush may be longer. */
const PAGE_MAX_LENGTH = 262_144

/** The last number that the page after `after` may contain. */
export const pageEnd = (after: number) => (Math.floor(after / BOARD_LOG_PAGE) + 1) * BOARD_LOG_PAGE

/**
 * Takes as many flushes as fit into a page, at least one. `next` is the number after which the next page starts: `to`,
 * or the end of this page if it was cut. It is null if the log ends (`last`) before `to`.
 */
export function cutPage<Row extends { number: number; text: string }>(
  rows: Iterable<Row>,
  { to, last }: { to: number; last: number },
): { rows: Row[]; next: number | null } {
  const page: Row[] = []
  let characters = 0
  for (const row of rows) {
    characters += row.text.length
    const before = page.at(-1)
    if (before && characters > PAGE_MAX_LENGTH) return { rows: page, next: before.number }
    page.push(row)
  }
  return { rows: page, next: last >= to ? to : null }
}

/** The numbers of the first and the last flush of a log; 0 without flushes. */
export type LogEnds = { first: number; last: number }

/** The number of a flush and the number of characters of its text. */
export type FlushLength = { number: number; length: number }

/**
 * True if a client may request the page after a number (`followingLogPage`): the beginning of a block, or a cut that is
 * reached from there within the block. `lengthsAfter` reads flushes after a number in order.
 */
export function isPageStart(
  after: number,
  { first, last }: LogEnds,
  lengthsAfter: (number: number) => Iterable<FlushLength>,
): boolean {
  const block = boardLogBlock(after)
  if (after > last || block < boardLogBlock(Math.max(0, first - 1))) return false
  // A block whose beginning was deleted answers every number, because caches still have its pages with earlier cuts.
  return after === block || first > block + 1 || isCut(after, lengthsAfter(block))
}

/** True if pages of these flushes, which are in order, are cut after a number. Reads up to the flush after it. */
function isCut(after: number, rows: Iterable<FlushLength>): boolean {
  let [characters, before] = [0, 0]
  for (const { number, length } of rows) {
    characters += length
    const isFull = before > 0 && characters > PAGE_MAX_LENGTH
    if (before >= after) return isFull
    if (isFull) characters = length
    before = number
  }
  return false
}
