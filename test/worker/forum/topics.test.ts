import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { FoundPosts } from '../../../contract/http/forum.ts'
import { FORUM_CATEGORIES_MAX, TOPICS_PAGE_SIZE } from '../../../contract/limits.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import {
  addPost,
  addTopic,
  beginTopic,
  deletePost,
  editPost,
  fillForum,
  forumNewsOf,
  moderate,
  readTopic,
  topicOf,
  topicsOf,
  watchTopic,
  writePost,
} from '../../support/worker/forum.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const idsOf = async (as: Person | null, query: string) => (await topicsOf(as, query)).items.map(({ id }) => id)
let categories = 0

/** Adds a category as an admin; returns its id. */
async function addCategory(fields: object = {}): Promise<{ id: number; slug: string }> {
  const slug = `place-${++categories}`
  const body = {
    slug,
    name: `Place ${categories}`,
    description: '',
    reason: 'Asked for.',
    staffOnly: false,
    closed: false,
    ...fields,
  }
  await jsonOf(sendRequest('/api/v2/forum/category', { as: await addPerson({ flags: 'a' }), body }))
  const found = (await topicsOf(null)).categories.find((category) => category.slug === slug)
  return { id: found?.id ?? 0, slug }
}

describe('lists of topics', () => {
  it('the topics with the latest posts are first, and in their category the pinned ones before them', async () => {
    const pia = await addRegular()
    const { id: category, slug } = await addCategory()
    const [first, second, third] = [1, 2, 3].map(() => addTopic(pia, { category }))
    const ids = [await first, await second, await third]
    const [oldest = 0, middle = 0, newest = 0] = ids.sort((a, b) => Number(a) - Number(b)) as number[]
    await addPost(pia, middle)
    await jsonOf(moderate(oldest, { action: 'pin' }))
    expect(await idsOf(null, `category=${slug}`)).toEqual([oldest, middle, newest])
    expect((await idsOf(null, '')).filter((id) => ids.includes(id))[0]).toBe(middle)
  })

  it('a missing category is not found', async () => {
    expect(await errorOf(sendRequest('/api/v2/forum/topics?category=nowhere', { as: null }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('each topic is on one page, and the rows read do not grow with the forum', async () => {
    const pia = await addRegular()
    const { id: category, slug } = await addCategory()
    await fillForum(pia, category, TOPICS_PAGE_SIZE * 2 + 3)
    const query = `category=${slug}`
    const few = [await rowsRead(`/api/v2/forum/topics?${query}`), await rowsRead('/api/v2/forum/topics')]
    const ids: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await topicsOf(null, `${query}&cursor=${cursor}`)
      ids.push(...page.items.map(({ id }) => id))
      ;({ cursor, done } = page)
    }
    expect([ids.length, new Set(ids).size]).toEqual([TOPICS_PAGE_SIZE * 2 + 3, TOPICS_PAGE_SIZE * 2 + 3])
    await fillForum(await addRegular(), category, 2000)
    const { cursor } = await topicsOf(null, query)
    const many = [await rowsRead(`/api/v2/forum/topics?${query}`), await rowsRead('/api/v2/forum/topics')]
    const next = await rowsRead(`/api/v2/forum/topics?${query}&cursor=${cursor}`)
    for (const rows of [...few, ...many, next]) expect(rows).toBeLessThanOrEqual(TOPICS_PAGE_SIZE * 3 + 20)
  })

  it('a member finds their own topics and those that they watch', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const [own, other] = [await addTopic(ines), await addTopic(pia)]
    await watchTopic(ines, other)
    expect(await idsOf(ines, 'show=own')).toEqual([own])
    expect(await idsOf(ines, 'show=watched')).toEqual([other, own])
    await watchTopic(ines, own, false)
    expect(await idsOf(ines, 'show=watched')).toEqual([other])
  })

  it('own and watched topics of a category read one page of all of them, however many there are', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const { id: category, slug } = await addCategory()
    const fillElsewhere = async (count: number) => {
      const { id: elsewhere } = await addCategory()
      await fillForum(ines, elsewhere, count)
      await env.DB.prepare(
        `INSERT INTO forum_readers (user_id, topic_id, watched, active_at)
          SELECT user_id, id, 1, 9000000000000 FROM forum_topics WHERE category_id = ?`,
      )
        .bind(elsewhere)
        .run()
    }
    const [own, other] = [await addTopic(ines, { category }), await addTopic(pia, { category })]
    await watchTopic(ines, other)
    expect(await idsOf(ines, `show=own&category=${slug}`)).toEqual([own])
    expect(await idsOf(ines, `show=watched&category=${slug}`)).toEqual([other, own])
    const rows = (show: string) => rowsRead(`/api/v2/forum/topics?show=${show}&category=${slug}`, { as: ines })
    await fillElsewhere(TOPICS_PAGE_SIZE)
    const before = [await rows('own'), await rows('watched')]
    await fillElsewhere(500)
    // The further category is read and sorted.
    const [ownRows, watchedRows] = before.map((count) => count + 4)
    expect(await rows('own')).toBeLessThanOrEqual(ownRows ?? 0)
    expect(await rows('watched')).toBeLessThanOrEqual(watchedRows ?? 0)
    const found: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await topicsOf(ines, `show=watched&category=${slug}&cursor=${cursor}`)
      found.push(...page.items.map(({ id }) => id))
      ;({ cursor, done } = page)
    }
    expect(found).toEqual([other, own])
  })

  it('removed topics do not make the lists of own and watched topics read more rows, and the lists go on', async () => {
    const ines = await addRegular()
    const [own, { id: category }] = [await addTopic(ines), await addCategory()]
    const addRemoved = async (count: number) => {
      await fillForum(ines, category, count)
      const ofCategory = 'FROM forum_topics WHERE category_id = ?'
      await env.DB.batch(
        [
          `INSERT OR IGNORE INTO forum_readers (user_id, topic_id, watched, active_at)
            SELECT user_id, id, 1, 9000000000000 ${ofCategory}`,
          `UPDATE forum_topics SET state = 'removed', created_at = 9000000000000, idempotency_key = 'removed ' || id
            WHERE category_id = ?`,
        ].map((query) => env.DB.prepare(query).bind(category)),
      )
    }
    const rows = () =>
      Promise.all(['own', 'watched'].map((show) => rowsRead(`/api/v2/forum/topics?show=${show}`, { as: ines })))
    await addRemoved(2 * TOPICS_PAGE_SIZE)
    const before = await rows()
    await addRemoved(10 * TOPICS_PAGE_SIZE)
    expect(await rows()).toEqual(before)
    for (const show of ['own', 'watched']) {
      const found: number[] = []
      for (let cursor = '', done = false; !done; ) {
        const page = await topicsOf(ines, `show=${show}&cursor=${cursor}`)
        found.push(...page.items.map(({ id }) => id))
        ;({ cursor, done } = page)
      }
      expect([show, found]).toEqual([show, [own]])
    }
  })

  it('a removed topic leaves the own and the watched topics until it is restored, also for staff', async () => {
    for (const author of [await addRegular(), await addRegular({ flags: 'm' })]) {
      const id = await addTopic(author)
      await jsonOf(moderate(id, { action: 'remove' }))
      expect([await idsOf(author, 'show=own'), await idsOf(author, 'show=watched')]).toEqual([[], []])
      await jsonOf(moderate(id, { action: 'restore' }))
      expect([await idsOf(author, 'show=own'), await idsOf(author, 'show=watched')]).toEqual([[id], [id]])
    }
  })

  it('a topic has the number up to which the viewer has read it', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia)
    const readUpTo = async () => (await topicOf(ines, id)).topic.readUpTo
    expect(await readUpTo()).toBeNull()
    await readTopic(ines, id, 99)
    await addPost(pia, id)
    await readTopic(ines, id, 1)
    expect(await readUpTo()).toBe(1)
    const item = (await topicsOf(ines)).items.find((topic) => topic.id === id)
    expect(item).toMatchObject({ posts: 2, readUpTo: 1, watched: false })
  })
})

