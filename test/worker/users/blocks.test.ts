import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FanList } from '../../../contract/http/users.ts'
import {
  BLOCKS_COUNTED_MAX,
  BLOCKS_PER_MEMBER_MAX,
  HIDDEN_ENTRIES_COUNTED_MAX,
  MEMBER_LIMITS,
  UNBLOCK_EDITS,
} from '../../../contract/limits.ts'
import { addAlbum } from '../../support/worker/albums.ts'
import { addChallenge } from '../../support/worker/challenges.ts'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { addCompo } from '../../support/worker/compos.ts'
import { addBlocks, becomeFan, block, postAboutUser, profileOf, unblock } from '../../support/worker/fans-and-blocks.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addThread } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const blocked = <T = { items: number[] }>(as: Person, query = ''): Promise<T> =>
  requestJson(`/api/v2/user/blocked?${query}`, { as })

/** Adds sketches to a collection, and to the latest challenge, compo and group. */
async function fillLists(album: number, sketchIds: number[]): Promise<void> {
  const ids = JSON.stringify(sketchIds)
  const add = (table: string, columns: string, values: string) =>
    env.DB.prepare(
      `INSERT INTO ${table} (${columns}, sketch_id, artist_id, listed, listed_for_all)
        SELECT ${values}, id, user_id, listed, listed_for_all FROM sketches
        WHERE id IN (SELECT value FROM json_each(?1))`,
    )
  await env.DB.batch([
    add('challenge_entries', 'challenge_id, entered_at', '(SELECT max(id) FROM challenges), 1').bind(ids),
    add('compo_entries', 'compo_id, entered_at, lot', '(SELECT max(id) FROM compos), 1, 1').bind(ids),
    add('group_sketches', 'group_id, slot, added_at', '(SELECT max(id) FROM groups), 1, 1').bind(ids),
    add(
      'album_sketches',
      'album_id, position, mode, owner_id',
      '?2, id, 1, (SELECT albums.user_id FROM albums WHERE albums.id = ?2)',
    ).bind(ids, album),
  ])
}

