import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HomeReply } from '../../../contract/http/home.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ReportedStreams } from '../../../contract/http/reports.ts'
import type { FanNotifySettings } from '../../../contract/http/users.ts'
import { STREAMS_ON_HOME } from '../../../contract/limits.ts'
import {
  hideNotifications,
  notifyOfStart,
  resumeHiding,
  resumeNotifications,
} from '../../../worker/features/streams/notifications.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { type ChatClient, enterRoom } from '../../support/worker/chat.ts'
import {
  addFans,
  addMembers,
  becomeFan,
  block,
  postAboutUser,
  profileOf,
} from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addAnnounced, addStream, postToStream, startStream } from '../../support/worker/stream-calls.ts'

const setNotify = (as: Person | null, user: Person, which: string, value: boolean) =>
  sendRequest('/api/v2/fan/notify', { as, body: { user: user.id, which, value } })
const streamNoticesOf = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices?category=streams', { as })).items.map(({ actor, stream }) => ({
    actor: actor?.id,
    stream,
  }))

/** The number of announcements of an artist's streams in the lobby. */
async function announcementsOf(artist: Person, lobby: ChatClient): Promise<number> {
  // Whatever was announced is received before this line.
  await lobby.say('hello')
  return lobby.frames.flat().filter((event) => event.type === 'chat' && event.line.user.id === artist.id).length
}

/** Adds an artist with a fan who turned on notifications of streams. */
async function withFan(): Promise<[artist: Person, fan: Person]> {
  const [mira, ines] = [await addPerson(), await addPerson()]
  await becomeFan(ines, mira)
  await jsonOf(setNotify(ines, mira, 'stream', true))
  return [mira, ines]
}

describe('notification settings of fans [2 §7]', () => {
  it('a new fan starts with notifications of notes and uploads alone', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    expect(await profileOf(mira, ines)).toMatchObject({ isFanOf: false, notify: null })
    await becomeFan(ines, mira)
    expect(await profileOf(mira, ines)).toMatchObject({ notify: { notes: true, upload: true, stream: false } })
  })

  it('a changed setting is kept', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    const { notify } = await jsonOf<{ notify: FanNotifySettings }>(setNotify(ines, mira, 'stream', true))
    expect(notify).toEqual({ notes: true, upload: true, stream: true })
    await jsonOf(setNotify(ines, mira, 'notes', false))
    expect(await profileOf(mira, ines)).toMatchObject({ notify: { notes: false, upload: true, stream: true } })
  })

  it('a repeated request to become a fan keeps the settings', async () => {
    const [mira, ines] = await withFan()
    await becomeFan(ines, mira)
    expect(await profileOf(mira, ines)).toMatchObject({ notify: { notes: true, upload: true, stream: true } })
  })

  it('the settings start over when a member stops being a fan and becomes one again', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    await jsonOf(setNotify(ines, mira, 'stream', true))
    await jsonOf(postAboutUser('/api/unfan', ines, mira))
    await becomeFan(ines, mira)
    expect(await profileOf(mira, ines)).toMatchObject({ notify: { notes: true, upload: true, stream: false } })
  })

  it('only fans have these settings', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    expect(await errorOf(setNotify(ines, mira, 'stream', true))).toEqual([403, 'forbidden'])
  })

  it('an unknown setting is refused', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    expect(await errorOf(setNotify(ines, mira, 'comments', true))).toEqual([400, 'bad_request'])
  })

  it('uploads do not count as unread while their setting is off', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    const sketch = await addSketch(mira)
    await env.DB.prepare('INSERT OR IGNORE INTO feed_sketches (fan_id, sketch_id, artist_id) VALUES (?, ?, ?)')
      .bind(ines.id, sketch, mira.id)
      .run()
    const unread = async () => (await requestJson<HomeReply>('/api/v2/index', { as: ines, body: {} })).unread?.uploads
    expect(await unread()).toBe(1)
    await jsonOf(setNotify(ines, mira, 'upload', false))
    expect(await unread()).toBe(0)
  })
})

