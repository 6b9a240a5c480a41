import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import { changedStart, startTimeValue } from '../../../web/features/streams/stream-fields.ts'
import { pollIntervalMs } from '../../../web/features/streams/watch/poll-interval.ts'

const AT = Date.UTC(2026, 10, 21, 19, 0)
const MINUTE_MS = 60_000

describe('the page of an announced stream [2 §2 Streams]', () => {
  const waits = (leftMs: number) => pollIntervalMs(toWireTime(AT), AT - leftMs)

  it('looks every few seconds whether it has begun, from minutes before its time on', () => {
    for (const minutes of [4, 0, -10, -29]) expect(waits(minutes * MINUTE_MS)).toBeLessThanOrEqual(5000)
  })
  it('looks once a minute before that and long after, since it may begin early or late', () => {
    for (const minutes of [6, 600, 60 * 24 * 80, -31]) expect(waits(minutes * MINUTE_MS)).toBe(MINUTE_MS)
  })
})

describe('the time of an announced stream in its form [2 §2 Streams]', () => {
  it('is moved by another minute alone, and not by what was filled in before', () => {
    const before = toWireTime(AT + 42_000)
    const field = startTimeValue(AT + 42_000)
    expect(changedStart(field, before)).toBeNull()
    expect(changedStart(startTimeValue(AT + MINUTE_MS), before)).toBe(AT + MINUTE_MS)
    expect(changedStart('', before)).toBeNaN()
  })
})
