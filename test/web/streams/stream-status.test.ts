import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../web/features/streams/watch/stream-status.ts'

const IN = { connection: { state: 'open' }, stream: 'live', ended: null } as const

describe('how a stream stands [2 §2 Streams]', () => {
  it('is as it was said last, while one is in touch with it', () => {
    for (const stream of ['live', 'paused', 'waiting'] as const) expect(statusOf({ ...IN, stream })).toBe(stream)
  })
  it('is not live where it cannot be known: before one is in, and while one is offline', () => {
    expect(statusOf({ ...IN, connection: { state: 'connecting' }, stream: null })).toBe('connecting')
    expect(statusOf({ ...IN, connection: { state: 'connecting' } })).toBe('connecting')
    expect(statusOf({ ...IN, stream: null })).toBe('connecting')
    expect(statusOf({ ...IN, connection: { state: 'offline' } })).toBe('offline')
  })
  it('is over once it has ended, or one is let in no more', () => {
    expect(statusOf({ ...IN, ended: 'lost' })).toBe('over')
    expect(statusOf({ ...IN, connection: { state: 'closed', reason: 'forbidden' } })).toBe('over')
    expect(statusOf({ ...IN, connection: { state: 'offline' }, ended: 'stopped' })).toBe('over')
  })
})
