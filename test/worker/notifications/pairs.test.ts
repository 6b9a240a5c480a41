import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationCategory, NotificationList } from '../../../contract/http/notifications.ts'
import { MENTIONS_PER_DAY } from '../../../contract/limits.ts'
import { removeOldNotifications } from '../../../worker/features/notifications/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addComment, editComment } from '../../support/worker/comments.ts'
import { becomeFan, postAboutUser } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const DAY_MS = 86_400_000

const noticesOf = async (as: Person, category: NotificationCategory) =>
  (await requestJson<NotificationList>(`/api/v2/notices?category=${category}`, { as })).items.length
const pairsOf = async (actor: Person) =>
  Number(
    await env.DB.prepare('SELECT sum(count) AS number FROM notification_pairs WHERE actor_id = ?')
      .bind(actor.id)
      .first('number'),
  )

/** Repeats something that notifies and its withdrawal; returns how often there was a notification. */
async function countNotified(
  times: number,
  {
    notify,
    withdraw,
    count,
  }: { notify: () => Promise<unknown>; withdraw: () => Promise<unknown>; count: () => Promise<number> },
): Promise<number> {
  let notified = 0
  for (let time = 0; time < times; time++) {
    await notify()
    notified += await count()
    await withdraw()
  }
  return notified
}

describe('notifications that are taken back and caused again', () => {
  it('a fan who leaves and returns notifies a limited number of times a day', async () => {
    const [fan, artist] = [await addPerson(), await addPerson()]
    const notified = await countNotified(MENTIONS_PER_DAY + 5, {
      notify: () => becomeFan(fan, artist),
      withdraw: () => jsonOf(postAboutUser('/api/unfan', fan, artist)),
      count: () => noticesOf(artist, 'fans'),
    })
    expect(notified).toBe(MENTIONS_PER_DAY)
  })

  it('a comment that gets and loses its mention notifies a limited number of times a day', async () => {
    const [author, named, artist] = [await addPerson(), await addPerson(), await addPerson()]
    const { id } = await addComment(author, await addSketch(artist), 'Look')
    const notified = await countNotified(MENTIONS_PER_DAY + 5, {
      notify: () => jsonOf(editComment(author, id, `@${named.nickname}`)),
      withdraw: () => jsonOf(editComment(author, id, 'Look')),
      count: () => noticesOf(named, 'mentions'),
    })
    expect(notified).toBe(MENTIONS_PER_DAY)
    const other = await addPerson()
    await jsonOf(editComment(author, id, `@${other.nickname}`))
    expect(await noticesOf(other, 'mentions')).toBe(1)
  })

  it('a day after the first notification a member can notify again', async () => {
    const [fan, artist] = [await addPerson(), await addPerson()]
    await env.DB.prepare('INSERT INTO notification_pairs VALUES (?, ?, ?, ?)')
      .bind(artist.id, fan.id, Date.now() - DAY_MS, MENTIONS_PER_DAY)
      .run()
    await becomeFan(fan, artist)
    expect([await noticesOf(artist, 'fans'), await pairsOf(fan)]).toEqual([1, 1])
  })

  it('the counts are deleted after a day', async () => {
    const [fan, artist] = [await addPerson(), await addPerson()]
    await becomeFan(fan, artist)
    await removeOldNotifications(openDb(env.DB), Date.now() + DAY_MS / 2)
    expect(await pairsOf(fan)).toBe(1)
    await removeOldNotifications(openDb(env.DB), Date.now() + DAY_MS + 1000)
    expect(await pairsOf(fan)).toBe(0)
  })

  it('counts of earlier days are deleted', async () => {
    await env.DB.prepare(
      'INSERT INTO notification_pairs (recipient_id, actor_id, since, count) VALUES (1, -1, 1, 1)',
    ).run()
    await removeOldNotifications(openDb(env.DB), Date.now())
    expect(await env.DB.prepare('SELECT count(*) AS n FROM notification_pairs WHERE actor_id = -1').first('n')).toBe(0)
  })
})
