import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FORUM_POST_MAX, MEMBER_LIMITS, POSTS_PAGE_SIZE, QUOTE_MAX } from '../../../contract/limits.ts'
import { addBlock } from '../../support/worker/albums.ts'
import {
  addPost,
  addTopic,
  beginTopic,
  CRITIQUE,
  deletePost,
  editPost,
  fillTopic,
  moderate,
  topicOf,
  topicsOf,
  writePost,
} from '../../support/worker/forum.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { countRows, countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const two = async () => [await addRegular(), await addRegular()] as const
const textsOf = async (as: Person | null, topic: number) => (await topicOf(as, topic)).items.map(({ text }) => text)
const backdate = (post: number, minutes: number) =>
  env.DB.prepare('UPDATE forum_posts SET created_at = created_at - ? WHERE id = ?')
    .bind(minutes * 60_000, post)
    .run()

/** The posts of which a member has notifications. */
async function notifiedOf({ id }: Person): Promise<number[]> {
  const select = 'SELECT forum_post_id FROM notifications WHERE user_id = ? ORDER BY forum_post_id'
  const { results } = await env.DB.prepare(select).bind(id).run<{ forum_post_id: number }>()
  return results.map(({ forum_post_id }) => forum_post_id)
}

afterEach(() => vi.useRealTimers())

describe('topics and posts of the forum', () => {
  it('a topic has a title, a category and its posts in their order', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    await addPost(ines, id)
    const { topic, items, page, pages } = await topicOf(null, id)
    expect(topic).toMatchObject({ title: 'Muddy reflections', category: { id: CRITIQUE }, posts: 2, state: 'open' })
    expect(items).toMatchObject([
      { number: 1, user: { id: pia.id }, text: 'What am I doing wrong?', deleted: null },
      { number: 2, user: { id: ines.id }, text: 'A clean brush for every pass.' },
    ])
    expect([page, pages]).toEqual([1, 1])
  })

  it('a page of a topic has fifty post numbers, and deletions move no post to another page', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    await fillTopic(pia, id, POSTS_PAGE_SIZE)
    const [first] = (await topicOf(pia, id)).items
    await jsonOf(deletePost(pia, first?.id ?? 0))
    const { items, pages } = await topicOf(null, id, 2)
    expect(items.map(({ number }) => number)).toEqual([POSTS_PAGE_SIZE + 1])
    expect(pages).toBe(2)
  })

  it('the last page of a long topic reads as few rows as the first', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    await fillTopic(pia, id, POSTS_PAGE_SIZE * 20 - 1)
    const first = await rowsRead(`/api/v2/forum/topic/${id}`)
    expect(first).toBeLessThanOrEqual(POSTS_PAGE_SIZE * 3)
    expect(await rowsRead(`/api/v2/forum/topic/${id}?page=20`)).toBeLessThanOrEqual(first)
  })

  it('repeated calls with the same key begin one topic and add one post', async () => {
    const [pia, ines] = await two()
    const key = crypto.randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => addTopic(pia, { key })))
    expect(new Set(ids).size).toBe(1)
    const id = ids[0] ?? 0
    await Promise.all([1, 2, 3].map(() => addPost(ines, id, { key })))
    expect(await textsOf(null, id)).toHaveLength(2)
  })

  it('the key of a post begins no topic, which would have no first post', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    const key = crypto.randomUUID()
    await addPost(pia, id, { key })
    const before = (await topicsOf(pia)).items.length
    expect(await errorOf(beginTopic(pia, { key }))).toEqual([403, 'forbidden'])
    expect((await topicsOf(pia)).items).toHaveLength(before)
  })

  it('a repeated call notifies nobody: neither of a deleted post, nor in the place of a later one', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    const key = crypto.randomUUID()
    const post = await addPost(ines, id, { key })
    await env.DB.prepare('UPDATE forum_readers SET notified = 0 WHERE topic_id = ?').bind(id).run()
    const later = Date.now() + 1000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    await addPost(ines, id, { key })
    vi.setSystemTime(later + 1000)
    const next = await addPost(ines, id)
    expect(await notifiedOf(pia)).toEqual([post.id, next.id])
    await jsonOf(deletePost(ines, post.id))
    await env.DB.prepare('UPDATE forum_readers SET notified = 0 WHERE topic_id = ?').bind(id).run()
    vi.setSystemTime(later + 2000)
    await addPost(ines, id, { key })
    expect(await notifiedOf(pia)).toEqual([next.id])
  })

  it('posts written at the same time get different numbers', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    await Promise.all([pia, ines, pia, ines].map((as) => addPost(as, id)))
    expect((await topicOf(null, id)).items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })

  it.each([
    { text: ' \n' },
    { text: 'x'.repeat(FORUM_POST_MAX + 1) },
    { title: '' },
    { key: 'short' },
    { pinned: true },
  ])('a topic with a wrong or unknown field is refused: %j', async (fields) => {
    expect(await errorOf(beginTopic(await addPerson(), fields))).toEqual([400, 'bad_request'])
  })

  it('a topic in a missing category, and a post in a missing topic, are refused', async () => {
    const pia = await addPerson()
    expect(await errorOf(beginTopic(pia, { category: 999 }))).toEqual([404, 'not_found'])
    expect(await errorOf(writePost(pia, 999_999))).toEqual([404, 'not_found'])
  })

  it('a quote of a post that does not exist yet is left out, also after that post was written', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    expect((await addPost(ines, id, { quote: 3 })).quote).toBeNull()
    await addPost(pia, id, { text: 'Later' })
    expect((await topicOf(null, id)).items.map(({ quote }) => quote)).toEqual([null, null, null])
  })

  it('a post shows the beginning of the post that it quotes, until that is deleted', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia, { text: 'w'.repeat(QUOTE_MAX + 1) })
    const post = await addPost(ines, id, { quote: 1 })
    expect(post.quote).toEqual({ number: 1, nickname: pia.nickname, text: `${'w'.repeat(QUOTE_MAX)}…` })
    const [first] = (await topicOf(pia, id)).items
    await jsonOf(deletePost(pia, first?.id ?? 0))
    expect((await topicOf(null, id)).items[1]?.quote).toBeNull()
  })

  it.each(['https://prints.example/abc', '/sketch/123456', '@NoorOfTheDunes'])(
    'a quote ends before an address or a name that would be cut: %s',
    async (last) => {
      const [pia, ines] = await two()
      const start = 'é '.repeat((QUOTE_MAX - 12) / 2)
      const id = await addTopic(pia, { text: start + last })
      expect((await addPost(ines, id, { quote: 1 })).quote?.text).toBe(`${start}…`)
    },
  )

  it('a quote of a text of the greatest length of a quote is whole', async () => {
    const [pia, ines] = await two()
    const text = `${'é '.repeat((QUOTE_MAX - 6) / 2)}/sketc`
    const id = await addTopic(pia, { text })
    expect((await addPost(ines, id, { quote: 1 })).quote?.text).toBe(text)
  })
})

