import { describe, expect, it } from 'vitest'
import { overlayOf, type Warning, warningOf } from '../../../web/features/streams/watch/stream-status.ts'
import type { ConnectionState } from '../../../web/lib/live-connection.ts'

type PlayerState = Parameters<typeof warningOf>[0]

const WATCHES: PlayerState = {
  ...{ connection: { state: 'open' }, stream: 'live', level: 'all' },
  ...{ isSlow: false, hasPicture: true, isSoundUnsupported: false, ended: null },
}
const AWAY: ConnectionState = { state: 'offline' }
const TOO_SLOW: ConnectionState = { state: 'offline', isTooSlow: true }

describe('the warning for a viewer [2 §8]', () => {
  it.each<[string, Partial<PlayerState>, Warning | null]>([
    ['there is no warning while all is well', {}, null],
    [
      'a lost connection is reported',
      { connection: AWAY },
      { text: 'Connection lost. Reconnecting…', action: 'try now' },
    ],
    [
      'a connection dropped for being too slow is reported',
      { connection: TOO_SLOW },
      { text: 'Your connection is too slow for this stream. Trying again…', action: 'try now' },
    ],
    [
      'a slow connection is reported with what it shows',
      { level: 'keys', isSlow: true },
      { text: 'Your connection is slow. Showing one picture every few seconds.' },
    ],
    [
      'a very slow connection is reported with what it shows',
      { level: 'stills', isSlow: true },
      { text: 'Your connection is slow. Showing a still from time to time.' },
    ],
    [
      'a browser that cannot decode video is named as the reason for stills',
      { level: 'stills' },
      { text: 'This browser can’t play live video, so you see stills.' },
    ],
    [
      'a slow connection is not reported before the first picture',
      { level: 'keys', isSlow: true, hasPicture: false },
      null,
    ],
    [
      'missing sound is reported',
      { isSoundUnsupported: true },
      { text: 'This browser can’t play this stream’s sound.' },
    ],
    [
      'a page older than the stream asks to reload',
      { connection: { state: 'closed', reason: 'reload' } },
      { action: 'reload' },
    ],
    ['there is no warning once the stream is over', { connection: AWAY, ended: 'stopped' }, null],
  ])('%s', (_name, changed, warning) => expect(warningOf({ ...WATCHES, ...changed })).toEqual(warning))
})

describe('the overlay on the picture of a stream [2 §8]', () => {
  it.each<[string, Partial<PlayerState> | null, string | undefined]>([
    ['there is no overlay while the picture is shown', {}, undefined],
    ['a starting connection is shown', null, 'Connecting'],
    ['waiting for the first picture is shown', { hasPicture: false }, 'Waiting for the first picture'],
    ['a pause is shown', { stream: 'paused' }, 'The artist paused the stream.'],
    [
      'an absent artist is shown',
      { stream: 'waiting' },
      'The artist lost connection. The stream continues when they’re back.',
    ],
    [
      'a pause is not shown while the connection is lost, because it may be over',
      { stream: 'paused', connection: AWAY },
      undefined,
    ],
    ['the end is shown', { ended: 'stopped', connection: AWAY }, 'This stream has ended.'],
    [
      'the end by a lost connection is shown',
      { ended: 'lost' },
      'This stream ended because the artist lost connection.',
    ],
    ['the end by staff is shown', { ended: 'staff' }, 'This stream was ended by staff.'],
    [
      'a required login is shown',
      { connection: { state: 'closed', reason: 'login' } },
      'You must be logged in to watch a live stream.',
    ],
  ])('%s', (_name, changed, text) =>
    expect(overlayOf(changed ? { ...WATCHES, ...changed } : undefined)?.text).toBe(text),
  )
})
