import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ReplayChatReply } from '../../../contract/http/streams.ts'
import { ANNOUNCED_STREAMS_MAX, CHAPTERS_MAX, STREAM_ANNOUNCE_MAX_DAYS } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { streams } from '../../../worker/domain/streams/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { enterRoom, newKey } from '../../support/worker/chat.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import {
  addAnnounced,
  addReplay,
  addStream,
  listStreams,
  postToStream,
  shownStream,
  startStream,
  storedFiles,
  storeReplay,
} from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

const DAY_MS = 86_400_000
const inHours = (hours: number) => toWireTime(Date.now() + hours * 3_600_000)
const announceBody = (fields: object = {}) => ({ title: 'Ink night', key: newKey(), startsAt: inHours(2), ...fields })
const announce = (as: Person | null, fields: object = {}) => postToStream(as, 'announce', announceBody(fields))
const auditLog = async (id: number) => {
  const acts = env.DB.prepare("SELECT * FROM audit_log WHERE target_type = 'stream' AND target_id = ?").bind(id)
  return (await acts.all()).results
}

describe('announced streams', () => {
  it('an announced stream is listed with its time', async () => {
    const mira = await addPerson()
    const body = announceBody({ description: 'Bring a pen' })
    const { id } = await jsonOf<{ id: number }>(postToStream(mira, 'announce', body))
    const found = (await listStreams(mira)).announced.filter(({ user }) => user.id === mira.id)
    expect(found).toMatchObject([
      { id, title: 'Ink night', description: 'Bring a pen', startsAt: body.startsAt, reminded: false, reminders: 0 },
    ])
  })

  it('a repeated request announces one stream', async () => {
    const mira = await addPerson()
    const body = announceBody()
    const { id } = await jsonOf<{ id: number }>(postToStream(mira, 'announce', body))
    expect(await jsonOf(postToStream(mira, 'announce', body))).toEqual({ id })
    expect((await listStreams(mira)).announced.filter(({ user }) => user.id === mira.id)).toMatchObject([{ id }])
  })

  it('the artist withdraws an announced stream, and other members cannot', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    expect(await errorOf(postToStream(await addPerson(), 'unannounce', { id }))).toEqual([403, 'forbidden'])
    await jsonOf(postToStream(mira, 'unannounce', { id }))
    expect(await errorOf(sendRequest(`/api/v2/stream/${id}`))).toEqual([404, 'not_found'])
  })

  it.each([
    ['in the past', -1],
    ['too far ahead', STREAM_ANNOUNCE_MAX_DAYS * 24 + 1],
  ])('a start %s is refused', async (_when, hours) => {
    expect(await errorOf(announce(await addPerson(), { startsAt: inHours(hours) }))).toEqual([400, 'bad_request'])
  })

  it('a malformed start is refused', async () => {
    expect(await errorOf(announce(await addPerson(), { startsAt: '20261340000000' }))).toEqual([400, 'bad_request'])
  })

  it('the artist may move an announced stream within the allowed days', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    const move = (startsAt: string) => postToStream(mira, 'edit', { id, title: 'Ink night', startsAt })
    const later = inHours(30)
    await jsonOf(move(later))
    expect(await shownStream(mira, id)).toMatchObject({ startsAt: later, title: 'Ink night' })
    await jsonOf(postToStream(mira, 'edit', { id, title: 'Ink nights' }))
    expect(await shownStream(mira, id)).toMatchObject({ startsAt: later, title: 'Ink nights' })
    for (const hours of [-1, STREAM_ANNOUNCE_MAX_DAYS * 24 + 1])
      expect(await errorOf(move(inHours(hours)))).toEqual([400, 'bad_request'])
  })

  it('a live stream cannot be moved', async () => {
    const mira = await addPerson()
    const live = await addStream(mira, { title: 'Live' })
    const move = postToStream(mira, 'edit', { id: live, title: 'Ink night', startsAt: inHours(30) })
    expect(await errorOf(move)).toEqual([409, 'stream_over'])
    expect(await shownStream(mira, live)).toMatchObject({ startsAt: null, title: 'Live' })
  })

  it('a member has a limited number of announced streams, however many calls come at once', async () => {
    const mira = await addPerson()
    const replies = await Promise.all(Array.from({ length: ANNOUNCED_STREAMS_MAX + 2 }, () => announce(mira)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(ANNOUNCED_STREAMS_MAX)
    expect(await errorOf(announce(mira))).toEqual([409, 'announcement_limit'])
  })

  it('staff may withdraw an announced stream, with an audit log entry', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addAnnounced(mira)
    await jsonOf(postToStream(staff, 'unannounce', { id }))
    expect(await auditLog(id)).toMatchObject([{ staff_id: staff.id, action: 'stream_unannounce', user_id: mira.id }])
  })

  it('a stream that has begun cannot be withdrawn', async () => {
    const mira = await addPerson()
    expect(await errorOf(postToStream(mira, 'unannounce', { id: await addStream(mira) }))).toEqual([409, 'stream_over'])
  })

  it('an announced stream is available as a calendar file to its viewers', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira, { startsAt: Date.UTC(2030, 0, 1, 18), title: 'Ink, night' })
    const reply = await sendRequest(`/stream/${id}/croquis-stream.ics`)
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await reply.text()).toContain(
      `DTSTART:20300101T180000Z\r\nDTEND:20300101T190000Z\r\nSUMMARY:Ink\\, night by Mira`,
    )
    await block(mira, ines)
    expect(await errorOf(sendRequest(`/stream/${id}/croquis-stream.ics`, { as: ines }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest(`/stream/${await addStream(mira)}/croquis-stream.ics`))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('reminders', () => {
  it('a reminder counts once and can be withdrawn while the stream is announced', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira)
    const remind = (on: boolean) => postToStream(ines, 'remind', { id, remind: on })
    await jsonOf(remind(true))
    await jsonOf(remind(true))
    expect(await shownStream(ines, id)).toMatchObject({ reminded: true, reminders: 1 })
    expect(await shownStream(mira, id)).toMatchObject({ reminded: false, reminders: 1 })
    await jsonOf(remind(false))
    expect(await shownStream(ines, id)).toMatchObject({ reminded: false, reminders: 0 })
    await startStream(mira, { announcedId: id })
    expect(await errorOf(remind(true))).toEqual([409, 'stream_over'])
  })

  it('a reminder needs a stream that the member may see', async () => {
    const id = await addAnnounced(await addPerson(), { mature: true })
    expect(await errorOf(postToStream(await addPerson(), 'remind', { id, remind: true }))).toEqual([404, 'not_found'])
  })
})