describe('notifications of the forum', () => {
  it('a mentioned member is notified, also after an edit, until the mention is removed', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia, { title: 'Grey', text: `@${ines.nickname} how?` })
    expect(await forumNewsOf(ines)).toEqual(['mentions in Grey #1'])
    const post = await addPost(pia, id)
    await jsonOf(editPost(pia, post.id, `And @${ines.nickname}?`))
    expect(await forumNewsOf(ines)).toEqual(['mentions in Grey #2', 'mentions in Grey #1'])
    await jsonOf(editPost(pia, post.id, 'Never mind.'))
    expect(await forumNewsOf(ines)).toEqual(['mentions in Grey #1'])
  })

  it('a quoted member is notified once, although they watch the topic', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia, { title: 'Grey' })
    await addPost(ines, id, { quote: 1, text: `@${pia.nickname} squint.` })
    expect(await forumNewsOf(pia)).toEqual(['quoted in Grey #2'])
  })

  it('a watcher is notified of the first new post, and again after reading', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia, { title: 'Grey' })
    await addPost(ines, id)
    await addPost(ines, id)
    expect(await forumNewsOf(pia)).toEqual(['comments in Grey #2'])
    await readTopic(pia, id, 3)
    await addPost(ines, id)
    expect(await forumNewsOf(pia)).toEqual(['comments in Grey #4', 'comments in Grey #2'])
  })

  it('a watcher across a block from the author of a post is notified of the next post', async () => {
    const [pia, ines, noor] = [await addRegular(), await addRegular(), await addRegular()]
    const id = await addTopic(noor, { title: 'Grey' })
    await watchTopic(pia, id)
    await block(pia, ines)
    await addPost(ines, id)
    expect(await forumNewsOf(pia)).toEqual([])
    await addPost(noor, id)
    expect(await forumNewsOf(pia)).toEqual(['comments in Grey #3'])
  })

  it('a watcher across a block from the author of the topic is not notified', async () => {
    const [pia, ines, noor] = [await addRegular(), await addRegular(), await addRegular()]
    const id = await addTopic(noor, { title: 'Grey' })
    await watchTopic(pia, id)
    await block(noor, pia)
    await addPost(ines, id)
    await env.DB.prepare('DELETE FROM blocks WHERE user_id = ?').bind(noor.id).run()
    await addPost(ines, id)
    expect(await forumNewsOf(pia)).toEqual(['comments in Grey #3'])
  })

  it('a member who stopped watching is not notified, also after writing again', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia)
    await watchTopic(pia, id, false)
    await addPost(pia, id)
    await addPost(ines, id)
    expect(await forumNewsOf(pia)).toEqual([])
  })

  it('the notifications of a deleted post and of a removed topic are deleted', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    const id = await addTopic(pia, { title: 'Grey' })
    const post = await addPost(ines, id)
    await addPost(ines, id, { text: `@${pia.nickname}` })
    await jsonOf(deletePost(ines, post.id))
    expect(await forumNewsOf(pia)).toEqual(['mentions in Grey #3'])
    await jsonOf(moderate(id, { action: 'remove' }))
    expect(await forumNewsOf(pia)).toEqual([])
  })

  it('muting the profile of a member does not mute their topics', async () => {
    const [pia, ines] = [await addRegular(), await addRegular()]
    await jsonOf(sendRequest('/api/v2/notices/mute', { as: ines, body: { profile: pia.id, muted: true } }))
    await addTopic(pia, { title: 'Grey', text: `@${ines.nickname} how?` })
    expect(await forumNewsOf(ines)).toEqual(['mentions in Grey #1'])
  })
})

