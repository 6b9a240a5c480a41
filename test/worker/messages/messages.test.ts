import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import { MESSAGE_MAX, MESSAGES_PAGE_SIZE, POSTS_PAGE_SIZE, SUBJECT_MAX } from '../../../contract/limits.ts'
import { removePostsLeft } from '../../../worker/features/messages/deleting.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addBlock } from '../../support/worker/albums.ts'
import { addBan } from '../../support/worker/bans.ts'
import {
  addConversation,
  addThread,
  deleteThread,
  postsOf,
  replyTo,
  textsOf,
  topicsOf,
  writeMessage,
} from '../../support/worker/messages.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

let mira: Person
let ines: Person
beforeAll(async () => {
  mira = await addRegular()
  ines = await addRegular()
})

const unreadOf = async (as: Person) => (await requestJson<SessionReply>('/api/v2/session', { as })).user?.unreadMessages
const markRead = (as: Person, id: number, upTo: number) =>
  jsonOf<{ unread: number }>(sendRequest('/api/v2/message/read', { as, body: { id, upTo } }))

describe('threads of messages [2 §2]', () => {
  it('a thread appears in the lists of both members with subject, latest text and the other member [2 §3]', async () => {
    const id = await addConversation(mira, ines)
    const shared = { id, subject: 'Heron, for the poster', excerpt: 'Yes, take it.' }
    expect((await topicsOf(mira)).items[0]).toMatchObject({
      ...shared,
      isOwn: false,
      read: false,
      userToId: ines.id,
      userToNickname: ines.nickname,
    })
    expect((await topicsOf(ines)).items[0]).toMatchObject({ ...shared, isOwn: true, read: true, userToId: mira.id })
  })

  it('the posts of a thread have author, date and text, the latest first [2 §3]', async () => {
    const id = await addConversation(mira, ines)
    const { items, thread, done } = await postsOf(mira, id)
    expect(items).toMatchObject([
      { userId: ines.id, userNickname: ines.nickname, text: 'Yes, take it.', sketch: null },
      { userId: mira.id, userNickname: mira.nickname, text: 'Is it free?', sketch: null },
    ])
    expect(thread).toMatchObject({ id, subject: 'Heron, for the poster', state: 'open', total: 2 })
    expect(done).toBe(true)
  })

  it('a thread moves to the top of both lists when someone replies', async () => {
    const [first, second] = [await addConversation(mira, ines), await addConversation(mira, ines)]
    expect((await topicsOf(mira)).items.slice(0, 2).map(({ id }) => id)).toEqual([second, first])
    await jsonOf(replyTo(mira, first))
    for (const as of [mira, ines]) expect((await topicsOf(as)).items[0]?.id).toBe(first)
  })

  it('text and subject are trimmed [2 §5]', async () => {
    const id = await addThread(mira, await addPerson(), { subject: '  Swap ', text: ' Pears?\n\n' })
    expect(await postsOf(mira, id)).toMatchObject({ thread: { subject: 'Swap' }, items: [{ text: 'Pears?' }] })
  })

  it.each([
    { text: '' },
    { text: ' \n\u200b' },
    { text: 'x'.repeat(MESSAGE_MAX + 1) },
    { subject: ' ' },
    { subject: 'x'.repeat(SUBJECT_MAX + 1) },
    { key: 'short' },
    { sketch: 0 },
    { read: true },
  ])('a message with a wrong or unknown field is refused: %j', async (fields) => {
    const body = { to: ines.id, subject: 'Swap', text: 'Pears?', ...fields }
    expect(await errorOf(sendRequest('/api/v2/message/write', { as: mira, body }))).toEqual([400, 'bad_request'])
  })

  it('a message to a member who does not exist is refused', async () => {
    expect(await errorOf(writeMessage(mira, { id: 999_999 }))).toEqual([404, 'not_found'])
  })

  it('nobody writes to themselves', async () => {
    expect(await errorOf(writeMessage(mira, mira))).toEqual([403, 'messages_refused'])
  })

  it('a repeated call with the same key begins one thread with one post', async () => {
    const [vera, key] = [await addPerson(), crypto.randomUUID()]
    const ids = await Promise.all(Array.from({ length: 4 }, () => addThread(mira, vera, { key })))
    expect(new Set(ids).size).toBe(1)
    expect(await textsOf(mira, ids[0] ?? 0)).toEqual(['Is it free?'])
    expect((await topicsOf(vera, 'requests')).counts.requests).toEqual({ total: 1, unread: 1 })
  })

  it('a repeated reply with the same key adds one post', async () => {
    const [id, key] = [await addConversation(mira, ines), crypto.randomUUID()]
    await Promise.all(Array.from({ length: 4 }, () => jsonOf(replyTo(mira, id, { key }))))
    expect((await postsOf(ines, id)).thread.total).toBe(3)
  })

  it('replies sent at the same time get different places', async () => {
    const id = await addConversation(mira, ines)
    await Promise.all([mira, ines, mira, ines].map((as) => jsonOf(replyTo(as, id))))
    expect((await postsOf(mira, id)).items.map((post) => post.id)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('a suspended member cannot write, and can still read', async () => {
    const id = await addConversation(mira, ines)
    const vera = await addPerson()
    const own = await addConversation(vera, ines)
    const suspended = await addBan(vera, 24)
    expect(await errorOf(writeMessage(suspended, mira))).toEqual([403, 'suspended'])
    expect(await errorOf(replyTo(suspended, own))).toEqual([403, 'suspended'])
    expect(await textsOf(suspended, own)).toHaveLength(2)
    expect(await errorOf(sendRequest(`/api/v2/message/posts?id=${id}`, { as: suspended }))).toEqual([404, 'not_found'])
  })
})

describe('threads of others', () => {
  const stranger = { as: null as Person | null }
  beforeAll(async () => {
    stranger.as = await addPerson({ flags: 'ma' })
  })

  it.each(['posts', 'reply', 'delete', 'accept'])(
    'a thread of two members does not exist for anyone else, staff included: %s',
    async (call) => {
      const id = await addThread(mira, await addPerson())
      const { as } = stranger
      const reply =
        call === 'posts'
          ? sendRequest(`/api/v2/message/posts?id=${id}`, { as })
          : call === 'reply'
            ? replyTo(as, id)
            : sendRequest(`/message/${id}`, { as, body: { action: call } })
      expect(await errorOf(reply)).toEqual([404, 'not_found'])
    },
  )
})

describe('unread messages', () => {
  it('a thread is unread for the recipient until it is read, and never for its author', async () => {
    const [vera, nell] = [await addPerson(), await addPerson()]
    const id = await addConversation(vera, nell)
    expect([await unreadOf(vera), (await topicsOf(vera)).counts.inbox.unread]).toEqual([1, 1])
    expect(await markRead(vera, id, 2)).toEqual({ unread: 0 })
    expect([await unreadOf(vera), (await topicsOf(vera)).items[0]?.read]).toEqual([0, true])
    await jsonOf(replyTo(vera, id))
    expect([await unreadOf(vera), (await topicsOf(nell)).items[0]?.read]).toEqual([0, false])
  })

  it('a thread with a post that the reader has not seen stays unread', async () => {
    const [vera, nell] = [await addPerson(), await addPerson()]
    const id = await addConversation(vera, nell)
    await jsonOf(replyTo(nell, id))
    expect(await markRead(vera, id, 2)).toEqual({ unread: 1 })
  })

  it('home counts threads with unread posts [1 §2]', async () => {
    const [vera, nell] = [await addPerson(), await addPerson()]
    await addConversation(vera, nell)
    await addConversation(vera, nell)
    const { unread } = await requestJson<HomeReply>('/api/v2/index', { as: vera, body: {} })
    expect(unread?.messages).toBe(2)
  })

  it('two posts in one thread count once', async () => {
    const [vera, nell] = [await addPerson(), await addPerson()]
    const id = await addConversation(vera, nell)
    await jsonOf(replyTo(nell, id))
    expect(await unreadOf(vera)).toBe(1)
  })
})

describe('deleted threads [2 §2]', () => {
  it('a member deletes a thread for themselves alone', async () => {
    const id = await addConversation(mira, ines)
    await jsonOf(deleteThread(mira, id))
    expect(await errorOf(sendRequest(`/api/v2/message/posts?id=${id}`, { as: mira }))).toEqual([404, 'not_found'])
    expect((await topicsOf(mira)).items.map((topic) => topic.id)).not.toContain(id)
    expect(await textsOf(ines, id)).toHaveLength(2)
  })

  it('an unread thread is no longer counted once it is deleted', async () => {
    const [vera, nell] = [await addPerson(), await addPerson()]
    const id = await addConversation(vera, nell)
    await jsonOf(deleteThread(vera, id))
    expect([await unreadOf(vera), (await topicsOf(vera)).counts.inbox]).toEqual([0, { total: 0, unread: 0 }])
  })

  it('a deleted thread comes back with the posts that follow', async () => {
    const id = await addConversation(mira, ines)
    await jsonOf(deleteThread(mira, id))
    await jsonOf(replyTo(ines, id, { text: 'One more thing.' }))
    expect(await postsOf(mira, id)).toMatchObject({
      items: [{ text: 'One more thing.' }],
      done: true,
      thread: { total: 1, subject: 'Heron, for the poster' },
    })
  })

  it('a member who deleted a thread keeps neither its subject nor its text', async () => {
    const id = await addConversation(mira, ines)
    await jsonOf(deleteThread(mira, id))
    const { results } = await env.DB.prepare(
      'SELECT user_id, subject, excerpt FROM message_topics WHERE thread_id = ? ORDER BY user_id = ? DESC',
    )
      .bind(id, mira.id)
      .all()
    expect(results).toEqual([
      { user_id: mira.id, subject: '', excerpt: '' },
      { user_id: ines.id, subject: 'Heron, for the poster', excerpt: 'Yes, take it.' },
    ])
  })

  it('the posts of a thread that both deleted are removed', async () => {
    const id = await addConversation(mira, ines)
    for (const as of [mira, ines]) await jsonOf(deleteThread(as, id))
    const left = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM message_posts WHERE thread_id = ?1) + (SELECT count(*) FROM message_topics
        WHERE thread_id = ?1) AS number`,
    )
      .bind(id)
      .first('number')
    expect(left).toBe(0)
  })

  it('the key of a thread that both deleted begins no other thread', async () => {
    const [vera, nell, blocker, key] = [await addPerson(), await addPerson(), await addPerson(), crypto.randomUUID()]
    const id = await addThread(vera, nell, { key })
    for (const as of [vera, nell]) await jsonOf(deleteThread(as, id))
    await addBlock(blocker, vera)
    await jsonOf(writeMessage(vera, blocker, { key, sketch: await addSketch(nell) }))
    expect((await topicsOf(blocker, 'requests')).counts).toMatchObject({ inbox: { total: 0 }, requests: { total: 0 } })
    const kept = await env.DB.prepare('SELECT count(*) AS number FROM message_posts WHERE user_id = ?')
      .bind(vera.id)
      .first('number')
    expect(kept).toBe(0)
  })

  it('the key of an earlier reply begins no thread', async () => {
    const [vera, key] = [await addPerson(), crypto.randomUUID()]
    await jsonOf(replyTo(mira, await addConversation(mira, ines), { key }))
    expect(await errorOf(writeMessage(mira, vera, { key }))).toEqual([403, 'forbidden'])
    expect((await topicsOf(vera, 'requests')).counts).toMatchObject({ requests: { total: 0 } })
  })

  it('a long thread that both deleted is gone at once, and its posts are removed in parts', async () => {
    const id = await addConversation(mira, ines)
    await fillThread(id, mira, 1200)
    for (const as of [mira, ines]) await jsonOf(deleteThread(as, id))
    expect(await errorOf(replyTo(mira, id))).toEqual([404, 'not_found'])
    const postsLeft = () =>
      env.DB.prepare('SELECT count(*) AS number FROM message_posts WHERE thread_id = ?').bind(id).first('number')
    expect(await postsLeft()).toBe(700)
    await removePostsLeft(openDb(env.DB))
    expect(await postsLeft()).toBe(0)
    const marked = await env.DB.prepare(
      'SELECT count(*) AS number FROM message_threads WHERE has_posts_left = 1',
    ).first()
    expect(marked).toEqual({ number: 0 })
  })
})

/** Adds old posts after the second one, up to a number. */
async function fillThread(id: number, author: Person, upTo: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO message_posts (thread_id, number, user_id, text, idempotency_key, created_at)
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
      SELECT ?1, i, ?2, 'Post ' || i, 'filled ' || ?1 || ' ' || i, 0 FROM n`,
  )
    .bind(id, author.id, upTo)
    .run()
}

describe('pages of messages [2 §9]', () => {
  const THREADS = 2 * MESSAGES_PAGE_SIZE + 1
  const POSTS = 2 * POSTS_PAGE_SIZE + 1
  const thread = { id: 0 }
  let vera: Person
  beforeAll(async () => {
    vera = await addPerson()
    thread.id = await addConversation(vera, ines)
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO message_threads (from_id, to_id, state, idempotency_key, created_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
          SELECT ?1, ?2, 'accepted', 'filled ' || i, 0 FROM n`,
      ).bind(vera.id, ines.id, THREADS - 1),
      env.DB.prepare(
        `INSERT INTO message_topics (user_id, thread_id, other_id, subject, folder, latest_user_id, latest_at)
          SELECT ?1, id, ?2, 'Filled', 'inbox', ?1, id / 3 FROM message_threads WHERE from_id = ?1 AND id <> ?3`,
      ).bind(vera.id, ines.id, thread.id),
    ])
    await fillThread(thread.id, vera, POSTS)
  })

  it('the list of threads has 25 a page, and its cursor leads to each thread once', async () => {
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const page = await topicsOf(vera, 'inbox', `&cursor=${cursor}`)
      expect(page.items.length).toBeLessThanOrEqual(MESSAGES_PAGE_SIZE)
      seen.push(...page.items.map(({ id }) => id))
      if (page.done) break
      cursor = page.cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([THREADS, THREADS])
  })

  it('a page of threads can be asked for by its number, with GET and POST [2 §7]', async () => {
    const read = await topicsOf(vera, 'inbox', `&page=3&pageSize=${MESSAGES_PAGE_SIZE}`)
    expect(read).toMatchObject({ page: 3, done: true })
    expect(read.items).toHaveLength(1)
    const body = { page: 3, pageSize: MESSAGES_PAGE_SIZE }
    expect(await requestJson('/api/v2/messages', { as: vera, body })).toEqual(read)
  })

  it('a thread has 50 posts a page, and its cursor leads to each post once', async () => {
    const first = await postsOf(vera, thread.id)
    const second = await postsOf(vera, thread.id, `&cursor=${first.cursor}`)
    const third = await postsOf(vera, thread.id, `&cursor=${second.cursor}`)
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids).toEqual(Array.from({ length: POSTS }, (_, index) => POSTS - index))
    expect([first.items.length, second.done, third.done]).toEqual([POSTS_PAGE_SIZE, false, true])
  })

  it('a page of posts can be asked for by its number, with GET and POST [2 §7]', async () => {
    const read = await postsOf(vera, thread.id, `&page=3&pageSize=${POSTS_PAGE_SIZE}`)
    expect(read.items.map(({ id }) => id)).toEqual([1])
    const body = { id: thread.id, page: 3, pageSize: POSTS_PAGE_SIZE }
    expect(await requestJson('/api/v2/message/posts', { as: vera, body })).toEqual(read)
  })

  it.each(['pageSize=24', 'page=0', 'page=x', 'folder=deleted'])('a wrong page is refused: %s', async (query) => {
    expect(await errorOf(sendRequest(`/api/v2/messages?${query}`, { as: vera }))).toEqual([400, 'bad_request'])
  })

  it('a cursor of another list is refused', async () => {
    const { cursor } = await topicsOf(vera)
    const path = `/api/v2/message/posts?id=${thread.id}&cursor=${cursor}`
    expect(await errorOf(sendRequest(path, { as: vera }))).toEqual([400, 'bad_cursor'])
  })

  it('a page of threads or posts reads at most three rows for each of them', async () => {
    const { cursor } = await topicsOf(vera)
    const posts = await postsOf(vera, thread.id)
    const BESIDE = 10
    for (const query of ['', `?cursor=${cursor}`])
      expect(await rowsRead(`/api/v2/messages${query}`, { as: vera })).toBeLessThan(3 * MESSAGES_PAGE_SIZE + BESIDE)
    for (const query of ['', '&page=2', `&cursor=${posts.cursor}`])
      expect(await rowsRead(`/api/v2/message/posts?id=${thread.id}${query}`, { as: vera })).toBeLessThan(
        3 * POSTS_PAGE_SIZE + BESIDE,
      )
  })
})
