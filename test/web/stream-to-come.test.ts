import { describe, expect, it } from 'vitest'
import { RECORDING_KEPT_DAYS } from '../../contract/limits.ts'
import { toWireTime } from '../../contract/time.ts'
import { nextLookMs } from '../../web/features/streams/list/next-look.ts'
import { fieldOfTime, movedStart } from '../../web/features/streams/list/times.ts'
import { mayComeYet } from '../../web/features/streams/replay-to-come.ts'

const AT = Date.UTC(2026, 10, 21, 19, 0)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe('the page of an announced stream [2 §2 Streams]', () => {
  const waits = (leftMs: number) => nextLookMs(toWireTime(AT), AT - leftMs)

  it('looks every few seconds whether it has begun, from minutes before its time on', () => {
    for (const minutes of [4, 0, -10, -29]) expect(waits(minutes * MINUTE_MS)).toBeLessThanOrEqual(5000)
  })
  it('looks once a minute before that and long after, since it may begin early or late', () => {
    for (const minutes of [6, 600, 60 * 24 * 80, -31]) expect(waits(minutes * MINUTE_MS)).toBe(MINUTE_MS)
  })
})

describe('that a stream has no replay [2 §2 Streams]', () => {
  it('is final only when its artist can keep none any more', () => {
    const stream = { date: toWireTime(AT), durationMs: 3_600_000 }
    expect(mayComeYet(stream, AT + 3_600_000)).toBe(true)
    expect(mayComeYet(stream, AT + RECORDING_KEPT_DAYS * DAY_MS)).toBe(true)
    expect(mayComeYet(stream, AT + 3_600_000 + RECORDING_KEPT_DAYS * DAY_MS)).toBe(false)
  })
})

describe('the time of an announced stream in its form [2 §2 Streams]', () => {
  it('is moved by another minute alone, and not by what was filled in before', () => {
    const before = toWireTime(AT + 42_000)
    const field = fieldOfTime(AT + 42_000)
    expect(movedStart(field, before)).toBeNull()
    expect(movedStart(fieldOfTime(AT + MINUTE_MS), before)).toBe(AT + MINUTE_MS)
    expect(movedStart('', before)).toBeNaN()
  })
})