describe('the search of the forum', () => {
  const found = async (query: string, as: Person | null = null) => {
    const { items } = await requestJson<FoundPosts>(`/api/v2/forum/search?query=${encodeURIComponent(query)}`, { as })
    return items.map(({ topicId, number }) => `${topicId}#${number}`)
  }

  it('words, phrases, authors and exclusions find posts, the newest first', async () => {
    const [pia, ines] = [await addRegular(), await addRegular({ nickname: 'Ines of the search' })]
    const id = await addTopic(pia, { title: 'Quicksilver skies', text: 'Clouds turn to soup' })
    await addPost(ines, id, { text: 'Lift the quicksilver with a sponge' })
    expect(await found('quicksilver')).toEqual([`${id}#2`, `${id}#1`])
    expect(await found('quicksilver -sponge')).toEqual([`${id}#1`])
    expect(await found('"turn to soup"')).toEqual([`${id}#1`])
    expect(await found('quicksilver user:"Ines of the search"')).toEqual([`${id}#2`])
    expect(await found('quicksilver from:2999')).toEqual([])
  })

  it('only the last five words of a search also match longer words', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia, { text: 'quay lamp mastic ropewalk sailcloth deckhand buoyant' })
    await addPost(pia, id, { text: 'quayside lamplight mastic ropewalk sailcloth deckhand buoyant' })
    expect(await found('quay lamp mast rope sail deck buoy')).toEqual([`${id}#1`])
    expect(await found('mast rope sail deck buoy buoy Buoy')).toEqual([`${id}#2`, `${id}#1`])
  })

  it('an edited post is found by its new words only, and a deleted one not at all', async () => {
    const pia = await addRegular()
    const id = await addTopic(pia, { text: 'Vermilion' })
    const post = await addPost(pia, id, { text: 'Viridian' })
    await jsonOf(editPost(pia, post.id, 'Heliotrope'))
    expect(await found('viridian')).toEqual([])
    expect(await found('heliotrope')).toEqual([`${id}#2`])
    await jsonOf(deletePost(pia, post.id))
    expect(await found('heliotrope')).toEqual([])
    await jsonOf(moderate(id, { action: 'remove' }))
    expect(await found('vermilion')).toEqual([])
  })
})

