import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationList, NotificationSettings } from '../../../contract/http/notifications.ts'
import { addComment } from '../../support/worker/comments.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { fan } from '../../support/worker/follow.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { askIn, askJson, jsonOf } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const told = (as: Person) => askJson<NotificationList>('/api/v2/notices', { as })
const settings = (as: Person) => askJson<NotificationSettings>('/api/v2/notices/settings', { as })

/** The kept counts are those of the rows. */
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

/** Someone with two comments on a sketch and a new fan, all unread. */
async function addTold(): Promise<{ ines: Person; sketch: number; ids: number[] }> {
  const [ines, mira] = [await addPerson(), await addPerson()]
  const sketch = await addSketch(ines)
  for (const words of ['one', 'two']) await addComment(mira, sketch, words)
  await fan(mira, ines)
  const { items } = await told(ines)
  return { ines, sketch, ids: items.filter(({ category }) => category === 'comments').map(({ id }) => id) }
}

describe.each(faults)('when one call to the database is %s', (fault) => {
  it.each(['these', 'a category', 'all'])(
    'notices are read together with their counts or not at all: %s',
    async (what) => {
      let { ines, ids } = await addTold()
      const body = () => (what === 'these' ? { ids } : what === 'all' ? { all: true } : { category: 'comments' })
      const read = (on: typeof env) => askIn(on, '/api/v2/notices/read', { as: ines, body: body() })
      const left = what === 'all' ? 0 : 1
      await withEveryFault(fault, read, async (_reply, n) => {
        await expectExactCounts()
        const { items } = await told(ines)
        expect([3, left], `call ${n}`).toContain(items.filter((notice) => !notice.read).length)
        const { unread } = await jsonOf<Pick<NotificationList, 'unread'>>(read(env))
        expect(unread).toMatchObject({ comments: 0, fans: left })
        await expectExactCounts()
        ;({ ines, ids } = await addTold())
      })
    },
  )

  it('a thread is muted or not, and no more or still, and can be told again', async () => {
    const { ines, sketch } = await addTold()
    const say = (on: typeof env, muted: boolean) =>
      askIn(on, '/api/v2/notices/mute', { as: ines, body: { sketch, muted } })
    for (const muted of [true, false]) {
      await withEveryFault(
        fault,
        (on) => say(on, muted),
        async () => {
          expect((await settings(ines)).muted.length).toBeLessThanOrEqual(1)
          await jsonOf(say(env, muted))
          expect((await settings(ines)).muted).toMatchObject(muted ? [{ type: 'sketch', id: sketch }] : [])
          await jsonOf(say(env, !muted))
        },
      )
      await jsonOf(say(env, muted))
    }
    expect((await told(ines)).items).toHaveLength(3)
  })

  it('a category is turned off or on, and can be told again', async () => {
    const { ines } = await addTold()
    const say = (on: typeof env, wanted: boolean) =>
      askIn(on, '/api/v2/notices/settings', { as: ines, body: { category: 'hearts', on: wanted } })
    for (const wanted of [false, true]) {
      await withEveryFault(
        fault,
        (on) => say(on, wanted),
        async () => {
          const { hearts, ...others } = (await settings(ines)).categories
          expect(typeof hearts).toBe('boolean')
          expect(Object.values(others)).toEqual([true, true, true, true, true])
          await jsonOf(say(env, wanted))
          expect((await settings(ines)).categories.hearts).toBe(wanted)
          await jsonOf(say(env, !wanted))
        },
      )
      await jsonOf(say(env, wanted))
    }
  })

  it('what happens is told together with it or not at all', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    let body = { key: crypto.randomUUID(), comment: 'What light!', type: 'sketch', which: sketch }
    let posted = 0
    const say = (on: typeof env) => askIn(on, '/comment', { as: mira, body })
    await withEveryFault(fault, say, async () => {
      await expectExactCounts()
      await jsonOf(say(env))
      expect((await told(ines)).unread.comments).toBe(++posted)
      body = { ...body, key: crypto.randomUUID() }
    })
  })
})
