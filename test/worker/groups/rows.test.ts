import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GroupList, GroupMembers, GroupRequestList } from '../../../contract/http/groups.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE, GROUPS_PAGE_SIZE } from '../../../contract/limits.ts'
import { ENTRIES_TRIED } from '../../../worker/features/groups/recents.ts'
import { addBlock } from '../../support/worker/albums.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson, sendRequestWith } from '../../support/worker/site.ts'
import { addSketches } from '../../support/worker/sketches.ts'
import { addPicture } from '../../support/worker/uploads.ts'

let mira: Person
let admin: Person
let slug: string

/** Groups with equal keys of every order but the newest, so that ties are read once. */
const addGroups = (count: number) =>
  env.DB.prepare(
    `INSERT INTO groups (slug, title, description, user_id, latest_activity_at, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      SELECT 'row-' || hex(randomblob(8)), 'Rows', '', ?1, 1, 1 FROM n`,
  )
    .bind(mira.id, count)
    .run()

/** Adds sketches to the group of the tests and to another one. */
async function fillGroup(count: number): Promise<void> {
  await addSketches(mira, count)
  await env.DB.prepare(
    `INSERT OR IGNORE INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
      SELECT groups.id, sketches.id, 1, user_id, 1, listed, listed_for_all FROM sketches
      JOIN (SELECT id FROM groups WHERE slug = ?) AS groups WHERE user_id = ?`,
  )
    .bind(slug, mira.id)
    .run()
}

beforeAll(async () => {
  mira = await addPerson()
  admin = await addPerson({ flags: 'g' })
  slug = await addGroup(mira)
  await joinGroup(admin, slug)
  await joinGroup(admin, await addGroup(mira))
  await addGroups(3 * GROUPS_PAGE_SIZE)
  await fillGroup(3 * GALLERY_PAGE_SIZE)
})

/**
 * Adds suggestions of sketches, events and requests with the admin's vote, each of another group, artist and member,
 * and members of the group of the tests.
 */
async function fillQueues(count: number): Promise<void> {
  const prefix = crypto.randomUUID()
  const ids = await addMembers(2 * count, prefix)
  const members = JSON.stringify(ids.slice(0, count))
  await addGroups(count)
  await addSketches(mira, count)
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE sketches SET user_id = id - (SELECT max(id) FROM sketches) + ?2
        WHERE id > (SELECT max(id) FROM sketches) - ?1`,
    ).bind(count, ids.at(-1)),
    env.DB.prepare(
      `INSERT INTO group_feature_requests (group_id, group_slug, group_title, sketch_id, user_id, nickname, message, created_at)
        SELECT groups.id, slug, title, (SELECT max(id) FROM sketches) - key, value, ?2, '', 1
        FROM json_each(?1) JOIN groups ON groups.id = (SELECT max(id) FROM groups) - key`,
    ).bind(members, prefix),
    env.DB.prepare(
      `INSERT INTO group_activity (kind, user_id, group_id, group_slug, group_title, sketch_id, created_at)
        SELECT 'sketch_suggested', user_id, group_id, group_slug, group_title, sketch_id, 1
        FROM group_feature_requests WHERE nickname = ?`,
    ).bind(prefix),
    env.DB.prepare(
      `INSERT INTO group_requests (title, description, sketch_id, user_id, created_at)
        SELECT 'Rows', '', (SELECT max(id) FROM sketches) - key, value, ?2 FROM json_each(?1)`,
    ).bind(members, Date.now()),
    env.DB.prepare(
      `INSERT OR IGNORE INTO group_request_votes (request_id, user_id, created_at) SELECT id, ?, 1 FROM group_requests`,
    ).bind(admin.id),
    env.DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT groups.id, value, 'member', 1 FROM groups, json_each(?2) WHERE slug = ?1`,
    ).bind(slug, members),
  ])
}

