import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import type { GroupFeatureCounts } from '../../../contract/http/group-admin.ts'
import type { GroupMembers, SketchGroups } from '../../../contract/http/groups.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import {
  GROUP_SUGGEST_AGAIN_DAYS,
  GROUPS_PER_SKETCH_MAX,
  MEMBER_LIMITS,
  RECENTS_OFFSET_MAX,
} from '../../../contract/limits.ts'
import { beginDeletion } from '../../../worker/features/leaving/begin.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addChallenge, enterChallenge, removeEntry } from '../../support/worker/challenges.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import {
  activityFor,
  addedToGroup,
  addGroup,
  addToGroup,
  assist,
  groupOf,
  groupsOf,
  joinGroup,
  postToGroups,
  queueFor,
  sketchesOfGroup,
} from '../../support/worker/groups.ts'
import { afterTheWeek, deletionTimeOf } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

let mira: Person
let noor: Person
let admin: Person
let group: string
beforeEach(async () => {
  mira = await addPerson()
  noor = await addPerson()
  admin = await addPerson({ flags: 'g' })
  group = await addGroup(mira)
})

const idsIn = async (as: Person | null = null) => (await sketchesOfGroup(group, as)).items.map(({ id }) => id)
const remove = (as: Person, sketchId: number) =>
  postToGroups(as, { action: 'remove', groupId: group, sketchId, reason: 'Off topic.' })
const feature = (as: Person, sketchId: number) => postToGroups(as, { action: 'feature', groupId: group, sketchId })
const giveHeart = (as: Person, which: number) => jsonOf(sendRequest('/heart', { as, body: { action: 'heart', which } }))
const pendingFor = async (sketchId: number) =>
  (await queueFor(admin)).items.find(({ sketch }) => sketch.sketchId === sketchId)
const decide = (as: Person, body: object) => assist(as, 'groupFeatures', body)

