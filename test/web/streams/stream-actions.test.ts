import { describe, expect, it } from 'vitest'
import type { ReplayStatus, ShownStream } from '../../../contract/http/streams.ts'
import { streamActions } from '../../../web/features/streams/stream-actions.ts'

type StreamFields = Pick<ShownStream, 'userId' | 'state' | 'replay'>

const LIVE: StreamFields = { userId: 1, state: 'live', replay: 'none' }
const ANNOUNCED: StreamFields = { ...LIVE, state: 'announced' }
const ended = (replay: ReplayStatus): StreamFields => ({ userId: 1, state: 'ended', replay })
const ARTIST = { id: 1, gloperator: false }
const MEMBER = { id: 2, gloperator: false }
const STAFF = { id: 3, gloperator: true }
const STAFF_WHO_STREAMS = { id: 1, gloperator: true }

describe('actions for a stream [2 §2 Streams]', () => {
  it.each([
    ['a visitor of a live stream', null, LIVE, ['link']],
    ['a visitor of a replay', null, ended('kept'), ['link']],
    ['a member at a live stream', MEMBER, LIVE, ['link', 'report']],
    ['a member at an announced stream', MEMBER, ANNOUNCED, ['link', 'report']],
    ['a member at a replay', MEMBER, ended('kept'), ['link', 'report']],
    ['the artist of a live stream', ARTIST, LIVE, ['edit', 'link']],
    ['the artist of a pending recording', ARTIST, ended('pending'), ['edit', 'link']],
    ['the artist of a kept replay', ARTIST, ended('kept'), ['edit', 'link', 'remove']],
    ['the artist of a hidden replay', ARTIST, ended('hidden'), ['edit', 'link']],
    ['staff at a live stream', STAFF, LIVE, ['link', 'report', 'end']],
    ['staff at an announced stream', STAFF, ANNOUNCED, ['link', 'report', 'cancel']],
    ['staff at their own announced stream', STAFF_WHO_STREAMS, ANNOUNCED, ['edit', 'link']],
    ['staff at a stream without a replay', STAFF, ended('none'), ['link', 'report']],
    ['staff at a pending recording', STAFF, ended('pending'), ['link', 'report', 'hide']],
    ['staff at a replay', STAFF, ended('kept'), ['link', 'report', 'hide']],
    ['staff at a hidden replay', STAFF, ended('hidden'), ['link', 'report', 'show']],
    ['staff at their own live stream', STAFF_WHO_STREAMS, LIVE, ['edit', 'link']],
    ['staff at their own replay', STAFF_WHO_STREAMS, ended('kept'), ['edit', 'link', 'remove', 'hide']],
  ] as const)('the menu for %s has exactly its actions', (_who, viewer, stream, actions) => {
    expect(streamActions(stream, viewer)).toEqual(actions)
  })
})
