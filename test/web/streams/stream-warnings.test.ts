import { describe, expect, it } from 'vitest'
import { overlayOf, type Warning, warningOf } from '../../../web/features/streams/watch/stream-status.ts'
import type { ConnectionState } from '../../../web/lib/live-connection.ts'

type Stands = Parameters<typeof warningOf>[0]

const WATCHES: Stands = {
  ...{ connection: { state: 'open' }, stream: 'live', level: 'all' },
  ...{ isSlow: false, hasPicture: true, isDeaf: false, ended: null },
}
const AWAY: ConnectionState = { state: 'offline' }
const TOO_SLOW: ConnectionState = { state: 'offline', isTooSlow: true }

describe('what a viewer is told of how a stream comes through [2 §8]', () => {
  it.each<[string, Partial<Stands>, Warning | null]>([
    ['nothing while all is well', {}, null],
    [
      'that the connection is lost',
      { connection: AWAY },
      { words: 'The connection is lost. It goes on when it is back.', action: 'try now' },
    ],
    [
      'that it is too slow, when the stream let them go',
      { connection: TOO_SLOW },
      { words: 'Your connection is too slow for this stream. It is tried again.', action: 'try now' },
    ],
    [
      'that it is slow, and what they see meanwhile',
      { level: 'keys', isSlow: true },
      { words: 'Your connection is slow. You see a picture every few seconds.' },
    ],
    [
      'that it is slower still',
      { level: 'stills', isSlow: true },
      { words: 'Your connection is slow. You see a still every now and then.' },
    ],
    [
      'that they see stills, where their browser shows no more',
      { level: 'stills' },
      { words: 'You see a still every now and then.' },
    ],
    ['nothing of that before there is a picture', { level: 'keys', isSlow: true, hasPicture: false }, null],
    ['that they hear nothing', { isDeaf: true }, { words: 'This browser cannot play the sound of this stream.' }],
    [
      'to reload a page that is older than the stream',
      { connection: { state: 'closed', reason: 'reload' } },
      { action: 'reload' },
    ],
    ['nothing once it is over', { connection: AWAY, ended: 'stopped' }, null],
  ])('%s', (_what, changed, said) => expect(warningOf({ ...WATCHES, ...changed })).toEqual(said))
})

describe('what stands over the picture of a stream [2 §8]', () => {
  it.each<[string, Partial<Stands> | null, string | undefined]>([
    ['nothing while it is shown', {}, undefined],
    ['that it begins', null, 'Connecting'],
    ['that the picture is waited for', { hasPicture: false }, 'Waiting for the first picture'],
    ['that it is paused', { stream: 'paused' }, 'The artist has paused the stream.'],
    [
      'that its artist is away',
      { stream: 'waiting' },
      'The artist has lost the connection. The stream goes on when they are back.',
    ],
    [
      'nothing of a pause that may be over, while the connection is lost',
      { stream: 'paused', connection: AWAY },
      undefined,
    ],
    ['that it is over', { ended: 'stopped', connection: AWAY }, 'This stream has ended.'],
    ['that it was cut off', { ended: 'lost' }, 'This stream ended when the connection of its artist was lost.'],
    ['that staff ended it', { ended: 'staff' }, 'This stream was ended by staff.'],
    [
      'that one must be logged in',
      { connection: { state: 'closed', reason: 'login' } },
      'You must be logged in to watch a live stream.',
    ],
  ])('%s', (_what, changed, words) =>
    expect(overlayOf(changed ? { ...WATCHES, ...changed } : undefined)?.words).toBe(words),
  )
})