describe('sketches attached to posts', () => {
  it.each([
    ['mature', 1],
    ['violation', 'copyright'],
    ['unlisted', 1],
  ])('an attached sketch is hidden from others when it is not for everyone: %s', async (column, value) => {
    const [pia, ines] = await two()
    const sketch = await addSketch(pia)
    const id = await addTopic(pia, { sketch })
    expect((await topicOf(null, id)).items[0]?.sketch).toMatchObject({ hidden: false, id: sketch })
    await env.DB.prepare(`UPDATE sketches SET ${column} = ? WHERE id = ?`).bind(value, sketch).run()
    for (const as of [null, ines]) expect((await topicOf(as, id)).items[0]?.sketch).toEqual({ hidden: true })
    expect((await topicOf(pia, id)).items[0]?.sketch).toMatchObject({ hidden: false })
  })

  it('a sketch of another member cannot be attached', async () => {
    const [pia, ines] = await two()
    const sketch = await addSketch(ines)
    expect(await errorOf(beginTopic(pia, { sketch }))).toEqual([403, 'forbidden'])
    expect(await errorOf(writePost(pia, await addTopic(pia), { sketch }))).toEqual([403, 'forbidden'])
  })
})

describe('edited and deleted posts', () => {
  it('an edit that is refused writes nothing', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    const post = await addPost(ines, id)
    await backdate(post.id, 16)
    const call = { as: ines, body: { id: post.id, text: 'Two.' } }
    const { written } = await countRows(async (bindings) => {
      const reply = sendRequestWith(bindings, '/api/v2/forum/post/edit', call)
      expect(await errorOf(reply)).toEqual([409, 'too_late_to_edit'])
    })
    expect(written).toBe(0)
  })

  it('a post can be edited for 15 minutes, by its author only', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    const post = await addPost(pia, id)
    expect(await errorOf(editPost(ines, post.id, 'Mine now'))).toEqual([403, 'forbidden'])
    await jsonOf(editPost(pia, post.id, 'Three values.'))
    expect((await topicOf(null, id)).items[1]).toMatchObject({ text: 'Three values.', edited: true })
    await backdate(post.id, 16)
    expect(await errorOf(editPost(pia, post.id, 'Two.'))).toEqual([409, 'too_late_to_edit'])
  })

  it('a deleted post keeps its number and loses its text', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia)
    const post = await addPost(ines, id)
    expect(await errorOf(deletePost(pia, post.id))).toEqual([403, 'forbidden'])
    await jsonOf(deletePost(ines, post.id))
    expect((await topicOf(null, id)).items[1]).toMatchObject({ number: 2, text: '', deleted: 'author' })
    expect(await errorOf(deletePost(ines, post.id))).toEqual([404, 'not_found'])
  })

  it('staff delete a post with a reason, which the staff log keeps with the text', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    const post = await addPost(pia, id, { text: 'Buy my prints' })
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(deletePost(staff, post.id))).toEqual([400, 'bad_request'])
    await jsonOf(deletePost(staff, post.id, 'Advertising.'))
    expect((await topicOf(null, id)).items[1]).toMatchObject({ text: '', deleted: 'staff' })
    const entry = await env.DB.prepare(
      "SELECT action, user_id, reason, changes FROM audit_log WHERE target_type = 'post' AND target_id = ?",
    )
      .bind(post.id)
      .first()
    expect(entry).toMatchObject({ action: 'delete', user_id: pia.id, reason: 'Advertising.' })
    expect(JSON.parse(String(entry?.changes))).toEqual({ text: ['Buy my prints', null] })
  })

  it('deleting a post reads no more rows when many posts of the topic were deleted before', async () => {
    const [pia, ines] = await two()
    const rowsAfter = async (deleted: number) => {
      const id = await addTopic(pia)
      await fillTopic(pia, id, deleted)
      await env.DB.prepare(`UPDATE forum_posts SET text = '', deleted_at = 1, deleted_by = 'author' WHERE topic_id = ?`)
        .bind(id)
        .run()
      const post = await addPost(ines, id)
      await addPost(ines, id)
      return countRowsRead((bindings) =>
        jsonOf(sendRequestWith(bindings, '/api/v2/forum/post/delete', { as: ines, body: { id: post.id } })),
      )
    }
    expect(await rowsAfter(200)).toBe(await rowsAfter(2))
  })

  it('a topic is removed when all of its posts are deleted', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    const [post] = (await topicOf(pia, id)).items
    await jsonOf(deletePost(pia, post?.id ?? 0))
    expect(await errorOf(sendRequest(`/api/v2/forum/topic/${id}`, { as: null }))).toEqual([404, 'not_found'])
    expect((await topicsOf(pia, 'show=own')).items).toEqual([])
  })
})

