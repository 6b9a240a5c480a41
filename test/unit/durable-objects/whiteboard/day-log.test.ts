import { describe, expect, it } from 'vitest'
import { BOARD_LOG_BLOCK } from '../../../../contract/http/whiteboard.ts'
import { blockEnd, cutPage, firstSince } from '../../../../durable-objects/whiteboard/DayLog.ts'

describe('pages of the log [2 §2 Whiteboard]', () => {
  const rows = (sizes: readonly number[]) => sizes.map((size, index) => ({ number: index + 1, text: 'x'.repeat(size) }))

  it('a page contains a quarter of a megabyte of text, and at least one flush', () => {
    const page = cutPage(rows([200_000, 60_000, 60_000]), { to: BOARD_LOG_BLOCK, last: 3 })
    expect([page.rows.map(({ number }) => number), page.next]).toEqual([[1, 2], 2])
    const long = cutPage(rows([1_500_000, 1]), { to: BOARD_LOG_BLOCK, last: 2 })
    expect([long.rows.length, long.next]).toEqual([1, 1])
  })

  it('a page ends with its block, and is open while the log may continue in it', () => {
    expect([blockEnd(0), blockEnd(255), blockEnd(256)]).toEqual([256, 256, 512])
    expect(cutPage(rows([1, 1]), { to: 256, last: 2 }).next).toBeNull()
    expect(cutPage(rows([1, 1]), { to: 256, last: 256 }).next).toBe(256)
  })
})

describe('the first flush since a time', () => {
  it('the flush is found by a binary search', () => {
    const lookups: number[] = []
    const timeOf = (number: number) => {
      lookups.push(number)
      return number * 250
    }
    expect(firstSince(250 * 77_777, 0, 345_600, timeOf)).toBe(77_777)
    expect(lookups.length).toBeLessThan(20)
    expect(firstSince(0, 10, 20, timeOf)).toBe(11)
    expect(firstSince(Number.MAX_SAFE_INTEGER, 10, 20, timeOf)).toBe(21)
  })
})
