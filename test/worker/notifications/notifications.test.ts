import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HomeReply } from '../../../contract/http/home.ts'
import type {
  NotificationCategory,
  NotificationList,
  NotificationSettings,
  UnreadCounts,
} from '../../../contract/http/notifications.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import {
  MUTED_PER_MEMBER_MAX,
  NOTIFICATION_RETENTION_DAYS,
  NOTIFICATIONS_PAGE_SIZE,
  NOTIFICATIONS_PER_CATEGORY_MAX,
  UPLOADS_UNREAD_MAX,
} from '../../../contract/limits.ts'
import { removeOldNotifications } from '../../../worker/features/notifications/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addComment, deleteComment, editComment, fillComments } from '../../support/worker/comments.ts'
import { becomeFan, block, postAboutUser } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches, withLink } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { countTrips } from '../../support/worker/trips.ts'

const noticesOf = (as: Person | null, query = '') => requestJson<NotificationList>(`/api/v2/notices${query}`, { as })
const markAsRead = (as: Person, body: unknown) =>
  jsonOf<{ unread: UnreadCounts }>(sendRequest('/api/v2/notices/read', { as, body }))
const mute = (as: Person | null, body: unknown) => sendRequest('/api/v2/notices/mute', { as, body })
const settings = (as: Person) => requestJson<NotificationSettings>('/api/v2/notices/settings', { as })
const setCategory = (as: Person | null, category: string, on: boolean) =>
  sendRequest('/api/v2/notices/settings', { as, body: { category, on } })
const heart = (as: Person, which: number) => jsonOf(sendRequest('/heart', { as, body: { action: 'heart', which } }))
const unreadOf = async (as: Person) => (await requestJson<HomeReply>('/api/v2/index', { as, body: {} })).unread
const NONE: UnreadCounts = {
  ...{ comments: 0, hearts: 0, fans: 0, features: 0 },
  ...{ mentions: 0, streams: 0, notes: 0, compos: 0, challenges: 0, gifts: 0, moderation: 0 },
}

async function makePage(fields: Parameters<typeof addSketch>[1] = {}) {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines, fields) }
}