describe('rows read by the lists of groups', () => {
  it.each(['activity', 'users', 'sketches', 'glops', 'upvotes', 'newest'])(
    'a page by %s reads a few rows for each group, however many groups there are',
    async (sort) => {
      const path = `/api/v2/assist/groupStats?sort=${sort}`
      const { cursor } = await requestJson<GroupList>(path, { as: admin })
      const pages = async () => [
        await rowsRead(path, { as: admin }),
        await rowsRead(`${path}&cursor=${cursor}`, { as: admin }),
      ]
      const before = await pages()
      await addGroups(200)
      const after = await pages()
      for (const [index, rows] of after.entries()) {
        expect(rows).toBeLessThanOrEqual((before[index] ?? 0) + GROUPS_PAGE_SIZE)
        expect(rows).toBeLessThanOrEqual(3 * GROUPS_PAGE_SIZE + 5)
      }
    },
  )

  it('groups that were closed make no page of the others read more rows, and the list goes on behind them', async () => {
    const path = '/api/v2/group?action=query'
    const addClosed = async (count: number) => {
      await addGroups(count)
      await env.DB.prepare(
        `UPDATE groups SET hidden_at = 1, hidden_by = 'owner', latest_activity_at = 9000000000000, title = 'Closed'
          WHERE id > (SELECT max(id) FROM groups) - ?`,
      )
        .bind(count)
        .run()
    }
    await addClosed(GROUPS_PAGE_SIZE)
    const rows = await rowsRead(path)
    await addClosed(10 * GROUPS_PAGE_SIZE)
    expect(await rowsRead(path)).toBeLessThanOrEqual(rows)
    const titles: string[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await requestJson<GroupList>(`${path}&cursor=${cursor}`)
      titles.push(...page.items.map(({ title }) => title))
      ;({ cursor, done } = page)
    }
    expect(titles.length).toBeGreaterThan(3 * GROUPS_PAGE_SIZE)
    expect(titles).not.toContain('Closed')
    await env.DB.prepare(`DELETE FROM groups WHERE title = 'Closed'`).run()
  })

  it.each([
    ['the picture of a mature sketch', 404, (imageUrl: string) => ({ path: `${imageUrl}/200` })],
    ['its groups', 200, (_: string, id: number) => ({ path: `/api/v2/group?action=groupsForSketch&sketchId=${id}` })],
    [
      'its suggestion for a group',
      200,
      (_: string, id: number) => ({ path: '/api/v2/group', body: { action: 'remove', groupId: slug, sketchId: id } }),
    ],
  ])('decided suggestions of a sketch add no rows to those read for %s', async (_name, status, requestOf) => {
    const artist = await addPerson()
    const { id, imageUrl } = await addPicture(artist, { mature: true })
    const { path, ...request } = requestOf(imageUrl, id)
    const rows = () =>
      countRowsRead(async (bindings) => {
        const reply = await sendRequestWith(bindings, path, { ...request, as: path.startsWith('/api') ? artist : mira })
        expect([reply.status, await reply.text()]).toEqual([status, expect.anything()])
      })
    const suggest = (count: number) =>
      env.DB.prepare(
        `INSERT INTO group_feature_requests
            (group_id, group_slug, group_title, sketch_id, user_id, message, state, created_at)
          SELECT id, slug, title, ?1, ?2, '', 'rejected', 1 FROM groups WHERE slug <> ?4 ORDER BY id LIMIT ?3`,
      )
        .bind(id, mira.id, count, slug)
        .run()
    await suggest(2)
    const few = await rows()
    await suggest(50)
    expect(await rows()).toBe(few)
  })

  it.each([
    ['the sketches of a group', () => `/api/v2/group?action=sketches&groupId=${slug}`, 3],
    ['the recent sketches of all groups of a member', () => '/api/v2/user/groups_recents', 12],
  ])('%s read a few rows for each sketch, however many there are', async (_name, path, rowsPerItem) => {
    const before = await rowsRead(path(), { as: admin })
    await fillGroup(200)
    const after = await rowsRead(path(), { as: admin })
    expect(after).toBeLessThanOrEqual(before + 2)
    expect(after).toBeLessThanOrEqual(rowsPerItem * GALLERY_PAGE_SIZE + 15)
  })

  it('recent sketches of a member of many groups read each group a few times, and not for each sketch', async () => {
    const GROUPS = 50
    const viewer = await addPerson()
    await fillGroup(50)
    await joinGroup(viewer, slug)
    const path = '/api/v2/user/groups_recents'
    const before = await rowsRead(path, { as: viewer })
    await addGroups(GROUPS)
    await env.DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT id, ?1, 'member', 1 FROM groups WHERE slug LIKE 'row-%' ORDER BY id DESC LIMIT ?2`,
    )
      .bind(viewer.id, GROUPS)
      .run()
    expect(await rowsRead(path, { as: viewer })).toBeLessThanOrEqual(before + 8 * GROUPS)
  })

  it('recent sketches of groups by a blocked artist are read in parts', async () => {
    const [viewer, artist] = [await addPerson(), await addPerson()]
    const of = await addGroup(artist)
    await joinGroup(viewer, of)
    await addSketches(artist, 3 * ENTRIES_TRIED)
    await env.DB.prepare(
      `INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
        SELECT groups.id, sketches.id, 1, sketches.user_id, 1, listed, listed_for_all FROM sketches
        JOIN groups ON slug = ? WHERE sketches.user_id = ?`,
    )
      .bind(of, artist.id)
      .run()
    await addBlock(viewer, artist)
    const path = '/api/v2/user/groups_recents'
    expect(await rowsRead(path, { as: viewer })).toBeLessThan(12 * ENTRIES_TRIED)
    let pages = 0
    for (let cursor = '', done = false; !done; pages++) {
      const page = await requestJson<SketchList>(`${path}?cursor=${cursor}`, { as: viewer })
      expect(page.items).toEqual([])
      ;({ cursor, done } = page)
    }
    expect(pages).toBe(4)
    const skipped = await requestJson<SketchList>(`${path}?offset=10`, { as: viewer })
    expect(skipped).toMatchObject({ items: [], done: false, cursor: expect.stringMatching(/./) })
  })

  it.each([
    ['members of a group', () => `/api/v2/group?action=members&groupId=${slug}`, 3],
    ['suggested sketches', () => '/api/v2/assist/groupFeatures', 3],
    ['open requests', () => '/api/v2/group?action=requests', 3],
    ['requests to decide', () => '/api/v2/assist/groupRequests', 3],
    ['events', () => '/api/v2/assist/groupActivity', 3],
  ])(
    'a page of %s reads a few rows for each, however many there are and if all differ',
    async (_name, path, rowsPerItem) => {
      await fillQueues(2 * GROUPS_PAGE_SIZE)
      const before = await rowsRead(path(), { as: admin })
      await fillQueues(200)
      expect(await rowsRead(path(), { as: admin })).toBeLessThanOrEqual(before + 5)
      expect(before).toBeLessThanOrEqual(rowsPerItem * GROUPS_PAGE_SIZE + 5)
    },
  )

  it('many blocked members in a row make no page read more rows, and the list goes on behind them', async () => {
    const viewer = await addPerson()
    const group = await addGroup(viewer)
    const ids = JSON.stringify(await addMembers(2 * GROUPS_PAGE_SIZE, crypto.randomUUID()))
    await env.DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT groups.id, value, 'member', ?3 FROM groups, json_each(?2) WHERE slug = ?1`,
    )
      .bind(group, ids, Date.now() + 1)
      .run()
    const path = `/api/v2/group?action=members&groupId=${group}`
    const before = await rowsRead(path, { as: viewer })
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) SELECT ?, value, 1 FROM json_each(?)')
      .bind(viewer.id, ids)
      .run()
    // A block is one row for each member.
    expect(await rowsRead(path, { as: viewer })).toBeLessThanOrEqual(before + GROUPS_PAGE_SIZE)
    const seen: number[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await requestJson<GroupMembers>(`${path}&cursor=${cursor}`, { as: viewer })
      seen.push(...page.items.map(({ id }) => id))
      ;({ cursor, done } = page)
    }
    expect(seen).toEqual([viewer.id])
  })

  it('the last page of open requests reads no rows of those that are no longer voted on', async () => {
    const old = `INSERT INTO group_requests (title, description, user_id, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT 'Old', '', ?, 1 FROM n`
    await env.DB.prepare('DELETE FROM group_requests').run()
    const path = '/api/v2/group?action=requests'
    const before = await rowsRead(path, { as: admin })
    await env.DB.prepare(old).bind(mira.id).run()
    expect(await rowsRead(path, { as: admin })).toBeLessThanOrEqual(before + 5)
    await fillQueues(3)
    expect(await rowsRead(path, { as: admin })).toBeLessThanOrEqual(before + 3 * 3 + 5)
    expect((await requestJson<GroupRequestList>(path, { as: admin })).items).toHaveLength(3)
  })

  it('the first page of requests also reads three rows for each of the latest own ones', async () => {
    await fillQueues(GROUPS_PAGE_SIZE)
    await env.DB.prepare(
      `INSERT INTO group_requests (title, description, sketch_id, user_id, state, created_at)
        SELECT title, '', sketch_id, ?, 'approved', created_at FROM group_requests ORDER BY id DESC LIMIT 20`,
    )
      .bind(admin.id)
      .run()
    const path = '/api/v2/group?action=requests'
    const { items, own } = await requestJson<GroupRequestList>(path, { as: admin })
    expect([items.every(({ voted }) => voted), own.length]).toEqual([true, 10])
    expect(await rowsRead(path, { as: admin })).toBeLessThanOrEqual(3 * (items.length + own.length) + 5)
  })
})
