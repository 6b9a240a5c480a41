import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationList, NotificationSettings } from '../../../contract/http/notifications.ts'
import { addComment } from '../../support/worker/comments.ts'
import { becomeFan } from '../../support/worker/fans-and-blocks.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const noticesOf = (as: Person) => requestJson<NotificationList>('/api/v2/notices', { as })
const settings = (as: Person) => requestJson<NotificationSettings>('/api/v2/notices/settings', { as })

/** Compares the stored counts with the rows that they count. */
async function expectExactCounts(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT 'category' FROM notification_counts AS kept WHERE (unread_count, total_count) <> (
        SELECT count(*) FILTER (WHERE read_at IS NULL), count(*) FROM notifications
        WHERE user_id = kept.user_id AND category = kept.category)
      UNION ALL SELECT 'member' FROM users
        WHERE unread_notifications_count <> (SELECT count(*) FROM notifications WHERE user_id = users.id AND read_at IS NULL)`,
  ).all()
  expect(results).toEqual([])
}

/** Adds a member with unread notifications of two comments and a new fan. */
async function addNotified(): Promise<{ ines: Person; sketch: number; ids: number[] }> {
  const [ines, mira] = [await addPerson(), await addPerson()]
  const sketch = await addSketch(ines)
  for (const words of ['one', 'two']) await addComment(mira, sketch, words)
  await becomeFan(mira, ines)
  const { items } = await noticesOf(ines)
  return { ines, sketch, ids: items.filter(({ category }) => category === 'comments').map(({ id }) => id) }
}

describe.each(faults)('writes of notifications with one database call %s', (fault) => {
  it.each(['these', 'a category', 'all'])(
    'notifications are marked as read together with their counts or not at all: %s',
    async (what) => {
      let { ines, ids } = await addNotified()
      const body = () => (what === 'these' ? { ids } : what === 'all' ? { all: true } : { category: 'comments' })
      const read = (bindings: typeof env) =>
        sendRequestWith(bindings, '/api/v2/notices/read', { as: ines, body: body() })
      const left = what === 'all' ? 0 : 1
      await withEveryFault(fault, read, async (_reply, n) => {
        await expectExactCounts()
        const { items } = await noticesOf(ines)
        expect([3, left], `call ${n}`).toContain(items.filter((notice) => !notice.read).length)
        const { unread } = await jsonOf<Pick<NotificationList, 'unread'>>(read(env))
        expect(unread).toMatchObject({ comments: 0, fans: left })
        await expectExactCounts()
        ;({ ines, ids } = await addNotified())
      })
    },
  )

  const muteThread = (bindings: typeof env, as: Person, sketch: number, muted: boolean) =>
    sendRequestWith(bindings, '/api/v2/notices/mute', { as, body: { sketch, muted } })

  it('a failed request to mute or unmute a thread can be retried', async () => {
    const { ines, sketch } = await addNotified()
    for (const muted of [true, false]) {
      await withEveryFault(
        fault,
        (bindings) => muteThread(bindings, ines, sketch, muted),
        async () => {
          expect((await settings(ines)).muted.length).toBeLessThanOrEqual(1)
          await jsonOf(muteThread(env, ines, sketch, muted))
          expect((await settings(ines)).muted).toMatchObject(muted ? [{ type: 'sketch', id: sketch }] : [])
          await jsonOf(muteThread(env, ines, sketch, !muted))
        },
      )
      await jsonOf(muteThread(env, ines, sketch, muted))
    }
  })

  it('a failed request to mute a thread removes no notification', async () => {
    const { ines, sketch } = await addNotified()
    await withEveryFault(
      fault,
      (bindings) => muteThread(bindings, ines, sketch, true),
      async () => {
        expect((await noticesOf(ines)).items).toHaveLength(3)
      },
    )
  })

  const setHearts = (bindings: typeof env, as: Person, wanted: boolean) =>
    sendRequestWith(bindings, '/api/v2/notices/settings', { as, body: { category: 'hearts', on: wanted } })

  it('a failed request to turn a category off or on can be retried', async () => {
    const { ines } = await addNotified()
    for (const wanted of [false, true]) {
      await withEveryFault(
        fault,
        (bindings) => setHearts(bindings, ines, wanted),
        async () => {
          await jsonOf(setHearts(env, ines, wanted))
          expect((await settings(ines)).categories.hearts).toBe(wanted)
          await jsonOf(setHearts(env, ines, !wanted))
        },
      )
      await jsonOf(setHearts(env, ines, wanted))
    }
  })

  it('a failed request to turn a category off leaves the others on', async () => {
    const { ines } = await addNotified()
    await withEveryFault(
      fault,
      (bindings) => setHearts(bindings, ines, false),
      async () => {
        const { hearts, ...others } = (await settings(ines)).categories
        expect(typeof hearts).toBe('boolean')
        expect(Object.values(others)).not.toContain(false)
      },
    )
  })

  it('an event and its notification are stored together or not at all', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    let body = { key: crypto.randomUUID(), comment: 'What light!', type: 'sketch', which: sketch }
    let posted = 0
    const send = (bindings: typeof env) => sendRequestWith(bindings, '/comment', { as: mira, body })
    await withEveryFault(fault, send, async () => {
      await expectExactCounts()
      await jsonOf(send(env))
      expect((await noticesOf(ines)).unread.comments).toBe(++posted)
      body = { ...body, key: crypto.randomUUID() }
    })
  })
})
