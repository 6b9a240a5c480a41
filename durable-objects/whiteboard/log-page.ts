import { BOARD_LOG_BLOCK } from '../../contract/http/whiteboard.ts'

/** Letters of a page of the log, where it has more than one flush. */
const PAGE_MAX_LETTERS = 262_144

/** The last number of the block after a number. */
export const blockEnd = (after: number) => (Math.floor(after / BOARD_LOG_BLOCK) + 1) * BOARD_LOG_BLOCK

/**
 * Takes as many flushes as fit a page, at least one. `next` is where the next page begins: at the end of the block, or where
 * this page was cut; null where the log, which ends with `last`, may still grow within the block.
 */
export function cutPage<Row extends { number: number; text: string }>(
  rows: Iterable<Row>,
  { to, last }: { to: number; last: number },
): { rows: Row[]; next: number | null } {
  const page: Row[] = []
  let letters = 0
  for (const row of rows) {
    letters += row.text.length
    const before = page.at(-1)
    if (before && letters > PAGE_MAX_LETTERS) return { rows: page, next: before.number }
    page.push(row)
  }
  return { rows: page, next: last >= to ? to : null }
}

/** Finds the first number after `from` whose time is `since` or later, `to + 1` for none; times rise with numbers. */
export function firstSince(since: number, from: number, to: number, timeOf: (number: number) => number): number {
  let [low, high] = [from + 1, to + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (timeOf(middle) >= since) high = middle
    else low = middle + 1
  }
  return low
}
