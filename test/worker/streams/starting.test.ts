import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { streamPageReply } from '../../../contract/http/streams.ts'
import { MEMBER_LIMITS } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addChallenge } from '../../support/worker/challenges.ts'
import { enterRoom, openSocket } from '../../support/worker/chat.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import {
  addAnnounced,
  addReplay,
  addStream,
  listStreams,
  postToStream,
  shownStream,
  startBody,
  startStream,
  streamPage,
} from '../../support/worker/stream-calls.ts'

const start = (as: Parameters<typeof postToStream>[0], fields = {}) => postToStream(as, 'start', startBody(fields))

describe('starting a stream', () => {
  it('a started stream has a page with what its artist entered', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira, { title: 'Heron' })
    const id = await startStream(mira, { title: 'Inking a heron', description: 'With a brush pen', sketchId: sketch })
    expect(streamPageReply.parse(await shownStream(null, id))).toMatchObject({
      ...{ id, title: 'Inking a heron', description: 'With a brush pen', state: 'live', preview: null },
      ...{ userId: mira.id, userNickname: mira.nickname, sketch: { id: sketch, title: 'Heron' } },
      ...{ channel: `stream-${id}`, replay: 'none', end: null, watching: 0, totalViews: 0 },
    })
  })

  it('a started stream is in the list of live streams [2 §2 Streams]', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    expect((await listStreams(mira)).streams.map((stream) => stream.id)).toContain(id)
  })

  it('a started stream has a chat room of its artist [2 §2 Streams]', async () => {
    const mira = await addPerson()
    const { channel } = await shownStream(null, await startStream(mira))
    const room = env.DB.prepare('SELECT kind, owner_id FROM chat_rooms WHERE channel = ?').bind(channel)
    expect(await room.first()).toEqual({ kind: 'stream', owner_id: mira.id })
  })

  it('a repeated request returns the same stream', async () => {
    const mira = await addPerson()
    const body = startBody()
    expect(await startStream(mira, body)).toBe(await startStream(mira, body))
  })

  it('a member has one live stream at a time, however many requests arrive at once', async () => {
    const mira = await addPerson()
    const replies = await Promise.all(Array.from({ length: 5 }, () => start(mira)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const [first] = (await listStreams(mira)).streams.filter(({ userId }) => userId === mira.id)
    await postToStream(mira, 'end', { id: first?.id })
    expect((await start(mira)).status).toBe(200)
  })

  it('a new member starts a limited number of streams a day', async () => {
    const [mira, key] = [await addPerson(), 'the-last-of-the-day']
    for (let count = 1; count < MEMBER_LIMITS.streamsPerDay.new; count++) await addStream(mira, { state: 'ended' })
    const id = await startStream(mira, { key })
    await postToStream(mira, 'end', { id })
    expect(await errorOf(start(mira))).toEqual([409, 'stream_limit'])
    expect(await errorOf(start(mira, { announcedId: await addAnnounced(mira) }))).toEqual([409, 'stream_limit'])
    expect(await startStream(mira, { key })).toBe(id)
    await env.DB.prepare('UPDATE streams SET started_at = started_at - 86400000 WHERE user_id = ?').bind(mira.id).run()
    expect((await start(mira)).status).toBe(200)
  })

  it('starting a stream needs a login [2 §8]', async () => {
    expect(await errorOf(start(null))).toEqual([401, 'not_logged_in'])
  })

  it('only adults start a mature stream', async () => {
    const minor = await addPerson({ birthDate: '2012-01-01' })
    expect(await errorOf(start(minor, { mature: true }))).toEqual([403, 'mature_not_allowed'])
  })

  it('a stream cannot be linked to a sketch that its artist may not see', async () => {
    const hidden = await addSketch(await addPerson(), { violation: 'copyright' })
    expect(await errorOf(start(await addPerson(), { sketchId: hidden }))).toEqual([404, 'not_found'])
  })

  it.each([
    ['without a title', { title: '' }],
    ['with a title that is too long', { title: 'x'.repeat(65) }],
    ['with an unknown source', { source: 'tape' }],
    ['with a malformed key', { key: 'no' }],
    ['with an unknown field', { userId: 1 }],
  ])('a request %s is refused', async (_name, fields) => {
    expect(await errorOf(start(await addPerson(), fields))).toEqual([400, 'bad_request'])
  })

  it('an announced stream becomes live under its address', async () => {
    const mira = await addPerson()
    const announcedId = await addAnnounced(mira)
    expect(await startStream(mira, { announcedId })).toBe(announcedId)
    expect(await shownStream(mira, announcedId)).toMatchObject({ state: 'live' })
  })

  it('only the artist starts an announced stream', async () => {
    const announcedId = await addAnnounced(await addPerson())
    expect(await errorOf(start(await addPerson(), { announcedId }))).toEqual([404, 'not_found'])
  })

  it('an announced stream is started once', async () => {
    const mira = await addPerson()
    const announcedId = await addAnnounced(mira)
    await startStream(mira, { announcedId })
    await postToStream(mira, 'end', { id: announcedId })
    expect(await errorOf(start(mira, { announcedId }))).toEqual([404, 'not_found'])
  })
})