describe('blocking a member', () => {
  it('the profile of a blocked member shows only who they are', async () => {
    const [mira, ines] = [await addPerson(), await addPerson({ about: 'secret' })]
    await block(mira, ines)
    expect(await profileOf(ines, mira)).toEqual({
      hidden: true,
      id: ines.id,
      nickname: ines.nickname,
      avatar: null,
      blocking: true,
    })
  })

  it('the profile of a member is shown again once they are unblocked', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    await unblock(mira, ines)
    expect(await profileOf(ines, mira)).toMatchObject({ hidden: false, blocking: false })
  })

  it('the blocked member finds nobody', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    expect(await errorOf(sendRequest(`/api/user/${mira.id}`, { as: ines }))).toEqual([404, 'not_found'])
    expect(await errorOf(postAboutUser('/api/fan', ines, mira))).toEqual([404, 'not_found'])
    expect(await profileOf(mira)).toMatchObject({ hidden: false })
  })

  it('a block hides nothing from staff', async () => {
    const [mira, gloperator] = [await addPerson(), await addPerson({ flags: 'm' })]
    await block(mira, gloperator)
    expect(await profileOf(mira, gloperator)).toMatchObject({ hidden: false, blocking: false })
  })

  it('a block ends the fan relation in both directions', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(mira, ines)
    await becomeFan(ines, mira)
    await block(mira, ines)
    for (const person of [mira, ines]) expect(await profileOf(person)).toMatchObject({ fans: 0 })
    await unblock(mira, ines)
    expect(await profileOf(ines, mira)).toMatchObject({ isFanOf: false })
  })

  it('repeated blocks and unblocks count once', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await Promise.all(Array.from({ length: 4 }, () => block(mira, ines)))
    expect((await blocked(mira)).items).toEqual([ines.id])
    await unblock(mira, ines)
    await unblock(mira, ines)
    expect((await blocked(mira)).items).toEqual([])
  })

  it('a member may unblock a limited number of times a day, and block always', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    await unblock(mira, ines)
    await block(mira, ines)
    await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ?')
      .bind(MEMBER_LIMITS.editsPerDay.new, mira.id)
      .run()
    expect(await errorOf(postAboutUser('/api/v2/user/unblock', mira, ines))).toEqual([409, 'edit_limit'])
    expect((await blocked(mira)).items).toEqual([ines.id])
    const tomo = await addPerson()
    await unblock(mira, tomo)
    await block(mira, tomo)
    expect((await blocked(mira)).items).toEqual([tomo.id, ines.id])
  })

  const editsOf = (member: Person) =>
    env.DB.prepare("SELECT sum(edits) AS n FROM member_counts WHERE user_id = ? AND grain = 'hour'")
      .bind(member.id)
      .first('n')

  it.each(['the blocking member', 'the blocked member'])(
    'an unblock of a member with a common thread counts as 20 edits: written by %s',
    async (author) => {
      const [mira, ines, tomo] = [await addPerson(), await addPerson(), await addPerson()]
      const write = (other: Person) =>
        author === 'the blocking member' ? addThread(mira, other) : addThread(other, mira)
      for (const other of [ines, tomo]) {
        await write(other)
        await block(mira, other)
      }
      await unblock(mira, ines)
      expect(await editsOf(mira)).toBe(UNBLOCK_EDITS)
      await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits > 0')
        .bind(MEMBER_LIMITS.editsPerDay.new - UNBLOCK_EDITS + 1, mira.id)
        .run()
      expect(await errorOf(postAboutUser('/api/v2/user/unblock', mira, tomo))).toEqual([409, 'edit_limit'])
      await env.DB.prepare('UPDATE member_counts SET edits = edits - 1 WHERE user_id = ? AND edits > 0')
        .bind(mira.id)
        .run()
      await unblock(mira, tomo)
      expect((await blocked(mira)).items).toEqual([])
    },
  )

  it('an unblock of a member without common threads counts as one edit', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addThread(mira, await addPerson())
    await block(mira, ines)
    await unblock(mira, ines)
    await unblock(mira, ines)
    expect(await editsOf(mira)).toBe(1)
  })

  it('a member blocks a limited number of others, and repeats a block that is there', async () => {
    const [mira, ines, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    await block(mira, ines)
    await addBlocks(mira, BLOCKS_PER_MEMBER_MAX - 1)
    expect(await errorOf(postAboutUser('/api/v2/user/block', mira, tomo))).toEqual([409, 'block_limit'])
    await block(mira, ines)
    await unblock(mira, ines)
    await block(mira, tomo)
  })

  /** Adds an item to each list with counts. Returns how many rows the lists read for a member. */
  async function listsWithCounts(as: Person): Promise<() => Promise<number[]>> {
    await addChallenge(as)
    await addCompo()
    await addGroup(as)
    const lists = [
      '/api/v2/challenge',
      '/api/v2/compo',
      '/api/v2/group?action=query',
      `/api/v2/album/list?userId=${as.id}`,
    ]
    return () => Promise.all(lists.map((path) => rowsRead(path, { as })))
  }

  it('more than a hundred blocks each way make no list with counts read more rows', async () => {
    const mira = await addPerson()
    await addAlbum(mira, { collection: true })
    const costs = await listsWithCounts(mira)
    await addBlocks(mira, BLOCKS_COUNTED_MAX)
    const before = await costs()
    await addBlocks(mira, 300)
    expect(await costs()).toEqual(before)
  })

  it('many sketches of a blocked member, and many own mature ones, make no list with counts read more rows', async () => {
    const [mira, artist] = [await addPerson(), await addPerson()]
    const album = await addAlbum(mira, { collection: true })
    const costs = await listsWithCounts(mira)
    const fill = async (by: Person, count: number, fields: { mature?: boolean }) =>
      fillLists(album, await addSketches(by, count, fields))
    await block(mira, artist)
    for (const mature of [false, true]) await fill(artist, HIDDEN_ENTRIES_COUNTED_MAX, { mature })
    await fill(mira, HIDDEN_ENTRIES_COUNTED_MAX, { mature: true })
    const before = await costs()
    for (const mature of [false, true]) await fill(artist, 300, { mature })
    await fill(mira, 300, { mature: true })
    expect(await costs()).toEqual(before)
  })

  it('a block needs a login and another existing member', async () => {
    const mira = await addPerson()
    expect(await errorOf(postAboutUser('/api/v2/user/block', mira, mira))).toEqual([403, 'forbidden'])
    expect(await errorOf(postAboutUser('/api/v2/user/block', mira, { id: 999_999 }))).toEqual([404, 'not_found'])
    expect(await errorOf(postAboutUser('/api/v2/user/block', null, mira))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(sendRequest('/api/v2/user/unblock', { as: mira, body: {} }))).toEqual([400, 'bad_request'])
  })

  it('only the blocking member ends a block', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    await unblock(ines, mira)
    expect((await blocked(mira)).items).toEqual([ines.id])
  })
})