describe('notifications of starting streams', () => {
  it('a stream notifies only the fans who turned the setting on', async () => {
    const [mira, ines] = await withFan()
    const other = await addPerson()
    await becomeFan(other, mira)
    const id = await startStream(mira, { title: 'Inks' })
    expect(await streamNoticesOf(ines)).toEqual([{ actor: mira.id, stream: { id, title: 'Inks' } }])
    expect(await streamNoticesOf(other)).toEqual([])
  })

  it('a stream notifies once each member who set a reminder, fan or not', async () => {
    const [mira, ines] = await withFan()
    const tomo = await addPerson()
    const id = await addAnnounced(mira)
    for (const as of [ines, tomo, mira]) await jsonOf(postToStream(as, 'remind', { id, remind: true }))
    await startStream(mira, { announcedId: id })
    for (const as of [ines, tomo]) expect(await streamNoticesOf(as)).toMatchObject([{ stream: { id } }])
    expect(await streamNoticesOf(mira)).toEqual([])
  })

  it.each<[string, (artist: Person, fan: Person) => Promise<unknown>]>([
    [
      'a fan who turned the category off',
      (_mira, as) => sendRequest('/api/v2/notices/settings', { as, body: { category: 'streams', on: false } }),
    ],
    ['a fan who muted the artist', ({ id }, as) => sendRequest('/api/v2/notices/mute', { as, body: { profile: id } })],
    ['a blocked fan', (mira, as) => block(mira, as)],
  ])('a stream does not notify %s', async (_who, act) => {
    const [mira, ines] = await withFan()
    await act(mira, ines)
    await startStream(mira)
    expect(await streamNoticesOf(ines)).toEqual([])
  })

  it('a mature stream notifies only fans who show mature sketches, also when it becomes mature later', async () => {
    const [mira, ines] = await withFan()
    await startStream(mira, { mature: true })
    expect(await streamNoticesOf(ines)).toEqual([])
    const [vera, tomo] = await withFan()
    const id = await startStream(vera)
    expect(await streamNoticesOf(tomo)).toHaveLength(1)
    const fields = { title: 'Inks', mature: true }
    await jsonOf(postToStream(vera, 'edit', { id, ...fields }))
    expect(await streamNoticesOf(tomo)).toEqual([])
  })

  it('a stream that becomes mature loses the notifications of any number of fans in parts [1 §5]', async () => {
    const mira = await addPerson()
    const fans = await addMembers(1203, 'Fan of streams')
    const [adult = 0, ...others] = fans
    await env.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(adult).run()
    const id = await addStream(mira)
    await env.DB.prepare(
      `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, stream_id, occurred_at)
        SELECT value, 'streams', ?1, ?1, ?2, unixepoch() * 1000 FROM json_each(?3)`,
    )
      .bind(mira.id, id, JSON.stringify(fans))
      .run()
    const change = (mature: boolean) =>
      env.DB.prepare('UPDATE streams SET mature = ? WHERE id = ?').bind(Number(mature), id).run()
    expect((await change(true)).meta.rows_written).toBeLessThan(20)
    const left = async () =>
      (
        await env.DB.prepare('SELECT user_id AS id FROM notifications WHERE stream_id = ?')
          .bind(id)
          .all<{ id: number }>()
      ).results.map((row) => row.id)
    await hideNotifications(openDb(env.DB), { id, rounds: 1 })
    expect((await left()).length).toBe(1203 - 499)
    await resumeHiding(openDb(env.DB))
    expect(await left()).toEqual([adult])
    const unread = await env.DB.prepare(
      'SELECT sum(unread_notifications_count) AS n FROM users WHERE id IN (SELECT value FROM json_each(?))',
    )
      .bind(JSON.stringify(others))
      .first('n')
    expect(unread).toBe(0)
    expect(await env.DB.prepare('SELECT hidden_up_to AS at FROM streams WHERE id = ?').bind(id).first('at')).toBeNull()
  })

  it('a stream that is not mature any more keeps the notifications that are left', async () => {
    const [mira, ines] = await withFan()
    const id = await startStream(mira)
    for (const mature of [1, 0])
      await env.DB.prepare('UPDATE streams SET mature = ? WHERE id = ?').bind(mature, id).run()
    await resumeHiding(openDb(env.DB))
    expect(await streamNoticesOf(ines)).toHaveLength(1)
  })

  describe('another stream of the same artist soon after', () => {
    const beginAndEnd = async (mira: Person, fields = {}) =>
      postToStream(mira, 'end', { id: await startStream(mira, fields) })
    const beginSeveral = async (mira: Person) => {
      await beginAndEnd(mira)
      for (let time = 0; time < 3; time++) await beginAndEnd(mira, { announcedId: await addAnnounced(mira) })
    }

    it('another stream soon after does not notify, announced or not', async () => {
      const [mira, ines] = await withFan()
      await beginAndEnd(mira)
      await beginSeveral(mira)
      expect(await streamNoticesOf(ines)).toHaveLength(1)
    })

    it('the lobby does not announce another stream soon after', async () => {
      const mira = await addPerson()
      const lobby = await enterRoom(await addPerson(), 'lobby')
      await lobby.next('chats')
      await beginAndEnd(mira)
      await beginSeveral(mira)
      expect(await announcementsOf(mira, lobby)).toBe(1)
      lobby.close()
    })
  })

  it('a stream soon after another one still notifies members who set a reminder', async () => {
    const [mira, ines] = await withFan()
    const tomo = await addPerson()
    await postToStream(mira, 'end', { id: await startStream(mira) })
    const id = await addAnnounced(mira)
    await jsonOf(postToStream(tomo, 'remind', { id, remind: true }))
    await startStream(mira, { announcedId: id })
    expect(await streamNoticesOf(tomo)).toMatchObject([{ stream: { id } }])
    expect(await streamNoticesOf(ines)).toHaveLength(1)
  })

  it('a stream half an hour after the previous one notifies again, whichever was announced first', async () => {
    const [mira, ines] = await withFan()
    const announcedId = await addAnnounced(mira)
    const anHourAgo = Date.now() - 3_600_000
    await addStream(mira, { state: 'ended', endReason: 'stopped', startedAt: anHourAgo, finalized: true })
    await startStream(mira, { announcedId })
    expect(await streamNoticesOf(ines)).toMatchObject([{ stream: { id: announcedId } }])
    await postToStream(mira, 'end', { id: announcedId })
    await startStream(mira)
    expect(await streamNoticesOf(ines)).toHaveLength(1)
  })

  it('notifications that were interrupted reach any number of fans in portions, each fan once', async () => {
    const mira = await addPerson()
    const fans = await addMembers(1203, 'Reader of streams')
    await addFans(mira, fans)
    await env.DB.prepare('UPDATE fans SET notify_streams = 1 WHERE user_id = ?').bind(mira.id).run()
    const id = await addStream(mira, { notifiedUpTo: fans[99] ?? 0 })
    await resumeNotifications(openDb(env.DB), env)
    await notifyOfStart(openDb(env.DB), env, { id })
    const notified = await env.DB.prepare('SELECT user_id FROM notifications WHERE stream_id = ? ORDER BY user_id')
      .bind(id)
      .all()
    expect(notified.results.map(({ user_id }) => user_id)).toEqual(fans.slice(100))
  })

  it('a stream that has ended does not notify', async () => {
    const [mira, ines] = await withFan()
    const id = await addStream(mira, { state: 'ended', notifiedUpTo: 0 })
    await resumeNotifications(openDb(env.DB), env)
    expect(await streamNoticesOf(ines)).toEqual([])
    const row = await env.DB.prepare('SELECT notified_up_to FROM streams WHERE id = ?').bind(id).first()
    expect(row).toEqual({ notified_up_to: null })
  })

  it('a stream whose notifications fail does not stop the others', async () => {
    const ids = [await addPerson(), await addPerson()].map((artist) =>
      addStream(artist, { state: 'ended', notifiedUpTo: 0 }),
    )
    const [failing = 0, other = 0] = await Promise.all(ids)
    await env.DB.prepare('UPDATE streams SET hidden_up_to = 0 WHERE id IN (?, ?)').bind(failing, other).run()
    await env.DB.exec(
      `CREATE TRIGGER injected_fault BEFORE UPDATE ON streams WHEN old.id = ${failing}
      BEGIN SELECT RAISE(ABORT, 'injected fault'); END`.replaceAll('\n', ' '),
    )
    const db = openDb(env.DB)
    await expect(resumeNotifications(db, env)).rejects.toThrow('injected fault')
    await expect(resumeHiding(db)).rejects.toThrow('injected fault')
    await env.DB.exec('DROP TRIGGER injected_fault')
    const row = await env.DB.prepare('SELECT notified_up_to, hidden_up_to FROM streams WHERE id = ?')
      .bind(other)
      .first()
    expect(row).toEqual({ notified_up_to: null, hidden_up_to: null })
  })

  it('many streams whose notifications fail do not keep others waiting', async () => {
    const artist = await addPerson()
    const addUnfinished = () => addStream(artist, { state: 'ended', notifiedUpTo: 0 })
    const failing = [await addUnfinished(), await addUnfinished(), await addUnfinished()]
    const other = await addUnfinished()
    await env.DB.prepare('UPDATE streams SET hidden_up_to = 0 WHERE notified_up_to = 0').run()
    await env.DB.exec(
      `CREATE TRIGGER injected_fault BEFORE UPDATE ON streams WHEN old.id IN (${failing})
      BEGIN SELECT RAISE(ABORT, 'injected fault'); END`.replaceAll('\n', ' '),
    )
    const db = openDb(env.DB)
    const read = env.DB.prepare('SELECT notified_up_to, hidden_up_to FROM streams WHERE id = ?').bind(other)
    // Each run takes three of the four at random.
    for (let runs = 0; runs < 30; runs++) {
      await expect(resumeNotifications(db, env)).rejects.toThrow('injected fault')
      await expect(resumeHiding(db)).rejects.toThrow('injected fault')
    }
    await env.DB.exec('DROP TRIGGER injected_fault')
    expect(await read.first()).toEqual({ notified_up_to: null, hidden_up_to: null })
  })

  describe('announcements of streams in the lobby', () => {
    let ines: Person
    let lobby: ChatClient
    beforeEach(async () => {
      ines = await addPerson()
      lobby = await enterRoom(ines, 'lobby')
      await lobby.next('chats')
    })
    afterEach(() => lobby.close())

    it('the lobby announces a stream with a link', async () => {
      const mira = await addPerson()
      const id = await startStream(mira, { title: 'Inks' })
      expect((await lobby.next('chat')).line).toMatchObject({
        ...{ user: { id: mira.id }, message: 'is live: Inks', background: 'announce-stream' },
        ...{ link: { path: `/stream/${id}`, label: 'Watch' }, admin: false },
      })
    })

    it('the lobby announces a stream once', async () => {
      const mira = await addPerson()
      const id = await startStream(mira)
      await lobby.next('chat')
      await env.DB.prepare('UPDATE streams SET notified_up_to = 0 WHERE id = ?').bind(id).run()
      await notifyOfStart(openDb(env.DB), env, { id })
      expect(await announcementsOf(mira, lobby)).toBe(1)
    })

    it('the lobby does not announce a mature stream', async () => {
      const mira = await addPerson()
      await startStream(mira, { mature: true })
      expect(await announcementsOf(mira, lobby)).toBe(0)
    })

    it('a nickname in the title of an announced stream is no mention', async () => {
      await startStream(await addPerson(), { title: `For @${ines.nickname}` })
      expect((await lobby.next('chat')).line.message).toBe(`is live: For @${ines.nickname}`)
      const { items } = await requestJson<NotificationList>('/api/v2/notices?category=mentions', { as: ines })
      expect(items).toEqual([])
    })
  })
})