/** Fills all places of a sketch with other groups. */
async function fillPlaces(sketchId: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO groups (slug, title, description, user_id, latest_activity_at, created_at)
      SELECT 'full-' || ?1 || '-' || value, 'Full', '', ?2, 1, 1 FROM json_each(?3)`,
  )
    .bind(sketchId, mira.id, JSON.stringify(Array.from({ length: GROUPS_PER_SKETCH_MAX }, (_, index) => index + 1)))
    .run()
  await env.DB.prepare(
    `INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
      SELECT groups.id, ?1, row_number() OVER (), (SELECT user_id FROM sketches WHERE id = ?1), 1, 1, 1
      FROM groups WHERE slug LIKE 'full-' || ?1 || '-%'`,
  )
    .bind(sketchId)
    .run()
}

describe('members of a group', () => {
  it('joining and leaving count once each', async () => {
    await Promise.all([joinGroup(noor, group), joinGroup(noor, group)])
    expect(await groupOf(group, noor)).toMatchObject({ users: 2, role: 'member' })
    expect((await groupsOf(noor)).items.map(({ id }) => id)).toEqual([group])
    for (let count = 0; count < 2; count++) await jsonOf(postToGroups(noor, { action: 'leave', groupId: group }))
    expect(await groupOf(group, noor)).toMatchObject({ users: 1, role: null })
  })

  it('members of the group may speak in its room while only the group may', async () => {
    await joinGroup(noor, group)
    const inRoom = () =>
      env.DB.prepare(
        `SELECT count(*) AS count FROM chat_room_members JOIN chat_rooms ON chat_rooms.id = room_id
          WHERE channel = ? AND user_id = ?`,
      )
        .bind(`group-${group}`, noor.id)
        .first('count')
    expect(await inRoom()).toBe(1)
    await jsonOf(postToGroups(noor, { action: 'leave', groupId: group }))
    expect(await inRoom()).toBe(0)
  })

  it('the owner appoints moderators, who edit the texts of the group', async () => {
    await joinGroup(noor, group)
    const edit = { action: 'edit', groupId: group, description: 'Lakes, too', rules: 'Be kind' } as const
    expect(await errorOf(postToGroups(noor, edit))).toEqual([403, 'forbidden'])
    const appoint = { action: 'setRole', groupId: group, user: noor.id, role: 'moderator' } as const
    expect(await errorOf(postToGroups(noor, appoint))).toEqual([403, 'forbidden'])
    await jsonOf(postToGroups(mira, appoint))
    await jsonOf(postToGroups(noor, edit))
    expect(await groupOf(group)).toMatchObject({ description: 'Lakes, too', rules: 'Be kind' })
    const demote = { action: 'setRole', groupId: group, user: mira.id, role: 'member' } as const
    expect(await errorOf(postToGroups(mira, demote))).toEqual([404, 'not_found'])
  })

  it('joining and leaving repeatedly within a day adds one event of each kind', async () => {
    for (let time = 0; time < 3; time++) {
      await joinGroup(noor, group)
      await jsonOf(postToGroups(noor, { action: 'leave', groupId: group }))
    }
    const { results } = await env.DB.prepare('SELECT kind FROM group_activity WHERE user_id = ? ORDER BY id')
      .bind(noor.id)
      .all()
    expect(results).toEqual([{ kind: 'joined' }, { kind: 'left' }])
  })

  it('appointing two moderators on one day adds two events, which name them', async () => {
    const other = await addPerson()
    for (const person of [noor, other]) await joinGroup(person, group)
    const setRole = (user: number, role: 'moderator' | 'member') =>
      jsonOf(postToGroups(mira, { action: 'setRole', groupId: group, user, role }))
    for (const { id } of [noor, other]) await setRole(id, 'moderator')
    for (const role of ['member', 'moderator'] as const) await setRole(noor.id, role)
    const events = (await activityFor(admin)).items.filter(
      ({ kind, user }) => kind === 'role_changed' && user.id === mira.id,
    )
    expect(events.map(({ target }) => target)).toEqual([
      { id: other.id, nickname: other.nickname },
      { id: noor.id, nickname: noor.nickname },
    ])
  })

  it('joining and leaving above the daily limit works but adds no more events', async () => {
    await env.DB.prepare(
      `INSERT INTO group_activity (kind, user_id, created_at) SELECT 'joined', ?, ? FROM json_each(?)`,
    )
      .bind(
        noor.id,
        Date.now(),
        JSON.stringify(Array.from({ length: MEMBER_LIMITS.groupEventsPerDay.new - 1 }, () => 1)),
      )
      .run()
    await joinGroup(noor, group)
    await jsonOf(postToGroups(noor, { action: 'leave', groupId: group }))
    const events = (await activityFor(admin)).items.filter(({ user }) => user.id === noor.id)
    expect(events.filter((event) => event.group?.id === group).map(({ kind }) => kind)).toEqual(['joined'])
    expect((await groupOf(group)).users).toBe(1)
  })

  it('adding and removing a sketch repeatedly within a day adds one event of each kind', async () => {
    await joinGroup(noor, group)
    const sketch = await addSketch(noor)
    for (let time = 0; time < 3; time++) {
      await addedToGroup(noor, group, sketch)
      await jsonOf(postToGroups(noor, { action: 'remove', groupId: group, sketchId: sketch }))
    }
    const { results } = await env.DB.prepare('SELECT kind FROM group_activity WHERE sketch_id = ? ORDER BY id')
      .bind(sketch)
      .all()
    expect(results).toEqual([{ kind: 'sketch_added' }, { kind: 'sketch_removed' }])
  })

  it('saving the same texts again adds no activity and does not write the search index', async () => {
    const edit = { action: 'edit', groupId: group, description: 'Ponds', rules: 'Be kind' } as const
    const index = async () => (await env.DB.prepare('SELECT id, hex(block) FROM group_search_data').all()).results
    const first = await index()
    await jsonOf(postToGroups(mira, edit))
    const changed = await index()
    expect(changed).not.toEqual(first)
    await jsonOf(postToGroups(mira, edit))
    expect(await index()).toEqual(changed)
    const edits = await env.DB.prepare(
      `SELECT count(*) AS n FROM group_activity WHERE kind = 'edited' AND group_id = (SELECT id FROM groups WHERE slug = ?)`,
    )
      .bind(group)
      .first('n')
    expect(edits).toBe(1)
  })

  it('members across a block are left out of the list', async () => {
    await joinGroup(noor, group)
    const list = () => requestJson<GroupMembers>(`/api/v2/group?action=members&groupId=${group}`, { as: mira })
    expect((await list()).items.map(({ id }) => id)).toEqual([noor.id, mira.id])
    await block(mira, noor)
    expect((await list()).items.map(({ id }) => id)).toEqual([mira.id])
  })

  it('visitors cannot join', async () => {
    expect(await errorOf(postToGroups(null, { action: 'join', groupId: group }))).toEqual([401, 'not_logged_in'])
  })
})

describe('the gallery of a group', () => {
  it('a sketch of a member of the group is added directly, once [decisions: Groups]', async () => {
    const sketch = await addSketch(mira)
    expect(await addedToGroup(mira, group, sketch)).toEqual({ state: 'added' })
    expect(await addedToGroup(mira, group, sketch)).toEqual({ state: 'added' })
    expect(await idsIn()).toEqual([sketch])
    expect((await groupOf(group)).sketches).toBe(1)
    const { items } = await requestJson<SketchGroups>(`/api/v2/group?action=groupsForSketch&sketchId=${sketch}`)
    expect(items.map(({ id }) => id)).toEqual([group])
  })

  it('a sketch is in at most ten groups, also with parallel calls [2 §5]', async () => {
    const sketch = await addSketch(mira)
    await fillPlaces(sketch)
    expect(await errorOf(addToGroup(mira, group, sketch))).toEqual([409, 'group_limit'])
    await env.DB.prepare('DELETE FROM group_sketches WHERE sketch_id = ? AND slot = 4').bind(sketch).run()
    const others = [group, await addGroup(mira)]
    const statuses = await Promise.all(others.map(async (slug) => (await addToGroup(mira, slug, sketch)).status))
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('artist, moderators and group admins remove a sketch, and others do not', async () => {
    await joinGroup(noor, group)
    for (const as of [noor, mira, admin]) {
      const sketch = await addSketch(noor)
      await addedToGroup(noor, group, sketch)
      expect(await errorOf(remove(await addPerson(), sketch))).toEqual([403, 'forbidden'])
      await jsonOf(remove(as, sketch))
      expect(await idsIn()).toEqual([])
    }
    expect((await groupOf(group)).sketches).toBe(0)
  })

  it('counts follow a sketch that is hidden, shown again and deleted', async () => {
    const sketch = await addSketch(mira)
    await addedToGroup(mira, group, sketch)
    const shown = async () => [(await groupOf(group)).sketches, (await idsIn()).length]
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(sketch).run()
    expect(await shown()).toEqual([0, 0])
    await env.DB.prepare('UPDATE sketches SET unlisted = 0 WHERE id = ?').bind(sketch).run()
    expect(await shown()).toEqual([1, 1])
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: mira, body: { action: 'delete' } }))
    expect(await shown()).toEqual([0, 0])
  })

  it('the recent sketches of all groups of a member come once each, latest first', async () => {
    const other = await addGroup(noor)
    await joinGroup(mira, other)
    const [first, second, third] = [await addSketch(mira), await addSketch(noor), await addSketch(mira)]
    await addedToGroup(mira, group, first)
    await addedToGroup(noor, other, second)
    for (const slug of [group, other]) await addedToGroup(mira, slug, third)
    const page = (query: string) => requestJson<SketchList>(`/api/v2/user/groups_recents?${query}`, { as: mira })
    expect((await page('')).items.map(({ id }) => id)).toEqual([third, second, first])
    const start = await page('limit=2')
    expect((await page(`limit=2&cursor=${start.cursor}`)).items.map(({ id }) => id)).toEqual([first])
    expect((await page('limit=1&offset=1')).items.map(({ id }) => id)).toEqual([second])
    expect(await page('offset=3')).toMatchObject({ items: [], done: true, cursor: '' })
    const tooFar = `/api/v2/user/groups_recents?offset=${RECENTS_OFFSET_MAX + 1}`
    expect(await errorOf(sendRequest(tooFar, { as: mira }))).toEqual([400, 'bad_request'])
    expect((await page(`userId=${noor.id}`)).items.map(({ id }) => id)).toEqual([third, second])
    await block(noor, mira)
    expect((await page('')).items.map(({ id }) => id)).toEqual([third, first])
    expect((await page(`userId=${noor.id}`)).items).toEqual([])
  })
})

describe('the queue', () => {
  it('a sketch by another artist needs the approval of a group admin', async () => {
    const sketch = await addSketch(noor)
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'queued' })
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'queued' })
    expect(await idsIn()).toEqual([])
    const entry = await pendingFor(sketch)
    expect(entry).toMatchObject({ group: { id: group }, user: { id: noor.id }, message: '' })
    expect(await errorOf(decide(mira, { action: 'approve', id: entry?.id }))).toEqual([403, 'forbidden'])
    const approve = { action: 'approve', id: entry?.id, message: 'Lovely.' }
    expect(await jsonOf(decide(admin, approve))).toEqual({ state: 'approved' })
    expect([await idsIn(), await pendingFor(sketch)]).toEqual([[sketch], undefined])
    expect(await staffLogOf(noor)).toMatchObject([{ action: 'group_feature_approve', reason: 'Lovely.' }])
  })

  it('a rejection needs a message, and a decided entry returns its state', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    const id = (await pendingFor(sketch))?.id
    expect(await errorOf(decide(admin, { action: 'reject', id }))).toEqual([400, 'bad_request'])
    const answers = await Promise.all(
      [admin, await addPerson({ flags: 'g' })].map((as) =>
        jsonOf(decide(as, { action: 'reject', id, message: 'No pond.' })),
      ),
    )
    expect(answers).toEqual([{ state: 'rejected' }, { state: 'rejected' }])
    expect(await jsonOf(decide(admin, { action: 'approve', id }))).toEqual({ state: 'rejected' })
    expect([await idsIn(), (await staffLogOf(noor)).length]).toEqual([[], 1])
  })

  it('a rejected sketch can be suggested to the group again after 30 days, and to others at once', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    const id = (await pendingFor(sketch))?.id
    await jsonOf(decide(admin, { action: 'reject', id, message: 'No pond.' }))
    expect(await errorOf(addToGroup(noor, group, sketch))).toEqual([409, 'group_feature_rejected'])
    expect(await addedToGroup(noor, await addGroup(mira), sketch)).toEqual({ state: 'queued' })
    await env.DB.prepare('UPDATE group_feature_requests SET created_at = created_at - ? WHERE id = ?')
      .bind(GROUP_SUGGEST_AGAIN_DAYS * 86_400_000, id)
      .run()
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'queued' })
  })

  it('a suggestion that was withdrawn repeatedly leaves no row', async () => {
    const sketch = await addSketch(noor)
    for (let time = 0; time < 5; time++) {
      expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'queued' })
      await jsonOf(remove(noor, sketch))
    }
    const rows = env.DB.prepare('SELECT count(*) AS n FROM group_feature_requests WHERE sketch_id = ?').bind(sketch)
    expect(await rows.first('n')).toBe(0)
    const events = env.DB.prepare('SELECT count(*) AS n FROM group_activity WHERE sketch_id = ?').bind(sketch)
    expect(await events.first('n')).toBe(1)
  })

  it('a sketch that is already in ten groups remains in the queue', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await fillPlaces(sketch)
    const id = (await pendingFor(sketch))?.id
    expect(await errorOf(decide(admin, { action: 'approve', id }))).toEqual([409, 'group_limit'])
    expect((await pendingFor(sketch))?.id).toBe(id)
  })

  it('entries whose sketch was deleted or hidden are left out, and the others stay', async () => {
    const [deleted, hidden, kept] = [await addSketch(noor), await addSketch(noor), await addSketch(noor)]
    for (const sketch of [deleted, hidden, kept]) await addedToGroup(noor, group, sketch)
    const id = (await pendingFor(deleted))?.id
    await jsonOf(sendRequest(`/api/v2/sketch/${deleted}`, { as: noor, body: { action: 'delete' } }))
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(hidden).run()
    const own = (await queueFor(admin)).items.filter(({ user }) => user.id === noor.id)
    expect(own.map(({ sketch }) => sketch.sketchId)).toEqual([kept])
    expect(await errorOf(decide(admin, { action: 'approve', id }))).toEqual([404, 'not_found'])
  })

  it('the queue does not name members whose accounts are being deleted', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(mira, group, sketch)
    await deletionTimeOf(mira)
    await beginDeletion(openDb(env.DB), env.MAIL_SECRET, { userId: mira.id, now: afterTheWeek() })
    expect((await pendingFor(sketch))?.user).toEqual({ id: mira.id, nickname: DELETED_MEMBER })
  })

  it('mature sketches and members across a block are in the queue of every group admin, and the count agrees', async () => {
    const [mature, blocked, hidden] = [
      await addSketch(noor, { mature: true }),
      await addSketch(noor),
      await addSketch(noor),
    ]
    for (const sketch of [mature, blocked, hidden]) await addedToGroup(noor, group, sketch)
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(hidden).run()
    await block(admin, noor)
    const { items } = await queueFor(admin)
    const own = items.filter(({ user }) => user.id === noor.id).map(({ sketch }) => [sketch.sketchId, sketch.mature])
    expect(own).toEqual([
      [blocked, false],
      [mature, true],
    ])
    const { features } = await requestJson<GroupFeatureCounts>('/api/v2/assist/features', { as: admin })
    expect(features).toBe(items.length)
  })

  it('only the artist can add or suggest a sketch again that they removed', async () => {
    const sketch = await addSketch(mira)
    await addedToGroup(mira, group, sketch)
    await jsonOf(remove(mira, sketch))
    for (const as of [admin, noor]) expect(await errorOf(addToGroup(as, group, sketch))).toEqual([409, 'taken_out'])
    const suggestion = { groupId: group, sketchId: sketch }
    expect(await errorOf(assist(admin, 'groupSuggest', suggestion))).toEqual([409, 'taken_out'])
    expect(await addedToGroup(mira, group, sketch)).toEqual({ state: 'added' })
    await jsonOf(remove(admin, sketch))
    expect(await addedToGroup(admin, group, sketch)).toEqual({ state: 'added' })
  })

  it('a sketch that a moderator removed waits in the queue when its artist adds it again', async () => {
    await joinGroup(noor, group)
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await jsonOf(remove(mira, sketch))
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'queued' })
    expect(await idsIn()).toEqual([])
    await jsonOf(decide(admin, { action: 'approve', id: (await pendingFor(sketch))?.id }))
    await jsonOf(remove(noor, sketch))
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'added' })
  })

  it('a moderator who adds a sketch again that a moderator removed lets its artist add it', async () => {
    await joinGroup(noor, group)
    const sketch = await addSketch(noor)
    for (const as of [mira, admin]) {
      await addedToGroup(noor, group, sketch)
      await jsonOf(remove(as, sketch))
      expect(await addedToGroup(as, group, sketch)).toEqual({ state: 'added' })
      await jsonOf(remove(noor, sketch))
    }
    expect(await addedToGroup(noor, group, sketch)).toEqual({ state: 'added' })
  })

  it('after an approved suggestion of the artist, others can add the sketch again', async () => {
    const sketch = await addSketch(noor)
    const approve = async () => {
      await addedToGroup(noor, group, sketch)
      await jsonOf(decide(admin, { action: 'approve', id: (await pendingFor(sketch))?.id }))
    }
    await approve()
    await jsonOf(remove(noor, sketch))
    await approve()
    await jsonOf(remove(admin, sketch))
    expect(await addedToGroup(mira, group, sketch)).toEqual({ state: 'queued' })
  })

  it('a suggestion by a group admin is added directly only if the artist is in the group [2 §5]', async () => {
    const [own, other] = [await addSketch(mira), await addSketch(noor)]
    const suggest = (sketchId: number, groupId = group) => assist(admin, 'groupSuggest', { groupId, sketchId })
    expect(await jsonOf(suggest(own))).toEqual({ state: 'added' })
    expect(await jsonOf(suggest(other))).toEqual({ state: 'queued' })
    expect(await errorOf(suggest(other, 'no-such-group'))).toEqual([404, 'not_found'])
    expect(await errorOf(suggest(await addSketch(noor, { unlisted: true })))).toEqual([404, 'not_found'])
  })
})

describe('figures of a group', () => {
  it('glops are what sketches earned while in the gallery, as ledger lines [decisions: Groups’ figures]', async () => {
    const sketch = await addSketch(mira)
    await giveHeart(noor, sketch)
    await addedToGroup(mira, group, sketch)
    await giveHeart(await addPerson(), sketch)
    expect(await groupOf(group)).toMatchObject({ glops: 10, glopAccFeature: 10 })
    await env.DB.prepare('DELETE FROM hearts WHERE sketch_id = ?').bind(sketch).run()
    const balance = await env.DB.prepare(
      `SELECT glops, (SELECT sum(amount) FROM group_ledger WHERE unit = 'glop' AND group_id = groups.id) AS lines
        FROM groups WHERE slug = ?`,
    )
      .bind(group)
      .first()
    expect(balance).toEqual({ glops: 0, lines: 0 })
  })

  it('a sketch that leaves, loses two glops and returns has earned two glops, even after several rounds', async () => {
    const [sketch, challenge] = [await addSketch(mira), await addChallenge(mira)]
    await addedToGroup(mira, group, sketch)
    for (let round = 0; round < 3; round++) {
      await jsonOf(enterChallenge(mira, challenge, sketch))
      expect((await groupOf(group)).glops).toBe(2)
      await jsonOf(remove(mira, sketch))
      expect((await groupOf(group)).glops).toBe(2)
      await jsonOf(removeEntry(mira, sketch))
      expect((await groupOf(group)).glops).toBe(0)
      await addedToGroup(mira, group, sketch)
    }
  })

  it('a deleted sketch takes its glops from every group for which it earned them, also from a group that it left', async () => {
    const sketch = await addSketch(mira)
    const other = await addGroup(mira)
    for (const slug of [group, other]) await addedToGroup(mira, slug, sketch)
    await giveHeart(noor, sketch)
    await jsonOf(remove(mira, sketch))
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: mira, body: { action: 'delete' } }))
    for (const slug of [group, other]) expect((await groupOf(slug)).glops).toBe(0)
    const { results } = await env.DB.prepare(
      'SELECT reason, amount FROM group_ledger WHERE sketch_id = ? GROUP BY reason, amount',
    )
      .bind(sketch)
      .all()
    expect(results).toEqual([
      { reason: 'heart_received', amount: 10 },
      { reason: 'sketch_deleted', amount: -10 },
    ])
  })

  it('a thousand glops give one more star this month', async () => {
    const sketch = await addSketch(mira)
    await addedToGroup(mira, group, sketch)
    expect((await groupOf(group)).stars).toBe(1)
    await env.DB.prepare(
      `INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at) VALUES (?, 'glop', 1010, 'opening', ?, ?)`,
    )
      .bind(mira.id, sketch, Date.now())
      .run()
    expect(await groupOf(group)).toMatchObject({ stars: 2, glops: 1010, glopAccFeature: 10 })
  })

  it('moderators feature sketches with the stars of the group, and others do not', async () => {
    const [first, second] = [await addSketch(noor), await addSketch(noor)]
    await joinGroup(noor, group)
    for (const sketch of [first, second]) await addedToGroup(noor, group, sketch)
    expect(await errorOf(feature(noor, first))).toEqual([403, 'forbidden'])
    await jsonOf(feature(mira, first))
    expect((await groupOf(group)).stars).toBe(0)
    expect(await errorOf(feature(mira, second))).toEqual([409, 'no_group_stars'])
    expect(await errorOf(feature(mira, first))).toEqual([409, 'no_group_stars'])
    const stars = await env.DB.prepare(
      `SELECT group_concat(reason || ' ' || amount, ', ') AS lines FROM group_ledger
        WHERE unit = 'star' AND group_id = (SELECT id FROM groups WHERE slug = ?)`,
    )
      .bind(group)
      .first('lines')
    expect(stars).toBe('month 1, feature_given -1')
  })
})

it('owners and moderators cannot feature their own sketch with the stars of the group', async () => {
  const sketch = await addSketch(mira)
  await addedToGroup(mira, group, sketch)
  expect(await errorOf(feature(mira, sketch))).toEqual([403, 'own_feature'])
})

describe('calls of group admins', () => {
  it('the official mark is set once, with an entry in the staff log', async () => {
    const reason = 'A club of the community.'
    const toggle = (official: boolean) => jsonOf(assist(admin, 'groupMod', { id: group, official, reason }))
    await toggle(true)
    await toggle(true)
    expect((await groupOf(group)).official).toBe(true)
    await toggle(false)
    const [, ...acts] = await staffLogOf(mira)
    expect(acts).toMatchObject([
      { action: 'group_official', reason, changes: JSON.stringify({ group: [null, group], official: [false, true] }) },
      {
        action: 'group_unofficial',
        reason,
        changes: JSON.stringify({ group: [null, group], official: [true, false] }),
      },
    ])
    expect(await errorOf(assist(admin, 'groupMod', { id: group, official: true, reason: ' ' }))).toEqual([
      400,
      'bad_request',
    ])
    expect(await errorOf(assist(admin, 'groupMod', { id: 'no-such-group', official: true, reason }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('the statistics are sorted by each column, and pages continue', async () => {
    await addGroup(noor)
    for (const sort of ['activity', 'users', 'sketches', 'glops', 'upvotes', 'newest']) {
      const page = await jsonOf<{ items: unknown[] }>(assist(admin, 'groupStats', { sort }))
      expect(page.items.length).toBeGreaterThan(1)
    }
    expect(await errorOf(assist(admin, 'groupStats', { sort: 'title' }))).toEqual([400, 'bad_request'])
    expect(await errorOf(assist(admin, 'groupStats', { cursor: 'nonsense' }))).toEqual([400, 'bad_cursor'])
  })

  it('the activity names the group and hides sketches that the admin does not see', async () => {
    const sketch = await addSketch(mira)
    await addedToGroup(mira, group, sketch)
    const [latest] = (await activityFor(admin)).items
    expect(latest).toMatchObject({
      kind: 'sketch_added',
      group: { id: group },
      user: { id: mira.id },
      sketch: { id: sketch },
    })
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketch).run()
    expect((await activityFor(admin)).items[0]?.sketch).toBeNull()
  })
})
