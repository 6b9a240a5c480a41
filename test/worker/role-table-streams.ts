import { toWireTime } from '../../contract/time.ts'
import type { Person } from '../support/worker/people.ts'
import { addAnnounced, addReplay, addStream, startBody, storeReplay } from '../support/worker/stream-calls.ts'
import type { Role, Sample } from './roles.ts'

/** A member's streams, one of each state. */
export type StreamsOfWorld = { announcedId: number; liveId: number; replayId: number }

export async function makeStreams(owner: Person): Promise<StreamsOfWorld> {
  const replayId = await addReplay(owner)
  await storeReplay(replayId)
  return { replayId, announcedId: await addAnnounced(owner), liveId: await addStream(owner) }
}

type World = { streams: StreamsOfWorld }

const fields = { title: 'Inking a heron', description: '', mature: false, sketchId: null, challengeId: null }
const tomorrow = () => toWireTime(Date.now() + 86_400_000)

/** The routes of streams, a part of the role table. */
export const streamRoles: Record<string, Role & Sample<World>> = {
  'GET /socket/stream/:id': { caller: 'member', path: () => '/socket/stream/1', status: 426 },
  'GET /api/v2/streams': { caller: 'anyone', path: () => '/api/v2/streams' },
  'GET /api/v2/streams/live': { caller: 'anyone', path: () => '/api/v2/streams/live' },
  'GET /api/v2/streams/announced': { caller: 'anyone', path: () => '/api/v2/streams/announced' },
  'GET /api/v2/streams/replays': { caller: 'anyone', path: () => '/api/v2/streams/replays' },
  'GET /stream/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ streams }) => `/stream/${streams.liveId}` },
  'GET /api/v2/stream/:id': { caller: 'anyone', path: ({ streams }) => `/api/v2/stream/${streams.liveId}` },
  'POST /api/v2/stream/start': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/stream/start',
    call: () => ({ body: startBody() }),
  },
  'POST /api/v2/stream/edit': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/stream/edit',
    call: ({ streams }) => ({ body: { id: streams.liveId, ...fields } }),
  },
  'POST /api/v2/stream/end': {
    caller: 'owner',
    stranger: 403,
    ownSession: true,
    path: () => '/api/v2/stream/end',
    call: ({ streams }) => ({ body: { id: streams.liveId } }),
  },
  'POST /api/v2/stream/announce': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/stream/announce',
    call: () => ({ body: { ...fields, key: crypto.randomUUID(), startsAt: tomorrow() } }),
  },
  'POST /api/v2/stream/unannounce': {
    caller: 'owner',
    stranger: 403,
    ownSession: true,
    path: () => '/api/v2/stream/unannounce',
    call: ({ streams }) => ({ body: { id: streams.announcedId } }),
  },
  'POST /api/v2/stream/remind': {
    caller: 'member',
    path: () => '/api/v2/stream/remind',
    call: ({ streams }) => ({ body: { id: streams.announcedId, remind: true } }),
  },
  'POST /api/v2/stream/replay': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/stream/replay',
    call: ({ streams }) => ({ body: { id: streams.replayId, keep: false } }),
  },
  'POST /api/v2/stream/chapters': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/stream/chapters',
    call: ({ streams }) => ({ body: { id: streams.replayId, chapters: [{ atMs: 0, title: 'Lines' }] } }),
  },
  'POST /api/v2/stream/hideReplay': {
    caller: 'staff',
    path: () => '/api/v2/stream/hideReplay',
    call: ({ streams }) => ({ body: { id: streams.replayId, hidden: true, reason: 'Not drawn.' } }),
  },
  'GET /api/v2/gloperate/reportedStreams': { caller: 'staff', path: () => '/api/v2/gloperate/reportedStreams' },
  'GET /stream/:id/preview/:file{[1-9][0-9]{0,9}\\.webp}': {
    caller: 'anyone',
    path: ({ streams }) => `/stream/${streams.replayId}/preview/1.webp`,
  },
  'GET /stream/:id/replay/manifest.json': {
    caller: 'anyone',
    path: ({ streams }) => `/stream/${streams.replayId}/replay/manifest.json`,
  },
  'GET /stream/:id/replay/:file{(?:0|[1-9][0-9]{0,8})\\.seg}': {
    caller: 'anyone',
    path: ({ streams }) => `/stream/${streams.replayId}/replay/0.seg`,
  },
  'GET /stream/:id/replay/chat.json': {
    caller: 'anyone',
    path: ({ streams }) => `/stream/${streams.replayId}/replay/chat.json`,
  },
  'GET /stream/:id/croquis-stream.ics': {
    caller: 'anyone',
    path: ({ streams }) => `/stream/${streams.announcedId}/croquis-stream.ics`,
  },
}