describe('blocks in the forum [1 §5]', () => {
  it.each(['the author', 'the reader'])('posts are hidden in both directions when %s blocks', async (who) => {
    const [pia, ines] = await two()
    const id = await addTopic(await addRegular())
    await addPost(pia, id, { text: 'Hello' })
    await addPost(await addRegular(), id, { text: 'Quoting', quote: 2 })
    await (who === 'the author' ? addBlock(pia, ines) : addBlock(ines, pia))
    expect(await textsOf(ines, id)).not.toContain('Hello')
    expect((await topicOf(ines, id)).items.at(-1)).toMatchObject({ text: 'Quoting', quote: null })
    expect(await textsOf(await addPerson({ flags: 'm' }), id)).toContain('Hello')
  })

  it('a topic begun by a blocked member is not shown, and nobody writes in it across the block', async () => {
    const [pia, ines] = await two()
    const id = await addTopic(pia, { title: 'Behind a block' })
    await addBlock(pia, ines)
    expect(await errorOf(sendRequest(`/api/v2/forum/topic/${id}`, { as: ines }))).toEqual([404, 'not_found'])
    expect(await errorOf(writePost(ines, id))).toEqual([404, 'not_found'])
    expect((await topicsOf(ines)).items.map(({ title }) => title)).not.toContain('Behind a block')
    const watched = sendRequest('/api/v2/forum/watch', { as: ines, body: { topic: id, on: true } })
    expect(await errorOf(watched)).toEqual([404, 'not_found'])
    expect(await textsOf(null, id)).toHaveLength(1)
  })
})

