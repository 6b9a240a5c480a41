import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import { changedStart } from '../../../web/features/streams/stream-fields.ts'
import { pollIntervalMs } from '../../../web/features/streams/watch/poll-interval.ts'
import { dateTimeValue } from '../../../web/lib/date-time-field.ts'

const AT = Date.UTC(2026, 10, 21, 19, 0)
const MINUTE_MS = 60_000

describe('the page of an announced stream [2 §2 Streams]', () => {
  const waits = (leftMs: number) => pollIntervalMs(toWireTime(AT), AT - leftMs)

  it('the page checks every few seconds around the announced time', () => {
    for (const minutes of [4, 0, -10, -29]) expect(waits(minutes * MINUTE_MS)).toBeLessThanOrEqual(5000)
  })
  it('the page checks once a minute at other times', () => {
    for (const minutes of [6, 600, 60 * 24 * 80, -31]) expect(waits(minutes * MINUTE_MS)).toBe(MINUTE_MS)
  })
})

describe('the start time in the form of an announced stream [2 §2 Streams]', () => {
  it('the start changes only when another minute is entered', () => {
    const before = toWireTime(AT + 42_000)
    const field = dateTimeValue(AT + 42_000)
    expect(changedStart(field, before)).toBeNull()
    expect(changedStart(dateTimeValue(AT + MINUTE_MS), before)).toBe(AT + MINUTE_MS)
  })
  it('an empty start time is invalid', () => {
    expect(changedStart('', toWireTime(AT))).toBeNaN()
  })
})
