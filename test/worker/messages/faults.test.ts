import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addConversation, addThread, textsOf, topicsOf } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Compares the stored counts and latest posts with the rows that they copy. */
async function expectExactCounts(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT 'folder' AS what, user_id AS id FROM message_counts AS kept WHERE (total_count, unread_count) <> (
        SELECT count(*), count(*) FILTER (WHERE unread) FROM message_topics
        WHERE user_id = kept.user_id AND folder = kept.folder AND blocked = 0)
      UNION ALL SELECT 'member', id FROM users WHERE unread_messages_count <> (SELECT count(*) FROM message_topics
        WHERE user_id = users.id AND unread AND blocked = 0 AND folder <> 'deleted')
      UNION ALL SELECT 'topic', thread_id FROM message_topics WHERE latest_number IS NOT
        (SELECT max(number) FROM message_posts WHERE thread_id = message_topics.thread_id)
      UNION ALL SELECT 'thread', id FROM message_threads WHERE state <> 'declined' AND (SELECT count(*) FROM message_topics
        WHERE thread_id = message_threads.id) NOT IN (0, 2)`,
  ).all()
  expect(results).toEqual([])
}

type Write = { path: string; body: object }

describe.each(faults)('writes of messages with one database call %s', (fault) => {
  const addTwo = async () => [await addPerson(), await addPerson()] as const
  const send = (bindings: Cloudflare.Env, as: Person, { path, body }: Write) =>
    sendRequestWith(bindings, path, { as, body })

  it('a thread is stored whole or not at all, and its repetition adds one', async () => {
    let [mira, ines] = await addTwo()
    const write = (): Write => ({
      path: '/api/v2/message/write',
      body: { to: ines.id, subject: 'Swap', text: 'Pears?', key: `the-only-${mira.id}` },
    })
    await withEveryFault(
      fault,
      (bindings) => send(bindings, mira, write()),
      async () => {
        await expectExactCounts()
        await jsonOf(send(env, mira, write()))
        expect((await topicsOf(ines, 'requests')).counts.requests).toEqual({ total: 1, unread: 1 })
        await expectExactCounts()
        ;[mira, ines] = await addTwo()
      },
    )
  })

  it.each([
    { what: 'a reply', request: false, left: 3, write: replyOf },
    { what: 'a reply that accepts', request: true, left: 2, write: replyOf },
    { what: 'an acceptance', request: true, left: 1, write: actionOf('accept') },
    { what: 'a deletion', request: false, left: 0, write: actionOf('delete') },
    { what: 'reading', request: false, left: 2, write: readingOf },
  ])('$what is stored whole or not at all, and can be repeated', async ({ request, left, write }) => {
    const prepare = async () => {
      const [mira, ines] = await addTwo()
      return { ines, id: await (request ? addThread(mira, ines) : addConversation(mira, ines)) }
    }
    let { ines, id } = await prepare()
    await withEveryFault(
      fault,
      (bindings) => send(bindings, ines, write(id)),
      async () => {
        await expectExactCounts()
        const repeated = await send(env, ines, write(id))
        // A thread that was deleted although the reply was lost is not found.
        expect(left === 0 && fault === 'lost' ? [200, 404] : [200]).toContain(repeated.status)
        if (left > 0) expect(await textsOf(ines, id)).toHaveLength(left)
        else expect((await topicsOf(ines)).counts.inbox.total).toBe(0)
        await expectExactCounts()
        ;({ ines, id } = await prepare())
      },
    )
  })
})

function replyOf(id: number): Write {
  return { path: '/api/v2/message/reply', body: { id, text: 'Yes.', key: `the-only-${id}` } }
}

function actionOf(action: string) {
  return (id: number): Write => ({ path: `/message/${id}`, body: { action } })
}

function readingOf(id: number): Write {
  return { path: '/api/v2/message/read', body: { id, upTo: 2 } }
}