describe('ending a stream', () => {
  it('the page of an ended stream shows the end', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    expect((await postToStream(mira, 'end', { id })).status).toBe(200)
    expect(await shownStream(null, id)).toMatchObject({ state: 'ended', end: 'stopped', replay: 'none' })
  })

  it('a stream that is ended twice ends once', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    for (let time = 0; time < 2; time++) expect((await postToStream(mira, 'end', { id })).status).toBe(200)
    expect(await shownStream(null, id)).toMatchObject({ state: 'ended', end: 'stopped' })
  })

  it('an ended stream leaves the list of live streams', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    await postToStream(mira, 'end', { id })
    expect((await listStreams(mira)).streams.map((stream) => stream.id)).not.toContain(id)
  })

  it('only the artist and staff end a stream', async () => {
    const id = await startStream(await addPerson())
    expect(await errorOf(postToStream(await addPerson(), 'end', { id }))).toEqual([403, 'forbidden'])
    await jsonOf(postToStream(await addPerson({ flags: 'm' }), 'end', { id, reason: 'shows a film' }))
    expect(await shownStream(null, id)).toMatchObject({ state: 'ended', end: 'staff' })
  })

  it('staff end a stream with a reason, and its artist needs none', async () => {
    const mira = await addPerson({ flags: 'm' })
    const id = await startStream(mira)
    const staff = await addPerson({ flags: 'm' })
    for (const reason of ['', '  ', undefined])
      expect(await errorOf(postToStream(staff, 'end', { id, reason }))).toEqual([400, 'bad_request'])
    expect(await shownStream(null, id)).toMatchObject({ state: 'live' })
    await jsonOf(postToStream(mira, 'end', { id }))
    expect(await shownStream(null, id)).toMatchObject({ state: 'ended', end: 'stopped' })
  })

  it('the end of a stream by staff is written to the audit log once', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await startStream(mira)
    for (let times = 0; times < 2; times++) await postToStream(staff, 'end', { id, reason: 'shows a film' })
    const { results } = await env.DB.prepare("SELECT * FROM audit_log WHERE target_type = 'stream' AND target_id = ?")
      .bind(id)
      .all()
    expect(results).toMatchObject([
      { staff_id: staff.id, action: 'stream_end', user_id: mira.id, reason: 'shows a film' },
    ])
  })
})