describe('the details of a stream', () => {
  const fields = { title: 'Colours', description: 'Gouache', mature: false, sketchId: null, challengeId: null }

  it('the artist edits title and description, during and after the stream', async () => {
    const mira = await addPerson()
    const sketchId = await addSketch(mira)
    const id = await startStream(mira)
    await jsonOf(postToStream(mira, 'edit', { id, ...fields, sketchId }))
    expect(await shownStream(null, id)).toMatchObject({
      title: 'Colours',
      description: 'Gouache',
      sketch: { id: sketchId },
    })
    await postToStream(mira, 'end', { id })
    await jsonOf(postToStream(mira, 'edit', { id, ...fields, title: 'Night colours' }))
    expect(await shownStream(null, id)).toMatchObject({ title: 'Night colours', sketch: null })
  })

  it('an edit keeps a linked sketch that was hidden later, and refuses to link a hidden one', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const [linked, other] = [await addSketch(ines), await addSketch(ines, { violation: 'copyright' })]
    const id = await addStream(mira, { sketchId: linked })
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(linked).run()
    expect((await postToStream(mira, 'edit', { id, ...fields, sketchId: linked })).status).toBe(200)
    expect(await errorOf(postToStream(mira, 'edit', { id, ...fields, sketchId: other }))).toEqual([404, 'not_found'])
  })
})

