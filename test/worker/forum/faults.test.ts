import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { caseOf, decide } from '../../support/worker/cases.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPost, addTopic, beginTopic, CRITIQUE, forumNewsOf, topicOf } from '../../support/worker/forum.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Compares the copies of posts with the posts: the latest of each topic, the mentions, and the search index. */
async function expectExactCopies(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT 'topic' AS what, id FROM forum_topics WHERE latest_number IS NOT
        (SELECT max(number) FROM forum_posts WHERE topic_id = forum_topics.id)
      UNION ALL SELECT 'mentions', id FROM forum_posts WHERE json_array_length(mentions) <>
        (SELECT count(*) FROM forum_mentions WHERE post_id = forum_posts.id)
      UNION ALL SELECT 'search', id FROM forum_posts WHERE (deleted_at IS NULL) <>
        EXISTS (SELECT 1 FROM forum_search WHERE rowid = forum_posts.id)
      UNION ALL SELECT 'notification', forum_post_id FROM notifications JOIN forum_posts ON forum_posts.id = forum_post_id
        WHERE deleted_at IS NOT NULL`,
  ).all()
  expect(results).toEqual([])
}

type World = { pia: Person; ines: Person; topic: number; post: number }

async function makeWorld(): Promise<World> {
  const [pia, ines] = [await addRegular(), await addRegular()]
  const topic = await addTopic(pia)
  return { pia, ines, topic, post: (await addPost(ines, topic)).id }
}

describe.each(faults)('writes of the forum with one database call %s', (fault) => {
  it.each<{ what: string; call: (world: World) => readonly [Person, string, object]; posts: number }>([
    {
      what: 'a post',
      call: ({ ines, pia, topic }) => [
        ines,
        'post',
        { topic, text: `@${pia.nickname} squint`, quote: 1, key: `the-only-${topic}` },
      ],
      posts: 3,
    },
    {
      what: 'an edit',
      call: ({ ines, pia, post }) => [ines, 'post/edit', { id: post, text: `@${pia.nickname}` }],
      posts: 2,
    },
    { what: 'a deletion', call: ({ ines, post }) => [ines, 'post/delete', { id: post }], posts: 2 },
    { what: 'reading', call: ({ ines, topic }) => [ines, 'read', { topic, upTo: 2 }], posts: 2 },
    { what: 'watching', call: ({ ines, topic }) => [ines, 'watch', { topic, on: true }], posts: 2 },
    { what: 'a report', call: ({ pia, post }) => [pia, 'post/report', { id: post }], posts: 2 },
  ])('$what is stored whole or not at all, and can be repeated', async ({ call, posts }) => {
    let world = await makeWorld()
    const send = (bindings: Cloudflare.Env) => {
      const [as, path, body] = call(world)
      return sendRequestWith(bindings, `/api/v2/forum/${path}`, { as, body })
    }
    await withEveryFault(fault, send, async () => {
      await expectExactCopies()
      // A post that was deleted although the reply was lost is not found.
      expect([200, 404]).toContain((await send(env)).status)
      expect((await topicOf(null, world.topic)).items).toHaveLength(posts)
      expect((await forumNewsOf(world.pia)).length).toBeLessThanOrEqual(posts - 1)
      await expectExactCopies()
      world = await makeWorld()
    })
  })

  it('a topic is stored with its first post or not at all, and a repeated call begins only one', async () => {
    let pia = await addRegular()
    const body = () => ({ category: CRITIQUE, title: 'Grey', text: 'Why?', key: `the-only-${pia.id}` })
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/api/v2/forum/topic', { as: pia, body: body() }),
      async () => {
        await expectExactCopies()
        const { id } = await jsonOf<{ id: number }>(beginTopic(pia, body()))
        expect((await topicOf(pia, id)).items).toHaveLength(1)
        await expectExactCopies()
        pia = await addRegular()
      },
    )
  })

  it('an act of staff and its entry in the log are stored together', async () => {
    const staff = await addPerson({ flags: 'm' })
    let { topic } = await makeWorld()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/forum/moderate', {
          as: staff,
          body: { topic, action: 'lock', reason: 'Heated.' },
        }),
      async () => {
        const logged = await env.DB.prepare(
          "SELECT count(*) AS entries FROM audit_log WHERE target_type = 'topic' AND target_id = ?",
        )
          .bind(topic)
          .first('entries')
        expect((await topicOf(null, topic)).topic.state).toBe(logged === 1 ? 'locked' : 'open')
        ;({ topic } = await makeWorld())
      },
    )
  })
})

describe('reports of posts', () => {
  it('a report keeps the post, its topic and its neighbours as they were', async () => {
    const { pia, ines, topic, post } = await makeWorld()
    await addPost(pia, topic, { text: 'Thanks' })
    await jsonOf(sendRequest('/api/v2/forum/post/report', { as: pia, body: { id: post, details: 'Rude.' } }))
    await jsonOf(sendRequest('/api/v2/forum/post/delete', { as: ines, body: { id: post } }))
    const { userId, evidence } = await caseOf('post', post)
    expect(userId).toBe(ines.id)
    expect(evidence).toMatchObject({
      topic: { id: topic, title: 'Muddy reflections' },
      post: { number: 2, text: 'A clean brush for every pass.' },
      before: [{ number: 1, userId: pia.id }],
      after: [{ number: 3, text: 'Thanks' }],
    })
  })

  it('staff delete a reported post with their decision', async () => {
    const { pia, ines, topic, post } = await makeWorld()
    await jsonOf(sendRequest('/api/v2/forum/post/report', { as: pia, body: { id: post } }))
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(decide(staff, (await caseOf('post', post)).id, { action: 'delete', rule: 'kindness' }))
    expect((await topicOf(null, topic)).items[1]).toMatchObject({ text: '', deleted: 'staff' })
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({ staff_id: staff.id, action: 'delete' })
  })

  it('nobody reports their own post, or one that they may not see', async () => {
    const { ines, post } = await makeWorld()
    const report = (as: Person, id: number) => sendRequest('/api/v2/forum/post/report', { as, body: { id } })
    expect(await errorOf(report(ines, post))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(ines, 999_999))).toEqual([404, 'not_found'])
  })
})
