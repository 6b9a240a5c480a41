import { describe, expect, it } from 'vitest'
import { BOARD_LOG_PAGE } from '../../../../contract/http/whiteboard.ts'
import { firstSince } from '../../../../durable-objects/whiteboard/DayLog.ts'
import { cutPage, pageEnd } from '../../../../durable-objects/whiteboard/log-page.ts'

describe('pages of the log [2 §2 Whiteboard]', () => {
  const rows = (sizes: readonly number[]) => sizes.map((size, index) => ({ number: index + 1, text: 'x'.repeat(size) }))

  it('a page contains at most a quarter of a megabyte of text', () => {
    const page = cutPage(rows([200_000, 60_000, 60_000]), { to: BOARD_LOG_PAGE, last: 3 })
    expect([page.rows.map(({ number }) => number), page.next]).toEqual([[1, 2], 2])
  })

  it('a page contains at least one flush', () => {
    const page = cutPage(rows([1_500_000, 1]), { to: BOARD_LOG_PAGE, last: 2 })
    expect([page.rows.length, page.next]).toEqual([1, 1])
  })

  it('a page ends at a multiple of 4096 flushes', () => {
    expect([pageEnd(0), pageEnd(4095), pageEnd(4096)]).toEqual([4096, 4096, 8192])
  })

  it('a full page ends at its last number', () => {
    expect(cutPage(rows([1, 1]), { to: 256, last: 256 }).next).toBe(256)
  })

  it('a page is open while the log may continue in it', () => {
    expect(cutPage(rows([1, 1]), { to: 256, last: 2 }).next).toBeNull()
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
  })

  it('the first flush of the log is found for an earlier time', () => {
    expect(firstSince(0, 10, 20, (number) => number)).toBe(11)
  })

  it('the number after the last flush is found for a later time', () => {
    expect(firstSince(Number.MAX_SAFE_INTEGER, 10, 20, (number) => number)).toBe(21)
  })
})