describe('categories', () => {
  it('members read a closed category and write nothing in it', async () => {
    const { id: category, slug } = await addCategory()
    const pia = await addRegular()
    const topic = await addTopic(pia, { category })
    const body = { id: category, name: 'Closed', description: '', reason: 'Asked for.', staffOnly: false, closed: true }
    await jsonOf(sendRequest('/api/v2/forum/category', { as: await addPerson({ flags: 'm' }), body }))
    expect(await errorOf(beginTopic(pia, { category }))).toEqual([403, 'forbidden'])
    expect(await errorOf(writePost(pia, topic))).toEqual([403, 'forbidden'])
    expect(await idsOf(null, `category=${slug}`)).toEqual([topic])
  })

  it('only staff begin topics in a category for staff, and everyone can reply', async () => {
    const { id: category } = await addCategory({ staffOnly: true })
    const pia = await addRegular()
    expect(await errorOf(beginTopic(pia, { category }))).toEqual([403, 'forbidden'])
    await addPost(pia, await addTopic(await addPerson({ flags: 'm' }), { category }))
  })

  it('staff put the categories into another order', async () => {
    const before = (await topicsOf(null)).categories.map(({ id }) => id)
    const ids = [...before].reverse()
    await jsonOf(sendRequest('/api/v2/forum/categories', { as: await addPerson({ flags: 'm' }), body: { ids } }))
    expect((await topicsOf(null)).categories.map(({ id }) => id)).toEqual(ids)
  })

  it('two categories do not share an address, and reserved addresses are refused', async () => {
    const { slug } = await addCategory()
    const body = { slug, name: 'Other', description: '', reason: 'Asked for.', staffOnly: false, closed: false }
    const as = await addPerson({ flags: 'm' })
    expect(await errorOf(sendRequest('/api/v2/forum/category', { as, body }))).toEqual([409, 'slug_taken'])
    const reserved = { ...body, slug: 'topic' }
    expect(await errorOf(sendRequest('/api/v2/forum/category', { as, body: reserved }))).toEqual([400, 'bad_request'])
  })

  it(`the forum has at most ${FORUM_CATEGORIES_MAX} categories`, async () => {
    const fill = `INSERT INTO forum_categories (slug, name, description, position)
      SELECT 'filler-' || value, 'Filler', '', 100 FROM json_each(?)
      WHERE (SELECT count(*) FROM forum_categories) + key < ${FORUM_CATEGORIES_MAX}`
    await env.DB.prepare(fill)
      .bind(JSON.stringify([...Array(FORUM_CATEGORIES_MAX).keys()]))
      .run()
    const body = {
      slug: 'one-more',
      name: 'One more',
      description: '',
      reason: 'Asked for.',
      staffOnly: false,
      closed: false,
    }
    const as = await addPerson({ flags: 'm' })
    expect(await errorOf(sendRequest('/api/v2/forum/category', { as, body }))).toEqual([409, 'category_limit'])
    await env.DB.exec("DELETE FROM forum_categories WHERE slug LIKE 'filler-%'")
  })

  it('each change of a category is on the staff log', async () => {
    const { id } = await addCategory({ name: 'Paper' })
    const entry = await env.DB.prepare(
      "SELECT action, reason, changes FROM audit_log WHERE target_type = 'category' AND target_id = ?",
    )
      .bind(id)
      .first<{ action: string; reason: string; changes: string }>()
    expect(entry).toMatchObject({ action: 'category_edit', reason: 'Asked for.' })
    expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ name: [null, 'Paper'] })
  })
})