/** Compares the stored counts with the rows that they count. */
async function expectExactCounts(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT 'category', user_id, category FROM notification_counts AS kept WHERE (unread_count, total_count) <> (
        SELECT count(*) FILTER (WHERE read_at IS NULL), count(*) FROM notifications
        WHERE user_id = kept.user_id AND category = kept.category)
      UNION ALL SELECT 'member', id, '' FROM users
        WHERE unread_notifications_count <> (SELECT count(*) FROM notifications WHERE user_id = users.id AND read_at IS NULL)`,
  ).all()
  expect(results).toEqual([])
}

/** Inserts notifications a minute apart, past the rate limits of the site. */
async function fillNotices(
  of: Person,
  by: Person,
  sketch: number,
  count: number,
  category: NotificationCategory = 'features',
) {
  await env.DB.prepare(
    `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, occurred_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
      SELECT ?1, ?5, ?2, ?1, ?3, i * 60000 FROM n`,
  )
    .bind(of.id, by.id, sketch, count, category)
    .run()
}

describe('notifications of a member', () => {
  it('a comment on a sketch notifies its artist, with author, sketch and the beginning of the text', async () => {
    const { mira, ines, sketch } = await makePage({ title: 'Harbour' })
    const { id, date } = await addComment(mira, sketch, 'What light!')
    expect((await noticesOf(ines)).items).toEqual([
      {
        id: expect.any(Number),
        category: 'comments',
        actor: { id: mira.id, nickname: mira.nickname, avatar: null },
        count: 1,
        sketch: { id: sketch, linkKey: null, title: 'Harbour', imageUrl: expect.stringMatching(/^\/image\//) },
        profile: null,
        comment: { id, excerpt: 'What light!' },
        chat: null,
        offeredRoom: null,
        topic: null,
        group: null,
        compo: null,
        compoNotice: null,
        decision: null,
        groupRequest: null,
        groupRole: null,
        stream: null,
        challenge: null,
        note: null,
        award: null,
        gift: null,
        declinedIdea: null,
        staff: null,
        isReply: false,
        date,
        read: false,
        muted: false,
      },
    ])
  })

  it('a new notification counts as unread', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(mira, sketch)
    const { unread, done } = await noticesOf(ines)
    expect([unread, done]).toEqual([{ ...NONE, comments: 1 }, true])
  })

  it('a comment does not notify its author', async () => {
    const { mira, sketch } = await makePage()
    await addComment(mira, sketch)
    expect((await noticesOf(mira)).items).toEqual([])
  })

  it('a comment on a profile notifies its owner', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addComment(mira, ines.id, 'hello', { type: 'profile' })
    const profile = { id: ines.id, nickname: ines.nickname }
    expect((await noticesOf(ines)).items).toMatchObject([
      { category: 'comments', isReply: false, profile, sketch: null },
    ])
  })

  it('a reply notifies the author of the comment', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { id } = await addComment(mira, ines.id, 'hello', { type: 'profile' })
    await addComment(ines, ines.id, 'welcome', { type: 'profile', replyTo: id })
    const profile = { id: ines.id, nickname: ines.nickname }
    expect((await noticesOf(mira)).items).toMatchObject([
      { category: 'comments', isReply: true, profile, sketch: null },
    ])
  })

  it('a member mentioned twice in a comment is notified once', async () => {
    const { mira, sketch } = await makePage()
    const vera = await addPerson()
    await addComment(mira, sketch, `@${vera.nickname} and @${vera.nickname}`)
    expect((await noticesOf(vera)).items).toMatchObject([{ category: 'mentions', actor: { id: mira.id } }])
  })

  it('a mention does not notify when the comment itself already notifies', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(mira, sketch, `hello @${ines.nickname}`)
    expect((await noticesOf(ines)).items).toMatchObject([{ category: 'comments' }])
  })

  it('a mention notifies a member who turned off notifications of comments', async () => {
    const { mira, ines, sketch } = await makePage()
    await setCategory(ines, 'comments', false)
    await addComment(mira, sketch, `hello @${ines.nickname}`)
    expect((await noticesOf(ines)).unread).toEqual({ ...NONE, mentions: 1 })
  })

  it('hearts on a sketch are collected in one notification until it is read', async () => {
    const { mira, ines, sketch } = await makePage()
    const vera = await addPerson()
    await heart(mira, sketch)
    await heart(vera, sketch)
    const first = await noticesOf(ines)
    expect(first.items).toMatchObject([
      { category: 'hearts', count: 2, actor: { id: vera.id }, sketch: { id: sketch } },
    ])
    expect(first.unread).toEqual({ ...NONE, hearts: 1 })
    await markAsRead(ines, { category: 'hearts' })
    await heart(await addPerson(), sketch)
    expect((await noticesOf(ines)).items).toMatchObject([
      { count: 1, read: false },
      { count: 2, read: true },
    ])
    await expectExactCounts()
  })

  it('a new fan causes one notification', async () => {
    const { mira, ines } = await makePage()
    await becomeFan(mira, ines)
    await jsonOf(postAboutUser('/api/unfan', mira, ines))
    await becomeFan(mira, ines)
    expect((await noticesOf(ines, '?category=fans')).items).toMatchObject([{ actor: { id: mira.id }, sketch: null }])
    await expectExactCounts()
  })

  it('the notification of a new fan is removed when they stop being a fan', async () => {
    const { mira, ines } = await makePage()
    await becomeFan(mira, ines)
    await jsonOf(postAboutUser('/api/unfan', mira, ines))
    expect((await noticesOf(ines)).items).toEqual([])
    await expectExactCounts()
  })

  it('a feature notifies the artist', async () => {
    const { ines, sketch } = await makePage()
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(sendRequest('/gloperate/feature', { as: staff, body: { sketchId: sketch, reason: 'The light.' } }))
    expect((await noticesOf(ines)).items.map(({ category }) => category)).toEqual(['features'])
    await expectExactCounts()
  })

  it('notifications need a login', async () => {
    expect(await errorOf(sendRequest('/api/v2/notices'))).toEqual([401, 'not_logged_in'])
  })

  it('an unknown category or cursor is refused', async () => {
    const mira = await addPerson()
    for (const path of ['/api/v2/notices?category=messages', '/api/v2/notices?cursor=none']) {
      expect((await errorOf(sendRequest(path, { as: mira })))[0]).toBe(400)
    }
  })
})

describe('suppressed notifications', () => {
  it("a member's own actions do not notify them", async () => {
    const { ines, sketch } = await makePage()
    const { id } = await addComment(ines, sketch, `@${ines.nickname}`)
    await addComment(ines, sketch, 'and more', { replyTo: id })
    expect(await noticesOf(ines)).toMatchObject({ items: [], unread: NONE })
  })

  it('a block suppresses notifications in both directions', async () => {
    const { mira, ines } = await makePage()
    const other = await addSketch(await addPerson())
    await block(ines, mira)
    await addComment(mira, other, `@${ines.nickname}`)
    await addComment(ines, other, `@${mira.nickname}`)
    for (const as of [ines, mira]) expect((await noticesOf(as)).items).toEqual([])
  })

  it('a block removes what earlier notifications had of the blocked member', async () => {
    const { mira, ines, sketch } = await makePage()
    const vera = await addPerson()
    await heart(vera, sketch)
    await heart(mira, sketch)
    await addComment(mira, sketch)
    await block(ines, mira)
    const { items, unread } = await noticesOf(ines)
    expect(items).toMatchObject([{ category: 'hearts', count: 1, actor: { id: vera.id } }])
    expect(unread).toEqual({ ...NONE, hearts: 1 })
    await expectExactCounts()
  })

  it('a block with the owner of a page hides notifications of replies there', async () => {
    const { mira, ines, sketch } = await makePage()
    const vera = await addPerson()
    const { id } = await addComment(mira, sketch)
    await addComment(vera, sketch, 'yes', { replyTo: id })
    expect((await noticesOf(mira)).items).toHaveLength(1)
    await block(ines, mira)
    expect(await noticesOf(mira)).toMatchObject({ items: [], unread: NONE })
  })

  it('a sketch that is not or no longer visible does not notify', async () => {
    const { mira, ines, sketch } = await makePage({ mature: true })
    const vera = await addPerson({ showMature: true })
    await addComment(vera, sketch, `@${mira.nickname}`)
    expect((await noticesOf(mira)).items).toEqual([])
    const open = await addSketch(ines)
    await addComment(vera, open, `@${mira.nickname}`)
    expect((await noticesOf(mira)).unread).toEqual({ ...NONE, mentions: 1 })
    const staff = await addPerson({ flags: 'm' })
    const violation = { sketchId: open, violation: 'copyright', reason: 'Copied.' }
    await jsonOf(sendRequest('/gloperate/violation', { as: staff, body: violation }))
    expect(await noticesOf(mira)).toMatchObject({ items: [], unread: NONE })
    expect((await noticesOf(ines)).unread.comments).toBe(2)
    await expectExactCounts()
  })

  it('notifications of a sketch that staff hid come back as read when the decision is undone', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(ines, sketch, `@${mira.nickname}`)
    const staff = await addPerson({ flags: 'm' })
    const set = (violation: 'copyright' | null) =>
      jsonOf(
        sendRequest('/gloperate/violation', { as: staff, body: { sketchId: sketch, violation, reason: 'Copied.' } }),
      )
    await set('copyright')
    expect(await noticesOf(mira)).toMatchObject({ items: [], unread: NONE })
    await set(null)
    expect(await noticesOf(mira)).toMatchObject({ items: [{ category: 'mentions', read: true }], unread: NONE })
    await expectExactCounts()
  })

  it('a member who starts to see mature sketches gets back the notifications of one that became mature', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(ines, sketch, `@${mira.nickname}`)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketch).run()
    expect(await noticesOf(mira)).toMatchObject({ items: [], unread: NONE })
    await env.DB.prepare('UPDATE users SET show_mature = 1 WHERE id = ?').bind(mira.id).run()
    expect((await noticesOf(mira)).items).toMatchObject([{ category: 'mentions', sketch: { id: sketch } }])
  })

  it('a member who sees mature sketches keeps unread notifications of one that becomes mature', async () => {
    const { ines, sketch } = await makePage()
    const vera = await addPerson({ showMature: true })
    await addComment(ines, sketch, `@${vera.nickname}`)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketch).run()
    expect(await noticesOf(vera)).toMatchObject({ items: [{ read: false }], unread: { ...NONE, mentions: 1 } })
  })

  it('a sketch that becomes unlisted changes no more rows when it has more notifications', async () => {
    const { mira, ines, sketch } = await makePage()
    const unlist = async (id: number) => {
      const { meta } = await env.DB.prepare(
        'UPDATE sketches SET unlisted = 1, link_key = lower(hex(randomblob(20))) WHERE id = ?',
      )
        .bind(id)
        .run()
      return { read: meta.rows_read, written: meta.rows_written }
    }
    await fillNotices(mira, ines, sketch, 500)
    const cost = await unlist(sketch)
    const busy = await addSketch(ines)
    for (const member of [await addPerson(), await addPerson(), await addPerson()])
      await fillNotices(member, ines, busy, 500)
    expect(await unlist(busy)).toEqual(cost)
    expect(await noticesOf(mira)).toMatchObject({ items: [], unread: NONE })
    await expectExactCounts()
  })

  it('hiding a sketch changes at most its newest 500 notifications', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillNotices(mira, ines, sketch, 300)
    await fillNotices(mira, ines, sketch, 400, 'comments')
    await env.DB.prepare(`UPDATE sketches SET violation = 'removed' WHERE id = ?`).bind(sketch).run()
    expect((await noticesOf(mira)).unread).toEqual({ ...NONE, features: 200 })
    await expectExactCounts()
  })

  it('a muted thread does not notify until it is unmuted', async () => {
    const { mira, ines, sketch } = await makePage()
    expect(await jsonOf(mute(ines, { sketch }))).toEqual({ ok: true })
    await addComment(mira, sketch, 'muted')
    await heart(mira, sketch)
    expect((await noticesOf(ines)).items).toEqual([])
    await jsonOf(mute(ines, { sketch, muted: false }))
    await addComment(mira, sketch, 'after')
    expect((await noticesOf(ines)).items).toMatchObject([{ comment: { excerpt: 'after' } }])
  })

  it('a member mutes a limited number of threads', async () => {
    const { mira, ines, sketch } = await makePage()
    const other = await addSketch(mira)
    await env.DB.prepare(
      `INSERT INTO muted_threads (user_id, target_type, target_id, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT ?, 'sketch', -i, ? FROM n LIMIT ?`,
    )
      .bind(ines.id, Date.now(), MUTED_PER_MEMBER_MAX - 1)
      .run()
    await jsonOf(mute(ines, { sketch }))
    expect(await errorOf(mute(ines, { sketch: other }))).toEqual([409, 'mute_limit'])
    await jsonOf(mute(ines, { sketch }))
    await jsonOf(mute(ines, { sketch, muted: false }))
    await jsonOf(mute(ines, { sketch: other }))
  })

  it('other threads still notify while one is muted', async () => {
    const { mira, ines, sketch } = await makePage()
    await jsonOf(mute(ines, { sketch }))
    await addComment(mira, await addSketch(ines), 'elsewhere')
    expect((await noticesOf(ines)).items).toMatchObject([{ comment: { excerpt: 'elsewhere' }, muted: false }])
  })

  it('the earlier notifications of a muted thread are marked as muted', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(mira, sketch, 'before')
    await jsonOf(mute(ines, { sketch }))
    expect((await noticesOf(ines)).items).toMatchObject([{ comment: { excerpt: 'before' }, muted: true }])
  })

  it('the settings list the muted threads', async () => {
    const { ines, sketch } = await makePage()
    await jsonOf(mute(ines, { sketch }))
    expect((await settings(ines)).muted).toEqual([{ type: 'sketch', id: sketch, name: 'Low tide', slug: null }])
    await jsonOf(mute(ines, { sketch, muted: false }))
    expect((await settings(ines)).muted).toEqual([])
  })

  it('a muted sketch loses its title in the settings once a block hides it', async () => {
    const { mira, ines, sketch } = await makePage({ title: 'Ebb' })
    await jsonOf(mute(mira, { sketch }))
    expect((await settings(mira)).muted).toEqual([{ type: 'sketch', id: sketch, name: 'Ebb', slug: null }])
    await block(ines, mira)
    expect((await settings(mira)).muted).toEqual([{ type: 'sketch', id: sketch, name: 'Untitled', slug: null }])
  })

  it('[1 §5] a sketch that the member may not see cannot be muted, as if it did not exist', async () => {
    const { mira, ines, sketch } = await makePage({ unlisted: true, title: 'Secret' })
    expect(await errorOf(mute(mira, { sketch }))).toEqual([404, 'not_found'])
    expect((await settings(mira)).muted).toEqual([])
    const { headers } = await withLink(sketch, mira)
    await jsonOf(sendRequest('/api/v2/notices/mute', { body: { sketch }, headers }))
    await jsonOf(mute(ines, { sketch }))
    expect((await settings(ines)).muted).toMatchObject([{ id: sketch, name: 'Secret' }])
    const mature = await addSketch(ines, { mature: true })
    expect(await errorOf(mute(mira, { sketch: mature }))).toEqual([404, 'not_found'])
  })

  it('[1 §5] a muted sketch that becomes unlisted loses its title in the settings of members without the link', async () => {
    const { mira, sketch } = await makePage({ title: 'Ebb' })
    await jsonOf(mute(mira, { sketch }))
    await env.DB.prepare('UPDATE sketches SET unlisted = 1, link_key = lower(hex(randomblob(20))) WHERE id = ?')
      .bind(sketch)
      .run()
    expect((await settings(mira)).muted).toEqual([{ type: 'sketch', id: sketch, name: 'Untitled', slug: null }])
    const linked = await requestJson<NotificationSettings>('/api/v2/notices/settings', await withLink(sketch, mira))
    expect(linked.muted).toMatchObject([{ id: sketch, name: 'Ebb' }])
  })

  it('a muted sketch can be unmuted when the member may no longer see it', async () => {
    const { mira, ines, sketch } = await makePage()
    await jsonOf(mute(mira, { sketch }))
    await block(ines, mira)
    await jsonOf(mute(mira, { sketch, muted: false }))
    expect((await settings(mira)).muted).toEqual([])
  })

  it('a muted profile does not notify of comments', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await jsonOf(mute(ines, { profile: ines.id }))
    await addComment(mira, ines.id, 'hello', { type: 'profile' })
    expect((await noticesOf(ines)).items).toEqual([])
  })

  it('a muted profile still notifies of new fans', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await jsonOf(mute(ines, { profile: ines.id }))
    await becomeFan(mira, ines)
    expect((await noticesOf(ines)).items).toMatchObject([{ category: 'fans', muted: false }])
  })

  it('a category that is turned off does not notify', async () => {
    const { mira, ines, sketch } = await makePage()
    await jsonOf(setCategory(ines, 'hearts', false))
    await heart(mira, sketch)
    expect((await noticesOf(ines)).items).toEqual([])
  })

  it('a category notifies again once it is turned on', async () => {
    const { mira, ines, sketch } = await makePage()
    await jsonOf(setCategory(ines, 'hearts', false))
    await heart(mira, sketch)
    await jsonOf(setCategory(ines, 'hearts', true))
    await heart(await addPerson(), sketch)
    expect((await noticesOf(ines)).items).toMatchObject([{ category: 'hearts', count: 1 }])
  })

  it('the settings show which categories are on', async () => {
    const ines = await addPerson()
    await jsonOf(setCategory(ines, 'hearts', false))
    expect((await settings(ines)).categories).toEqual({
      challenges: true,
      gifts: true,
      comments: true,
      hearts: false,
      fans: true,
      features: true,
      mentions: true,
      streams: true,
      notes: true,
      compos: true,
    })
  })
})

describe('notification settings', () => {
  it('an unknown sketch, an unknown setting and a visitor are refused', async () => {
    const mira = await addPerson()
    expect(await errorOf(mute(mira, { sketch: 999_999 }))).toEqual([404, 'not_found'])
    expect(await errorOf(mute(mira, { sketch: 1, profile: 1 }))).toEqual([400, 'bad_request'])
    expect(await errorOf(mute(null, { profile: mira.id }))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(setCategory(mira, 'messages', false))).toEqual([400, 'bad_request'])
    expect(await errorOf(setCategory(null, 'hearts', false))).toEqual([401, 'not_logged_in'])
  })
})

describe('changes of the subject of a notification', () => {
  it('an edited comment updates its notifications', async () => {
    const { mira, ines, sketch } = await makePage()
    const vera = await addPerson()
    const { id } = await addComment(mira, sketch, `@${vera.nickname}`)
    await editComment(mira, id, 'nobody')
    expect((await noticesOf(vera)).items).toEqual([])
    expect((await noticesOf(ines)).items).toMatchObject([{ comment: { excerpt: 'nobody' } }])
    await expectExactCounts()
  })

  it('a deleted comment removes its notifications', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch)
    await deleteComment(mira, id)
    expect(await noticesOf(ines)).toMatchObject({ items: [], unread: NONE })
    await expectExactCounts()
  })

  it('a deleted sketch removes its notifications and its mute', async () => {
    const { mira, ines, sketch } = await makePage()
    const vera = await addPerson()
    await addComment(mira, sketch, `@${vera.nickname}`)
    await heart(mira, sketch)
    await mute(vera, { sketch })
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    for (const as of [ines, vera]) expect(await noticesOf(as)).toMatchObject({ items: [], unread: NONE })
    expect((await settings(vera)).muted).toEqual([])
    await expectExactCounts()
  })
})

describe('marking notifications as read', () => {
  /** Makes unread notifications of two comments, a heart and a fan. */
  async function notifySeveral(): Promise<Person> {
    const { mira, ines, sketch } = await makePage()
    for (const words of ['one', 'two']) await addComment(mira, sketch, words)
    await heart(mira, sketch)
    await becomeFan(mira, ines)
    return ines
  }

  it('a member marks single notifications as read', async () => {
    const ines = await notifySeveral()
    const [fans] = (await noticesOf(ines, '?category=fans')).items
    for (let time = 0; time < 2; time++) {
      const { unread } = await markAsRead(ines, { ids: [fans?.id ?? 0] })
      expect(unread).toEqual({ ...NONE, comments: 2, hearts: 1 })
    }
    await expectExactCounts()
  })

  it('a member marks a category as read', async () => {
    const ines = await notifySeveral()
    expect((await markAsRead(ines, { category: 'comments' })).unread).toEqual({ ...NONE, hearts: 1, fans: 1 })
    await expectExactCounts()
  })

  it('a member marks all notifications as read', async () => {
    const ines = await notifySeveral()
    expect((await markAsRead(ines, { all: true })).unread).toEqual(NONE)
    expect((await noticesOf(ines)).items.map(({ read }) => read)).toEqual([true, true, true, true])
    await expectExactCounts()
  })

  it('a member cannot mark the notifications of another as read', async () => {
    const { mira, ines } = await makePage()
    await becomeFan(mira, ines)
    const [fans] = (await noticesOf(ines)).items
    expect((await markAsRead(mira, { ids: [fans?.id ?? 0] })).unread).toEqual(NONE)
    expect((await noticesOf(ines)).unread.fans).toBe(1)
    await expectExactCounts()
  })

  it('what a member has read does not raise the rows read for marking other notifications', async () => {
    const { mira, ines, sketch } = await makePage()
    const cost = async (selection: object) => {
      await addComment(mira, sketch, 'Ebb')
      return rowsRead('/api/v2/notices/read', { as: ines, body: selection })
    }
    const selections = () => [{ ids: [1] }, { category: 'comments' }, { all: true }]
    const before = []
    for (const selection of selections()) before.push(await cost(selection))
    await fillNotices(ines, mira, sketch, 300)
    await fillNotices(ines, mira, sketch, 300, 'comments')
    await env.DB.prepare('UPDATE notifications SET read_at = 1 WHERE user_id = ?').bind(ines.id).run()
    for (const [index, selection] of selections().entries())
      expect(await cost(selection)).toBeLessThanOrEqual((before[index] ?? 0) + 1)
  })

  it.each([{}, { ids: [] }, { all: false }, { all: true, category: 'fans' }, { ids: ['1'] }])(
    'a request that does not say which notifications is refused: %j',
    async (body) => {
      expect(await errorOf(sendRequest('/api/v2/notices/read', { as: await addPerson(), body }))).toEqual([
        400,
        'bad_request',
      ])
    },
  )
})

describe('the list of notifications', () => {
  it('the list pages by cursor', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillComments(mira, sketch, NOTIFICATIONS_PAGE_SIZE + 2)
    const first = await noticesOf(ines)
    const second = await noticesOf(ines, `?cursor=${first.cursor}`)
    expect([first.items.length, first.done, second.items.length, second.done]).toEqual([25, false, 2, true])
  })

  it('the cursor of all notifications is refused by the list of one category', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillComments(mira, sketch, NOTIFICATIONS_PAGE_SIZE + 2)
    const { cursor } = await noticesOf(ines)
    const reply = sendRequest(`/api/v2/notices?category=fans&cursor=${cursor}`, { as: ines })
    expect(await errorOf(reply)).toEqual([400, 'bad_cursor'])
  })

  it('the replies of activity page by number', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillComments(mira, sketch, NOTIFICATIONS_PAGE_SIZE + 2)
    const second = await noticesOf(ines, `?cursor=${(await noticesOf(ines)).cursor}`)
    const replies = await requestJson<NotificationList>('/activity/2?format=json&filter=replies', { as: ines })
    expect(replies).toMatchObject({ page: 2, done: true })
    expect(replies.items).toEqual(second.items)
  })

  describe('the cost of a page', () => {
    const paths = ['/api/v2/notices', '/api/v2/notices?category=comments', '/activity/1?format=json&filter=replies']
    let ines: Person
    beforeAll(async () => {
      const page = await makePage()
      ines = page.ines
      await fillComments(page.mira, page.sketch, 60)
      await fillNotices(ines, page.mira, page.sketch, 60)
    })

    it.each(paths)('a page reads at most three rows per notification: %s', async (path) => {
      expect(await rowsRead(path, { as: ines })).toBeLessThanOrEqual(3 * NOTIFICATIONS_PAGE_SIZE + 8)
    })

    it.each(paths)('a page takes one trip to the database beside the session: %s', async (path) => {
      expect((await countTrips(path, { as: ines })).trips).toBe(2)
    })
  })

  it('a later page reads no more rows when all notifications have the same time', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillNotices(ines, mira, sketch, 5 * NOTIFICATIONS_PAGE_SIZE)
    await env.DB.prepare('UPDATE notifications SET occurred_at = 5 WHERE user_id = ?').bind(ines.id).run()
    const first = await rowsRead('/api/v2/notices', { as: ines })
    let { cursor } = await noticesOf(ines)
    for (let page = 2; page < 5; page++) {
      expect(await rowsRead(`/api/v2/notices?cursor=${cursor}`, { as: ines })).toBeLessThanOrEqual(first + 2)
      cursor = (await noticesOf(ines, `?cursor=${cursor}`)).cursor
    }
  })

  const keptFor = ({ id }: Person) =>
    env.DB.prepare('SELECT count(*) AS n, min(occurred_at) AS oldest FROM notifications WHERE user_id = ?')
      .bind(id)
      .first()

  it('the newest notifications of a category are kept, up to a limit', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillNotices(ines, mira, sketch, NOTIFICATIONS_PER_CATEGORY_MAX + 3)
    expect(await keptFor(ines)).toEqual({ n: NOTIFICATIONS_PER_CATEGORY_MAX, oldest: 4 * 60_000 })
  })

  it('a notification is deleted after ninety days', async () => {
    const { mira, ines, sketch } = await makePage()
    await fillNotices(ines, mira, sketch, 3)
    await heart(mira, sketch)
    await removeOldNotifications(openDb(env.DB), Date.now() + 1000)
    expect(await keptFor(ines)).toMatchObject({ n: 1 })
    await removeOldNotifications(openDb(env.DB), Date.now() + (NOTIFICATION_RETENTION_DAYS + 1) * 86_400_000)
    expect(await keptFor(ines)).toMatchObject({ n: 0 })
    await expectExactCounts()
  })
})

describe('unread counts', () => {
  it('home page and session carry unread counts for members only', async () => {
    const { mira, ines, sketch } = await makePage()
    await addComment(mira, sketch)
    await heart(mira, sketch)
    await becomeFan(mira, ines)
    expect(await unreadOf(ines)).toEqual({ replies: 1, uploads: 0, notifications: 2, messages: 0 })
    expect(await requestJson('/api/v2/session', { as: ines })).toMatchObject({ user: { unread: 3 } })
    expect(await requestJson('/api/v2/index', { body: {} })).toEqual({})
    expect((await countTrips('/api/v2/index', { as: ines, body: {} })).trips).toBe(2)
  })

  /** Adds sketches of an artist to the feed of a fan. */
  async function addToFeed(fan: Person, artist: Person, count: number, fields = {}): Promise<void> {
    const ids = await addSketches(artist, count, fields)
    await env.DB.prepare(
      'INSERT OR IGNORE INTO feed_sketches (fan_id, sketch_id, artist_id) SELECT ?1, value, ?2 FROM json_each(?3)',
    )
      .bind(fan.id, artist.id, JSON.stringify(ids))
      .run()
  }

  it('unread uploads are those since the last visit of the feed', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addToFeed(mira, ines, 3)
    expect((await unreadOf(mira))?.uploads).toBe(3)
    await requestJson<SketchList>('/activity/1?format=json&filter=uploads', { as: mira })
    expect((await unreadOf(mira))?.uploads).toBe(0)
  })

  it('uploads that staff see as the member stay unread', async () => {
    const [mira, ines, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await addToFeed(mira, ines, 3)
    await impersonate(staff, mira)
    await requestJson<SketchList>('/activity/1?format=json&filter=uploads', { as: staff })
    expect((await unreadOf(mira))?.uploads).toBe(3)
  })

  it('sketches from before a member became a fan do not count as unread', async () => {
    const [mira, ines, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    const addOld = (artist: Person) => addSketch(artist, { createdAt: Date.now() - 60_000 })
    await addOld(ines)
    await becomeFan(mira, ines)
    await addOld(tomo)
    await becomeFan(mira, tomo)
    expect((await unreadOf(mira))?.uploads).toBe(0)
    await addToFeed(mira, tomo, 1)
    expect((await unreadOf(mira))?.uploads).toBe(1)
  })

  it('a longer feed of artists whose uploads are not notified costs no more to count', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    await env.DB.prepare('UPDATE fans SET notify_uploads = 0 WHERE fan_id = ?').bind(mira.id).run()
    const rows = () => rowsRead('/api/v2/index', { as: mira, body: {} })
    await addToFeed(mira, ines, 250)
    const before = await rows()
    await addToFeed(mira, ines, 250)
    expect(await rows()).toBe(before)
  })

  it('uploads that the viewer does not see in lists do not count as unread', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addToFeed(mira, ines, 1, { mature: true })
    expect((await unreadOf(mira))?.uploads).toBe(0)
  })

  it('unread uploads are counted up to a limit', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addToFeed(mira, ines, UPLOADS_UNREAD_MAX + 5)
    expect((await unreadOf(mira))?.uploads).toBe(UPLOADS_UNREAD_MAX)
    expect(await rowsRead('/api/v2/index', { as: mira, body: {} })).toBeLessThanOrEqual(2 * UPLOADS_UNREAD_MAX + 20)
  })
})

describe('activity', () => {
  it('the filter by tags is empty without followed tags', async () => {
    const mira = await addPerson()
    expect(await requestJson('/activity/1?format=json&filter=tags', { as: mira })).toMatchObject({
      items: [],
      done: true,
    })
  })

  it('an unknown filter is refused', async () => {
    const mira = await addPerson()
    expect(await errorOf(sendRequest('/activity/1?format=json&filter=nothing', { as: mira }))).toEqual([
      400,
      'bad_request',
    ])
  })
})
