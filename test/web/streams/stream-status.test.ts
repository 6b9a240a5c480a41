import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../web/features/streams/watch/stream-status.ts'
import { lagText } from '../../../web/lib/messages/streams.ts'

const CONNECTED = { connection: { state: 'open' }, stream: 'live', ended: null } as const

describe('the status of a stream [2 §2 Streams]', () => {
  it('the status is the last one reported while connected', () => {
    for (const stream of ['live', 'paused', 'waiting'] as const) expect(statusOf({ ...CONNECTED, stream })).toBe(stream)
  })
  it('the viewer is connecting until the connection is open and the stream has reported', () => {
    expect(statusOf({ ...CONNECTED, connection: { state: 'connecting' }, stream: null })).toBe('connecting')
    expect(statusOf({ ...CONNECTED, connection: { state: 'connecting' } })).toBe('connecting')
    expect(statusOf({ ...CONNECTED, stream: null })).toBe('connecting')
  })
  it('a viewer without a connection is offline', () => {
    expect(statusOf({ ...CONNECTED, connection: { state: 'offline' } })).toBe('offline')
  })
  it('a stream that ended is over, with or without a connection', () => {
    expect(statusOf({ ...CONNECTED, ended: 'lost' })).toBe('over')
    expect(statusOf({ ...CONNECTED, connection: { state: 'offline' }, ended: 'stopped' })).toBe('over')
  })
  it('a stream is over for a viewer who is refused', () => {
    expect(statusOf({ ...CONNECTED, connection: { state: 'closed', reason: 'forbidden' } })).toBe('over')
  })
})

describe('the viewers of a broadcast', () => {
  it('viewers in sync and lagging viewers are counted', () => {
    expect(lagText(1, 0)).toBe('1 viewer in sync, 0 lagging')
    expect(lagText(1200, 3)).toBe('1,200 viewers in sync, 3 lagging')
  })
})