describe('streams on the home page', () => {
  const home = (as: Person | null) =>
    requestJson<HomeReply>('/api/v2/index', { as, body: { streams: STREAMS_ON_HOME } }).then(
      ({ streams }) => streams ?? [],
    )

  it('the home page has the most watched streams that the viewer may see [1 §2]', async () => {
    const shown: number[] = []
    for (let watching = 1; watching <= STREAMS_ON_HOME + 1; watching++)
      shown.unshift(await addStream(await addPerson(), { viewersCount: 1000 * watching }))
    await addStream(await addPerson(), { viewersCount: 90_000, mature: true })
    clearIsolateCaches()
    expect((await home(null)).map(({ id }) => id)).toEqual(shown.slice(0, STREAMS_ON_HOME))
    expect((await home(await addPerson()))[0]).toMatchObject({ id: shown[0], watching: 6000 })
  })
})

describe('reports of streams', () => {
  const report = (as: Person | null, stream: number, details = '') =>
    sendRequest('/api/v2/report', { as, body: { stream, details } })

  const reportsOf = async (id: number) => {
    const staff = await addPerson({ flags: 'm' })
    const { items } = await requestJson<ReportedStreams>('/api/v2/gloperate/reportedStreams', { as: staff })
    return items.filter(({ streamId }) => streamId === id)
  }

  it('staff sees a report with the stream and both members', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addStream(mira, { title: 'Inks' })
    await jsonOf(report(ines, id, 'a film'))
    expect(await reportsOf(id)).toMatchObject([
      {
        title: 'Inks',
        state: 'live',
        userId: mira.id,
        nickname: mira.nickname,
        reporterId: ines.id,
        details: 'a film',
      },
    ])
  })

  it('another report of a member replaces the text of their first', async () => {
    const ines = await addPerson()
    const id = await addStream(await addPerson())
    for (const details of ['a film', 'shows a film']) await jsonOf(report(ines, id, details))
    expect((await reportsOf(id)).map(({ details }) => details)).toEqual(['shows a film'])
  })

  it('a report needs a visible stream of another artist', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    expect(await errorOf(report(mira, await addStream(mira)))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(ines, await addStream(await addPerson(), { mature: true })))).toEqual([
      404,
      'not_found',
    ])
    expect(await errorOf(report(ines, 999_999))).toEqual([404, 'not_found'])
  })
})
