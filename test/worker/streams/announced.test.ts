import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ANNOUNCED_STREAMS_MAX, STREAM_ANNOUNCE_MAX_DAYS } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { newKey } from '../../support/worker/chat.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, leaveEdits, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import {
  addAnnounced,
  addStream,
  listStreams,
  postToStream,
  shownStream,
  startStream,
} from '../../support/worker/stream-calls.ts'

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

  it('announcing a stream counts towards the edits of a day, also when it is withdrawn', async () => {
    const mira = await addPerson()
    const announceAndWithdraw = async () => {
      const { id } = await jsonOf<{ id: number }>(announce(mira))
      await jsonOf(postToStream(mira, 'unannounce', { id }))
    }
    await announceAndWithdraw()
    await leaveEdits(mira, 1)
    await announceAndWithdraw()
    expect(await errorOf(announce(mira))).toEqual([409, 'edit_limit'])
  })

  it('the artist withdraws an announced stream', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    await jsonOf(postToStream(mira, 'unannounce', { id }))
    expect(await errorOf(sendRequest(`/api/v2/stream/${id}`))).toEqual([404, 'not_found'])
  })

  it('other members cannot withdraw an announced stream', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    expect(await errorOf(postToStream(await addPerson(), 'unannounce', { id }))).toEqual([403, 'forbidden'])
    expect(await shownStream(mira, id)).toMatchObject({ state: 'announced' })
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

  const move = (as: Person, id: number, startsAt: string) =>
    postToStream(as, 'edit', { id, title: 'Ink night', startsAt })

  it('the artist may move an announced stream', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    const later = inHours(30)
    await jsonOf(move(mira, id, later))
    expect(await shownStream(mira, id)).toMatchObject({ startsAt: later, title: 'Ink night' })
  })

  it('an edit without a time keeps the time of an announced stream', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    const later = inHours(30)
    await jsonOf(move(mira, id, later))
    await jsonOf(postToStream(mira, 'edit', { id, title: 'Ink nights' }))
    expect(await shownStream(mira, id)).toMatchObject({ startsAt: later, title: 'Ink nights' })
  })

  it('a move beyond the allowed days is refused', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    for (const hours of [-1, STREAM_ANNOUNCE_MAX_DAYS * 24 + 1])
      expect(await errorOf(move(mira, id, inHours(hours)))).toEqual([400, 'bad_request'])
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

  it('staff withdraw an announced stream with a reason, which is on the audit log', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addAnnounced(mira)
    expect(await errorOf(postToStream(staff, 'unannounce', { id }))).toEqual([400, 'bad_request'])
    await jsonOf(postToStream(staff, 'unannounce', { id, reason: 'A film.' }))
    const act = { staff_id: staff.id, action: 'stream_unannounce', user_id: mira.id, reason: 'A film.' }
    expect(await auditLog(id)).toMatchObject([act])
  })

  it('a stream that has begun cannot be withdrawn', async () => {
    const mira = await addPerson()
    expect(await errorOf(postToStream(mira, 'unannounce', { id: await addStream(mira) }))).toEqual([409, 'stream_over'])
  })

  it('an announced stream is available as a calendar file', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira, { startsAt: Date.UTC(2030, 0, 1, 18), title: 'Ink, night' })
    const reply = await sendRequest(`/stream/${id}/croquis-stream.ics`)
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await reply.text()).toContain(
      `DTSTART:20300101T180000Z\r\nDTEND:20300101T190000Z\r\nSUMMARY:Ink\\, night by Mira`,
    )
  })

  it('a member blocked by the artist gets no calendar file', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira)
    await block(mira, ines)
    expect(await errorOf(sendRequest(`/stream/${id}/croquis-stream.ics`, { as: ines }))).toEqual([404, 'not_found'])
  })

  it('a stream that has begun has no calendar file', async () => {
    const id = await addStream(await addPerson())
    expect(await errorOf(sendRequest(`/stream/${id}/croquis-stream.ics`))).toEqual([404, 'not_found'])
  })
})

describe('reminders', () => {
  const remind = (as: Person, id: number, on: boolean) => postToStream(as, 'remind', { id, remind: on })

  it('a repeated reminder counts once', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira)
    for (let times = 0; times < 2; times++) await jsonOf(remind(ines, id, true))
    expect(await shownStream(ines, id)).toMatchObject({ reminded: true, reminders: 1 })
    expect(await shownStream(mira, id)).toMatchObject({ reminded: false, reminders: 1 })
  })

  it('a reminder can be withdrawn', async () => {
    const ines = await addPerson()
    const id = await addAnnounced(await addPerson())
    for (const on of [true, false]) await jsonOf(remind(ines, id, on))
    expect(await shownStream(ines, id)).toMatchObject({ reminded: false, reminders: 0 })
  })

  it('a stream that has begun takes no reminders', async () => {
    const mira = await addPerson()
    const id = await addAnnounced(mira)
    await startStream(mira, { announcedId: id })
    expect(await errorOf(remind(await addPerson(), id, true))).toEqual([409, 'stream_over'])
  })

  it('a reminder needs a stream that the member may see', async () => {
    const id = await addAnnounced(await addPerson(), { mature: true })
    expect(await errorOf(remind(await addPerson(), id, true))).toEqual([404, 'not_found'])
  })
})