describe('limits of new members', () => {
  it('a new member has a lower limit of topics a day, and the refusal says so', async () => {
    const pia = await addPerson()
    for (let count = 0; count < MEMBER_LIMITS.topicsPerDay.new; count++) await addTopic(pia)
    expect(await errorOf(beginTopic(pia))).toEqual([409, 'forum_limit'])
    await env.DB.prepare('UPDATE users SET hearts_received = 5 WHERE id = ?').bind(pia.id).run()
    await addTopic(pia)
  })

  it('a new member has a lower limit of links, also in edits', async () => {
    const [pia, ines] = [await addPerson(), await addRegular()]
    const text = 'https://a.example '.repeat(MEMBER_LIMITS.linksPerPost.new + 1)
    const id = await addTopic(pia)
    expect(await errorOf(writePost(pia, id, { text }))).toEqual([409, 'link_limit'])
    const post = await addPost(pia, id)
    expect(await errorOf(editPost(pia, post.id, text))).toEqual([409, 'link_limit'])
    await addPost(ines, id, { text })
  })

  it('a member writes a limited number of posts a day', async () => {
    const pia = await addPerson()
    const id = await addTopic(pia)
    await fillTopic(pia, id, MEMBER_LIMITS.postsPerDay.new - 1)
    expect(await errorOf(writePost(pia, id))).toEqual([409, 'forum_limit'])
  })
})

describe('moderated topics', () => {
  it('members cannot write in a locked topic, staff can', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    const post = await addPost(pia, id)
    await jsonOf(moderate(id, { action: 'lock' }))
    expect(await errorOf(writePost(pia, id))).toEqual([409, 'topic_locked'])
    expect(await errorOf(editPost(pia, post.id, 'Changed'))).toEqual([409, 'topic_locked'])
    await addPost(await addPerson({ flags: 'm' }), id)
    await jsonOf(moderate(id, { action: 'unlock' }))
    await addPost(pia, id)
  })

  it('staff edit their own posts in a locked topic', async () => {
    const staff = await addRegular({ flags: 'm' })
    const id = await addTopic(await addRegular())
    await jsonOf(moderate(id, { action: 'lock' }))
    const post = await addPost(staff, id)
    await jsonOf(editPost(staff, post.id, 'Locked, because it is answered.'))
    expect(await textsOf(null, id)).toContain('Locked, because it is answered.')
  })

  it('a removed topic is shown to staff only, until it is restored', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    await jsonOf(moderate(id, { action: 'remove' }))
    expect(await errorOf(sendRequest(`/api/v2/forum/topic/${id}`, { as: pia }))).toEqual([404, 'not_found'])
    expect((await topicOf(await addPerson({ flags: 'm' }), id)).topic.state).toBe('removed')
    await jsonOf(moderate(id, { action: 'restore' }))
    expect((await topicOf(null, id)).topic.state).toBe('open')
  })

  it.each(['remove', 'lock'] as const)(
    'staff do not take back what a colleague decided about their own topic: %s',
    async (action) => {
      const author = await addRegular({ flags: 'm' })
      const id = await addTopic(author)
      await jsonOf(moderate(id, { action }))
      const back = action === 'remove' ? 'restore' : 'unlock'
      expect(await errorOf(moderate(id, { action: back }, author))).toEqual([403, 'forbidden'])
      await jsonOf(moderate(id, { action: back }))
      await jsonOf(moderate(id, { action: 'lock' }, author))
      await jsonOf(moderate(id, { action: 'unlock' }, author))
    },
  )

  it('a locked topic is locked again when it is restored', async () => {
    const id = await addTopic(await addRegular())
    const stateAfter = async (...acts: ('lock' | 'unlock' | 'remove' | 'restore')[]) => {
      for (const action of acts) await jsonOf(moderate(id, { action }))
      return (await topicOf(null, id)).topic.state
    }
    expect(await stateAfter('lock', 'remove', 'restore')).toBe('locked')
    expect(await stateAfter('unlock', 'remove', 'restore')).toBe('open')
  })

  it('each act is on the staff log once, with its reason, the author and what changed', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia)
    for (const title of ['Water', 'Water']) await jsonOf(moderate(id, { action: 'rename', title }))
    await jsonOf(moderate(id, { action: 'move', category: 3 }))
    expect(await errorOf(moderate(id, { action: 'move', category: 999 }))).toEqual([404, 'not_found'])
    const { results } = await env.DB.prepare(
      "SELECT action, user_id, reason, changes FROM audit_log WHERE target_type = 'topic' AND target_id = ? ORDER BY id",
    )
      .bind(id)
      .all()
    const entry = { action: 'topic_moderate', user_id: pia.id, reason: 'House rules.' }
    expect(results).toEqual([
      { ...entry, changes: '{"title":["Muddy reflections","Water"]}' },
      { ...entry, changes: '{"category_id":[2,3]}' },
    ])
    expect((await topicOf(null, id)).topic).toMatchObject({ title: 'Water', category: { slug: 'technique' } })
  })
})