describe('the list of blocked members [2 §7]', () => {
  it('the list has names and dates on request', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    for (const query of ['infos=1', 'infos=true&both=true']) {
      const { items } = await blocked<FanList>(mira, query)
      expect(items).toMatchObject([{ id: ines.id, nickname: ines.nickname, date: expect.any(String) }])
    }
  })

  it('the list has the members who block on request, only as ids', async () => {
    const [mira, ines, noor] = [await addPerson(), await addPerson(), await addPerson()]
    await block(mira, ines)
    await block(noor, mira)
    expect((await blocked<FanList>(mira, 'infos=true&both=true')).items).toMatchObject([{ id: ines.id }])
    expect((await blocked(mira, 'both=0')).items).toEqual([ines.id])
    expect((await blocked(mira, 'both=1')).items).toEqual([ines.id, noor.id])
    expect((await blocked(noor, 'both=1')).items).toEqual([mira.id])
  })

  it('a malformed request for the list is refused', async () => {
    const reply = sendRequest('/api/v2/user/blocked?both=2', { as: await addPerson() })
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
  })

  it('a block in both directions lists the member once', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    await block(ines, mira)
    expect((await blocked(mira, 'both=1')).items).toEqual([ines.id])
  })
})

describe('comments across a block [1 §5]', () => {
  async function makeTalk() {
    const [owner, mira, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const sketch = await addSketch(owner)
    await addComment(mira, sketch, 'from mira')
    await addComment(ines, sketch, 'from ines')
    return { owner, mira, ines, sketch }
  }
  const textsOf = async (sketch: number, as: Person | null) =>
    (await commentsOf(sketch, '', as)).items.map((item) => item.comment)

  it('a block hides the comments of each member from the other', async () => {
    const { mira, ines, sketch } = await makeTalk()
    await block(mira, ines)
    expect(await textsOf(sketch, mira)).toEqual(['from mira'])
    expect(await textsOf(sketch, ines)).toEqual(['from ines'])
  })

  it('a block hides no comments from anyone else', async () => {
    const { owner, mira, ines, sketch } = await makeTalk()
    await block(mira, ines)
    for (const as of [null, owner, await addPerson()]) expect(await textsOf(sketch, as)).toHaveLength(2)
  })

  it('comments are shown again once the block has ended', async () => {
    const { mira, ines, sketch } = await makeTalk()
    await block(mira, ines)
    await unblock(mira, ines)
    expect(await textsOf(sketch, mira)).toHaveLength(2)
  })

  it('the owner of the page sees comments across a block', async () => {
    const { owner, mira, ines, sketch } = await makeTalk()
    await block(owner, mira)
    await block(ines, owner)
    expect((await commentsOf(sketch, '', owner)).items).toMatchObject([
      { comment: 'from ines', canDelete: true },
      { comment: 'from mira', canDelete: true },
    ])
  })

  it('the owner of the page deletes comments across a block', async () => {
    const { owner, mira, ines, sketch } = await makeTalk()
    const { items } = await commentsOf(sketch, '', owner)
    await block(owner, mira)
    await block(ines, owner)
    for (const { id } of items) expect(await jsonOf(deleteComment(owner, id))).toEqual({ ok: true })
  })

  describe('a page of comments of which some are hidden', () => {
    let mira: Person
    let sketch: number
    beforeAll(async () => {
      const [owner, ines] = [await addPerson(), await addPerson()]
      mira = await addPerson()
      sketch = await addSketch(owner)
      for (let n = 0; n < 6; n++) await addComment(owner, sketch, `shown ${n}`)
      for (let n = 0; n < 12; n++) await addComment(ines, sketch, `hidden ${n}`)
      await block(mira, ines)
    })

    it('hidden comments make the page shorter', async () => {
      expect(await commentsOf(sketch, '', mira)).toMatchObject({ items: [], done: false, total: 18 })
    })

    it('the next page continues where the shorter one ended', async () => {
      const { cursor } = await commentsOf(sketch, '', mira)
      const next = await commentsOf(sketch, `&count=all&cursor=${cursor}`, mira)
      expect(next.items.map((item) => item.comment)).toEqual([5, 4, 3, 2, 1, 0].map((n) => `shown ${n}`))
    })

    it('the page reads few rows', async () => {
      expect(await rowsRead(`/api/comments/${sketch}?type=sketch`, { as: mira })).toBeLessThanOrEqual(45)
    })
  })

  /** Two comments on a page of another member, by two members with a block between them. */
  async function makeBlockedTalk() {
    const talk = await makeTalk()
    const { items } = await commentsOf(talk.sketch)
    await block(talk.ines, talk.mira)
    return { ...talk, fromInes: items.find(({ userId }) => userId === talk.ines.id)?.id ?? 0 }
  }

  it('a reply to a comment across a block is posted as a plain comment', async () => {
    const { mira, sketch, fromInes } = await makeBlockedTalk()
    expect(await addComment(mira, sketch, 'hello', { replyTo: fromInes })).toMatchObject({ replyTo: null })
  })

  it('a nickname across a block is no mention', async () => {
    const { mira, ines, sketch } = await makeBlockedTalk()
    expect(await addComment(mira, sketch, `@${ines.nickname} hello`)).toMatchObject({ mentions: [] })
  })

  it('a comment across a block cannot be reported', async () => {
    const { mira, fromInes } = await makeBlockedTalk()
    const report = sendRequest('/api/v2/report/comment', { as: mira, body: { id: fromInes } })
    expect(await errorOf(report)).toEqual([404, 'not_found'])
  })

  it('a reply does not name an author across a block', async () => {
    const { owner, mira, ines, sketch } = await makeTalk()
    const fromInes = (await commentsOf(sketch)).items.find(({ userId }) => userId === ines.id)?.id ?? 0
    await addComment(owner, sketch, 'an answer', { replyTo: fromInes })
    await block(mira, ines)
    expect((await commentsOf(sketch, '', mira)).items[0]).toMatchObject({ comment: 'an answer', replyTo: null })
    expect((await commentsOf(sketch)).items[0]?.replyTo).toEqual({ id: fromInes, nickname: ines.nickname })
  })

  it('comments on the profile across a block are neither postable nor readable', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await block(mira, ines)
    for (const [as, whom] of [
      [mira, ines],
      [ines, mira],
    ] as const) {
      const type = 'profile'
      expect(await errorOf(postComment(as, whom.id, 'hello', { type }))).toEqual([404, 'not_found'])
      expect(await errorOf(sendRequest(`/api/comments/${whom.id}?type=profile`, { as }))).toEqual([404, 'not_found'])
    }
  })
})
