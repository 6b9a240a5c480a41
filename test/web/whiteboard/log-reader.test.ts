import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boardLogPagePath } from '../../../contract/http/whiteboard.ts'
import { BOARD_LOG_CACHE_SECONDS } from '../../../contract/limits.ts'
import { logReader, readCurrent } from '../../../web/features/whiteboard/log-reader.ts'
import { moment } from '../../support/unit/board-log.ts'

const CACHE_MS = BOARD_LOG_CACHE_SECONDS * 1000

const site = vi.fn<(path: string) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', site)
  site.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page with the flushes up to a number. */
const pageTo = (last: number, next: number | null = null) => {
  const flushes = Array.from({ length: last }, (_, index) => ({ ...moment(index + 1), text: '' }))
  return Response.json({ flushes, artists: [], pens: [], next })
}

describe('reading pages of the log that a cache may have from before [2 §2 Whiteboard]', () => {
  it('a page that ends before the log is read again when no cache has it any more', async () => {
    site.mockResolvedValueOnce(pageTo(2)).mockResolvedValueOnce(pageTo(4))
    const reading = logReader({ revision: 7, last: 3 }).page(0, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(CACHE_MS - 1)
    expect(site).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await reading).flushes).toHaveLength(4)
    expect(site.mock.calls.map(([path]) => path)).toEqual([boardLogPagePath(7, 0), boardLogPagePath(7, 0)])
  })

  it.each([
    ['that has the last flush', () => pageTo(3)],
    ['that was cut before the last flush', () => pageTo(2, 2)],
  ])('a page %s is read once', async (_, page) => {
    site.mockResolvedValueOnce(page())
    await logReader({ revision: 7, last: 3 }).page(0, new AbortController().signal)
    expect(site).toHaveBeenCalledTimes(1)
  })

  it('the page after the last flush is read once', async () => {
    site.mockResolvedValueOnce(pageTo(0))
    await logReader({ revision: 7, last: 256 }).page(256, new AbortController().signal)
    expect(site).toHaveBeenCalledTimes(1)
  })

  it('a page that remains too old is given up', async () => {
    site.mockImplementation(async () => pageTo(2))
    const reading = logReader({ revision: 7, last: 3 }).page(0, new AbortController().signal)
    const failed = expect(reading).rejects.toThrow('too old')
    await vi.runAllTimersAsync()
    await failed
    expect(site).toHaveBeenCalledTimes(4)
  })

  it('nothing is read any more after the page was left', async () => {
    const request = new AbortController()
    const read = vi.fn(async () => 1)
    const failed = expect(readCurrent(read, () => false, request.signal)).rejects.toThrow('left')
    request.abort(new Error('left'))
    await vi.runAllTimersAsync()
    await failed
    expect(read).toHaveBeenCalledTimes(1)
  })
})
