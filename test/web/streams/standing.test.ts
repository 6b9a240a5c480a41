import { describe, expect, it } from 'vitest'
import { standingOf } from '../../../web/features/streams/watch/standing.ts'

const IN = { connection: { state: 'in' }, stream: 'live', ended: null } as const

describe('how a stream stands [2 §2 Streams]', () => {
  it('is as it was said last, while one is in touch with it', () => {
    for (const stream of ['live', 'paused', 'waiting'] as const) expect(standingOf({ ...IN, stream })).toBe(stream)
  })
  it('is not live where it cannot be known: before one is in, and while one is offline', () => {
    expect(standingOf({ ...IN, connection: { state: 'connecting' }, stream: null })).toBe('connecting')
    expect(standingOf({ ...IN, connection: { state: 'connecting' } })).toBe('connecting')
    expect(standingOf({ ...IN, stream: null })).toBe('connecting')
    expect(standingOf({ ...IN, connection: { state: 'offline' } })).toBe('offline')
  })
  it('is over once it has ended, or one is let in no more', () => {
    expect(standingOf({ ...IN, ended: 'lost' })).toBe('over')
    expect(standingOf({ ...IN, connection: { state: 'closed', why: 'forbidden' } })).toBe('over')
    expect(standingOf({ ...IN, connection: { state: 'offline' }, ended: 'stopped' })).toBe('over')
  })
})