describe('the chapters of a replay', () => {
  it('chapters are sorted, have distinct times and replace the previous ones', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    const set = (chapters: object[]) => postToStream(mira, 'chapters', { id, chapters })
    await jsonOf(set([{ atMs: 500, title: 'Gone' }]))
    await jsonOf(
      set([
        { atMs: 30_000, title: 'Colours' },
        { atMs: 0, title: 'Line' },
        { atMs: 0, title: 'Lines' },
      ]),
    )
    expect((await shownStream(null, id)).chapters).toEqual([
      { atMs: 0, title: 'Lines' },
      { atMs: 30_000, title: 'Colours' },
    ])
    expect(await errorOf(set([{ atMs: 60_001, title: 'Late' }]))).toEqual([400, 'bad_request'])
    const many = Array.from({ length: CHAPTERS_MAX + 1 }, (_, atMs) => ({ atMs, title: 'x' }))
    expect(await errorOf(set(many))).toEqual([400, 'bad_request'])
    await jsonOf(set([]))
    expect((await shownStream(null, id)).chapters).toEqual([])
  })
})

describe('replays', () => {
  const replay = (as: Person, id: number, keep: boolean) => postToStream(as, 'replay', { id, keep })
  const hide = (as: Person, id: number, hidden: boolean) =>
    postToStream(as, 'hideReplay', { id, hidden, reason: 'shows a film' })
  const manifest = (as: Person | null, id: number) => sendRequest(`/stream/${id}/replay/manifest.json`, { as })

  it('a recording is visible to its artist and staff until the artist keeps it, and then to everyone', async () => {
    const [mira, staff, ines] = [await addPerson(), await addPerson({ flags: 'm' }), await addPerson()]
    const id = await addReplay(mira, { replay: 'pending' })
    await storeReplay(id)
    for (const as of [mira, staff]) {
      const reply = await manifest(as, id)
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
    for (const as of [null, ines]) expect(await errorOf(manifest(as, id))).toEqual([404, 'not_found'])
    expect(await errorOf(replay(ines, id, true))).toEqual([403, 'forbidden'])
    await jsonOf(replay(mira, id, true))
    await jsonOf(replay(mira, id, true))
    const { items } = await requestJson<{ items: object[] }>('/api/v2/streams/replays')
    expect(items[0]).toMatchObject({ id, durationMs: 60_000 })
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp']) {
      const reply = await sendRequest(`/stream/${id}/${file}`)
      expect([file, reply.status, reply.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it('a removed replay is deleted with its files, previews, chapters and chat', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { previewNumber: 1 })
    await storeReplay(id)
    await postToStream(mira, 'chapters', { id, chapters: [{ atMs: 0, title: 'Lines' }] })
    expect((await manifest(null, id)).status).toBe(200)
    await jsonOf(replay(mira, id, false))
    await jsonOf(replay(mira, id, false))
    expect(await storedFiles(id)).toEqual([])
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'none', preview: null, chapters: [] })
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'replay/chat.json'])
      expect(await errorOf(sendRequest(`/stream/${id}/${file}`, { as: mira }))).toEqual([404, 'not_found'])
    expect(await errorOf(replay(mira, id, true))).toEqual([404, 'not_found'])
  })

  it('staff hides and shows a replay, each time with an audit log entry', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addReplay(mira)
    await storeReplay(id)
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
    expect((await manifest(mira, id)).status).toBe(200)
    expect(await errorOf(replay(mira, id, true))).toEqual([404, 'not_found'])
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
    await jsonOf(hide(staff, id, false))
    expect((await manifest(null, id)).status).toBe(200)
    const line = { staff_id: staff.id, action: 'replay_hide', user_id: mira.id, reason: 'shows a film' }
    expect(await auditLog(id)).toMatchObject([line, line])
    expect(await errorOf(hide(staff, await addStream(mira), true))).toEqual([404, 'not_found'])
  })

  it('staff may hide a pending recording, which is pending again once it is shown', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addReplay(mira, { replay: 'pending' })
    await storeReplay(id)
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(replay(mira, id, true))).toEqual([404, 'not_found'])
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'hidden' })
    await jsonOf(hide(staff, id, false))
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'pending' })
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
    const changes = (await auditLog(id)).map((act) => JSON.parse(String(act.changes)))
    expect(changes).toEqual([{ replay: ['pending', 'hidden'] }, { replay: ['hidden', 'pending'] }])
    await jsonOf(replay(mira, id, true))
    for (const hidden of [true, false]) await jsonOf(hide(staff, id, hidden))
    expect((await manifest(null, id)).status).toBe(200)
  })

  it('a previous preview number returns the current preview with a short cache time', async () => {
    const id = await addReplay(await addPerson(), { previewNumber: 1 })
    await storeReplay(id)
    const reply = await sendRequest(`/stream/${id}/preview/7.webp`)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=5'])
    const none = await addReplay(await addPerson())
    expect(await errorOf(sendRequest(`/stream/${none}/preview/1.webp`))).toEqual([404, 'not_found'])
  })

  it('the replay of a mature stream is served to members who show mature sketches and never cached publicly', async () => {
    const [mira, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const id = await addReplay(mira, { mature: true })
    await storeReplay(id)
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp']) {
      expect(await errorOf(sendRequest(`/stream/${id}/${file}`))).toEqual([404, 'not_found'])
      const reply = await sendRequest(`/stream/${id}/${file}`, { as: matureViewer })
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
  })

  it('a file of a replay takes one trip to the database, and two when it is restricted', async () => {
    const matureViewer = await addPerson({ showMature: true })
    for (const [mature, trips] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const id = await addReplay(await addPerson(), { mature })
      await storeReplay(id)
      for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'])
        expect([file, (await countTrips(`/stream/${id}/${file}`, { as: matureViewer })).trips]).toEqual([file, trips])
    }
  })

  it('a replay includes the chat of its time, each line once and without deleted ones [2 §2 Streams]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await startStream(mira)
    const room = await enterRoom(ines, `stream-${id}`)
    await room.say('what a line')
    const gone = await room.say('never mind')
    room.send({ type: 'delete', id: gone.id })
    await room.next('delete')
    const ended = { state: 'ended', finalized: true, replay: 'pending', endedAt: Date.now() + DAY_MS } as const
    await openDb(env.DB)
      .update(streams)
      .set({ ...ended, startedAt: Date.now() - 60_000 })
      .where(eq(streams.id, id))
    await jsonOf(replay(mira, id, true))
    expect(await storedFiles(id)).toEqual(['chat.json'])
    const { lines } = await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)
    expect(lines).toEqual([
      {
        id: expect.any(Number),
        atMs: expect.any(Number),
        user: { id: ines.id, nickname: ines.nickname, avatar: null },
        message: 'what a line',
      },
    ])
    expect(lines[0]?.atMs).toBeGreaterThan(55_000)
    room.close()
  })

  it('a line that is deleted later disappears from the chat of the replay', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await startStream(mira)
    const channel = `stream-${id}`
    const room = await enterRoom(ines, channel)
    const [kept, gone] = [await room.say('what a line'), await room.say('how unkind')]
    const ended = { state: 'ended', finalized: true, replay: 'pending', endedAt: Date.now() + DAY_MS } as const
    await openDb(env.DB).update(streams).set(ended).where(eq(streams.id, id))
    await jsonOf(replay(mira, id, true))
    await jsonOf(sendRequest('/api/v2/chat/moderate', { as: mira, body: { action: 'delete', channel, id: gone.id } }))
    const lineIds = async () =>
      (await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)).lines.map((line) => line.id)
    await expect.poll(lineIds).toEqual([kept.id])
    room.close()
  })
})
