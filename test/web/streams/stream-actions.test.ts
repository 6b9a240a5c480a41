import { describe, expect, it } from 'vitest'
import type { ReplayState, ShownStream } from '../../../contract/http/streams.ts'
import { streamActions } from '../../../web/features/streams/stream-actions.ts'

type Stands = Pick<ShownStream, 'userId' | 'state' | 'replay'>

const LIVE: Stands = { userId: 1, state: 'live', replay: 'none' }
const ANNOUNCED: Stands = { ...LIVE, state: 'announced' }
const ended = (replay: ReplayState): Stands => ({ userId: 1, state: 'ended', replay })
const ARTIST = { id: 1, gloperator: false }
const MEMBER = { id: 2, gloperator: false }
const STAFF = { id: 3, gloperator: true }
const STAFF_WHO_STREAMS = { id: 1, gloperator: true }

describe('what one may do about a stream [2 §2 Streams]', () => {
  it.each([
    ['a visitor, live', null, LIVE, ['link']],
    ['a visitor, a replay', null, ended('kept'), ['link']],
    ['a member, live', MEMBER, LIVE, ['link', 'report']],
    ['a member, announced', MEMBER, ANNOUNCED, ['link', 'report']],
    ['a member, a replay', MEMBER, ended('kept'), ['link', 'report']],
    ['its artist, live', ARTIST, LIVE, ['edit', 'link']],
    ['its artist, a recording to decide on', ARTIST, ended('pending'), ['edit', 'link']],
    ['its artist, a replay they kept', ARTIST, ended('kept'), ['edit', 'link', 'remove']],
    ['its artist, a replay that staff hid', ARTIST, ended('hidden'), ['edit', 'link']],
    ['staff, live', STAFF, LIVE, ['link', 'report', 'end']],
    ['staff, without a replay', STAFF, ended('none'), ['link', 'report']],
    ['staff, a recording that waits', STAFF, ended('pending'), ['link', 'report', 'hide']],
    ['staff, a replay', STAFF, ended('kept'), ['link', 'report', 'hide']],
    ['staff, a replay that is hidden', STAFF, ended('hidden'), ['link', 'report', 'show']],
    ['staff who stream themselves, live', STAFF_WHO_STREAMS, LIVE, ['edit', 'link']],
    ['staff, a replay of their own', STAFF_WHO_STREAMS, ended('kept'), ['edit', 'link', 'remove', 'hide']],
  ] as const)('as %s', (_who, viewer, stream, doings) => expect(streamActions(stream, viewer)).toEqual(doings))
})