describe('visibility of streams', () => {
  it('mature streams are listed only for their artist and members who show mature sketches [1 §5]', async () => {
    const [mira, matureViewer, other, staff] = [
      await addPerson(),
      await addPerson({ showMature: true }),
      await addPerson(),
      await addPerson({ flags: 'm' }),
    ]
    const streams = [
      await addStream(mira, { mature: true }),
      await addAnnounced(mira, { mature: true }),
      await addReplay(mira, { mature: true }),
    ]
    const inLists = async (as: typeof mira | null) => {
      const { streams, announced } = await listStreams(as)
      const replays = await requestJson<{ items: { id: number }[] }>('/api/v2/streams/replays', { as })
      return [...streams, ...announced, ...replays.items].map((stream) => stream.id)
    }
    for (const viewer of [mira, matureViewer]) expect(await inLists(viewer)).toEqual(expect.arrayContaining(streams))
    clearIsolateCaches()
    for (const viewer of [null, other, staff]) {
      const seen = await inLists(viewer)
      for (const id of streams) expect(seen).not.toContain(id)
    }
  })

  it('the page of a mature stream tells viewers why it is hidden [1 §5]', async () => {
    const mira = await addPerson()
    const id = await addStream(mira, { mature: true })
    expect(await streamPage(null, id)).toEqual({ hidden: true, id, notice: 'mature' })
    expect(await shownStream(mira, id)).toMatchObject({ notice: null })
    expect(await shownStream(await addPerson({ flags: 'm' }), id)).toMatchObject({ notice: 'mature' })
  })

  it('a block in either direction removes a stream from lists [1 §8]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const [ofMira, ofInes] = [await addStream(mira), await addStream(ines)]
    await block(mira, ines)
    expect((await listStreams(ines)).streams.map((stream) => stream.id)).not.toContain(ofMira)
    expect((await listStreams(mira)).streams.map((stream) => stream.id)).not.toContain(ofInes)
  })

  it('a block in either direction hides the page of a stream [1 §8]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const [ofMira, ofInes] = [await addStream(mira), await addStream(ines)]
    await block(mira, ines)
    expect(await streamPage(ines, ofMira)).toEqual({ hidden: true, id: ofMira, notice: 'blocked' })
    expect(await streamPage(mira, ofInes)).toEqual({ hidden: true, id: ofInes, notice: 'blocked' })
  })

  it('a member who may not see a stream cannot enter its chat room', async () => {
    const [mira, vera, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const [mature, blocked] = [await startStream(mira, { mature: true }), await startStream(vera)]
    await block(vera, ines)
    for (const id of [mature, blocked])
      expect(await (await openSocket(ines, `stream-${id}`)).closed()).toBe(SOCKET_CLOSE.forbidden)
    await (await enterRoom(mira, `stream-${mature}`)).next('channel')
  })

  it('only the artist and staff see that a recording is pending or hidden', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    for (const replay of ['pending', 'hidden'] as const) {
      const id = await addReplay(mira, { replay })
      for (const viewer of [mira, staff]) expect(await shownStream(viewer, id)).toMatchObject({ replay })
      expect(await shownStream(null, id)).toMatchObject({ replay: 'none', chapters: [] })
    }
  })

  it('the page of a replay shows the sketch that was posted with it', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const ofReplay = await addSketch(mira, { title: 'Heron' })
    const id = await addReplay(mira, { sketchId: await addSketch(ines), replaySketchId: ofReplay })
    for (const as of [mira, ines])
      expect(await shownStream(as, id)).toMatchObject({ sketch: { id: ofReplay, title: 'Heron' } })
  })

  it('only the artist gets the id of the linked sketch', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const linked = await addSketch(ines)
    const id = await addReplay(mira, { sketchId: linked })
    expect(await shownStream(mira, id)).toMatchObject({ sketchId: linked })
    expect(await shownStream(ines, id)).toMatchObject({ sketchId: null })
  })

  it('the artist keeps a linked sketch that was hidden when they edit the stream', async () => {
    const mira = await addPerson()
    const linked = await addSketch(await addPerson())
    const id = await addReplay(mira, { sketchId: linked })
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(linked).run()
    const { title, description, mature, sketchId } = await shownStream(mira, id)
    const fields = { title: `${title}, again`, description, mature, sketchId, challengeId: null }
    expect((await postToStream(mira, 'edit', { id, ...fields })).status).toBe(200)
    expect(await shownStream(mira, id)).toMatchObject({ title: fields.title, sketchId: linked })
  })

  it('a stream is linked to a challenge that has begun', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira, { title: 'A window' })
    expect(await errorOf(start(mira, { challengeId: challengeId + 1000 }))).toEqual([404, 'not_found'])
    const id = await startStream(mira, { challengeId })
    expect(await shownStream(null, id)).toMatchObject({ challenge: { id: challengeId, title: 'A window' } })
    const fields = { title: 'Panes', description: '', mature: false, sketchId: null, challengeId: null }
    expect((await postToStream(mira, 'edit', { id, ...fields })).status).toBe(200)
    expect(await shownStream(null, id)).toMatchObject({ challenge: null })
  })

  it('an unknown stream is not found', async () => {
    expect(await errorOf(sendRequest('/api/v2/stream/999999'))).toEqual([404, 'not_found'])
  })
})
