import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChallengeListReply } from '../../../contract/http/challenges.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { OwnStreak } from '../../../contract/http/streak.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { dayOf } from '../../../worker/domain/challenges/days.ts'
import { beginChallenge } from '../../../worker/features/challenges/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addChallenge,
  addGroupChallenge,
  challengeOf,
  deleteChallenge,
  enterChallenge,
  openChallenge,
  postToQueue,
  queueFor,
} from '../../support/worker/challenges.ts'
import { addGroup, addGroupWithMember, postToGroups } from '../../support/worker/groups.ts'
import { fillOwnerActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'
import { addUpload, postUpload } from '../../support/worker/uploads.ts'

let owner: Person
let member: Person
let stranger: Person
let group: string

beforeEach(async () => {
  ;({ owner, member, group } = await addGroupWithMember())
  stranger = await addPerson()
})

const setRole = (user: Person, role: string) =>
  jsonOf(postToGroups(owner, { action: 'setRole', groupId: group, user: user.id, role } as never))

const challengesOf = async (slug: string) =>
  (
    await env.DB.prepare('SELECT title FROM challenges WHERE group_id = (SELECT id FROM groups WHERE slug = ?)')
      .bind(slug)
      .all<{ title: string }>()
  ).results.map(({ title }) => title)

const logOf = async (id: number) =>
  (
    await env.DB.prepare(
      `SELECT action, staff_id AS staff, changes FROM audit_log WHERE target_type = 'challenge' AND target_id = ? ORDER BY id`,
    )
      .bind(id)
      .all()
  ).results

describe('opening a challenge of a group', () => {
  it('the owner opens a challenge, which begins on that day', async () => {
    const id = await addGroupChallenge(owner, group)
    const { date, ...challenge } = await challengeOf(id)
    expect(challenge).toMatchObject({
      title: 'Frogs',
      description: 'Any frog.',
      group: { id: group },
      user: { id: owner.id },
      entries: 0,
    })
    expect(date.slice(0, 8)).toBe(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
    expect(await logOf(id)).toMatchObject([{ action: 'challenge_open', staff: owner.id }])
  })

  it('a moderator of the group and staff open a challenge', async () => {
    await setRole(member, 'moderator')
    const staff = await addPerson({ flags: 'm' })
    expect((await challengeOf(await addGroupChallenge(member, group, { daysAgo: 1 }))).user?.id).toBe(member.id)
    expect((await challengeOf(await addGroupChallenge(staff, group))).user?.id).toBe(staff.id)
  })

  it('members without a role, others and visitors do not open a challenge', async () => {
    for (const as of [member, stranger]) expect(await errorOf(openChallenge(as, group))).toEqual([403, 'forbidden'])
    expect(await errorOf(openChallenge(null, group))).toEqual([401, 'not_logged_in'])
    expect(await challengesOf(group)).toEqual([])
  })

  it('the owner of another group does not open a challenge', async () => {
    await addGroup(stranger)
    expect(await errorOf(openChallenge(stranger, group))).toEqual([403, 'forbidden'])
  })

  it('an unknown group is not found', async () => {
    expect(await errorOf(openChallenge(owner, `${group}-none`))).toEqual([404, 'not_found'])
  })

  it.each([
    ['an empty title', { title: ' ' }],
    ['a long title', { title: 'a'.repeat(TITLE_MAX + 1) }],
    ['a long description', { description: 'a'.repeat(DESCRIPTION_MAX + 1) }],
    ['an address of no group', { group: 'No Group' }],
    ['a day', { day: 1 }],
  ])('%s is refused', async (_, wrong) => {
    expect(await errorOf(openChallenge(owner, group, wrong))).toEqual([400, 'bad_request'])
    expect(await challengesOf(group)).toEqual([])
  })

  it('a group opens one challenge a day, and another group one of its own', async () => {
    await addGroupChallenge(owner, group)
    expect(await errorOf(openChallenge(owner, group, { title: 'Toads' }))).toEqual([409, 'challenge_opened_today'])
    await addGroupChallenge(stranger, await addGroup(stranger))
    expect(await challengesOf(group)).toEqual(['Frogs'])
  })

  it('two helpers who open a challenge at the same moment open one', async () => {
    await setRole(member, 'moderator')
    const replies = await Promise.all([owner, member].map((as) => openChallenge(as, group, { title: as.nickname })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await challengesOf(group)).toHaveLength(1)
  })

  it('the same call again gives the same challenge', async () => {
    const id = await addGroupChallenge(owner, group)
    expect(await addGroupChallenge(owner, group)).toBe(id)
    expect(await logOf(id)).toHaveLength(1)
  })
})

describe('editing a challenge of a group', () => {
  const edit = (as: Person | null, challengeId: number) =>
    sendRequest('/api/v2/gloperate/challenge/edit', { as, body: { challengeId, title: 'Toads', description: '' } })

  it('owners and moderators edit the challenges of their group', async () => {
    const id = await addGroupChallenge(owner, group)
    await setRole(member, 'moderator')
    await jsonOf(edit(member, id))
    expect(await challengeOf(id)).toMatchObject({ title: 'Toads', description: '' })
    expect(await logOf(id)).toMatchObject([
      { action: 'challenge_open' },
      { action: 'challenge_edit', staff: member.id },
    ])
  })

  it('owners edit them a limited number of times a day, and the same words again change nothing', async () => {
    const id = await addGroupChallenge(owner, group)
    await jsonOf(edit(owner, id))
    await fillOwnerActs(owner)
    await jsonOf(edit(owner, id))
    expect(await logOf(id)).toHaveLength(2)
    const body = { challengeId: id, title: 'Newts', description: '' }
    const refused = sendRequest('/api/v2/gloperate/challenge/edit', { as: owner, body })
    expect(await errorOf(refused)).toEqual([409, 'owner_act_limit'])
    expect(await challengeOf(id)).toMatchObject({ title: 'Toads' })
  })

  it('members without a role and owners of other groups do not', async () => {
    await addGroup(stranger)
    const id = await addGroupChallenge(owner, group)
    for (const as of [member, stranger]) expect(await errorOf(edit(as, id))).toEqual([403, 'forbidden'])
    expect(await errorOf(edit(null, id))).toEqual([401, 'not_logged_in'])
    expect(await challengeOf(id)).toMatchObject({ title: 'Frogs' })
  })

  it('the page says whether the viewer may edit it', async () => {
    const [id, daily] = [await addGroupChallenge(owner, group), await addChallenge(owner)]
    const mayEdit = async (as: Person | null) => [
      (await challengeOf(id, as)).canEdit,
      (await challengeOf(daily, as)).canEdit,
    ]
    expect(await mayEdit(owner)).toEqual([true, false])
    expect(await mayEdit(await addPerson({ flags: 'm' }))).toEqual([true, true])
    for (const as of [member, stranger, null]) expect(await mayEdit(as)).toEqual([false, false])
  })

  it('owners of a hidden group neither edit nor delete its challenges', async () => {
    const id = await addGroupChallenge(owner, group)
    await env.DB.prepare("UPDATE groups SET hidden_at = 1, hidden_by = 'staff' WHERE slug = ?").bind(group).run()
    for (const call of [edit(owner, id), deleteChallenge(owner, id)])
      expect(await errorOf(call)).toEqual([403, 'forbidden'])
    expect(await challengeOf(id, owner)).toMatchObject({ title: 'Frogs', canEdit: false })
  })

  it('owners of a group do not edit daily challenges', async () => {
    expect(await errorOf(edit(owner, await addChallenge(owner)))).toEqual([403, 'forbidden'])
  })
})

describe('entering a challenge of a group', () => {
  it('a member of the group enters a sketch, and its page names the challenge', async () => {
    const [id, sketch] = [await addGroupChallenge(owner, group), await addSketch(member)]
    await jsonOf(enterChallenge(member, id, sketch))
    expect((await challengeOf(id)).sketches.items.map((entry) => entry.id)).toEqual([sketch])
    expect(await requestJson<ShownSketch>(`/api/v2/sketch/${sketch}`)).toMatchObject({ challengeId: id })
  })

  it('others do not enter, also when they call several times at once', async () => {
    const [id, sketch] = [await addGroupChallenge(owner, group), await addSketch(stranger)]
    const replies = await Promise.all([1, 2, 3].map(() => errorOf(enterChallenge(stranger, id, sketch))))
    expect(replies).toEqual(Array(3).fill([403, 'not_in_group']))
    expect(await challengeOf(id)).toMatchObject({ entries: 0 })
  })

  it('a sketch that is entered several times at once is one entry', async () => {
    const [id, sketch] = [await addGroupChallenge(owner, group), await addSketch(member)]
    const replies = await Promise.all([1, 2, 3].map(() => enterChallenge(member, id, sketch)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await challengeOf(id)).toMatchObject({ entries: 1 })
  })

  it('the page says whether the viewer may enter', async () => {
    const id = await addGroupChallenge(owner, group)
    const daily = await addChallenge(owner)
    const mayEnter = async (as: Person | null) => [
      (await challengeOf(id, as)).canEnter,
      (await challengeOf(daily, as)).canEnter,
    ]
    expect(await mayEnter(member)).toEqual([true, true])
    for (const as of [stranger, null]) expect(await mayEnter(as)).toEqual([false, true])
  })

  it('the entry of a member who leaves the group stays, and they enter no other', async () => {
    const id = await addGroupChallenge(owner, group)
    const [entered, later] = [await addSketch(member), await addSketch(member)]
    await jsonOf(enterChallenge(member, id, entered))
    await jsonOf(postToGroups(member, { action: 'leave', groupId: group }))
    expect(await errorOf(enterChallenge(member, id, later))).toEqual([403, 'not_in_group'])
    expect(await challengeOf(id)).toMatchObject({ entries: 1 })
  })

  it('a new sketch of a member is posted into the challenge', async () => {
    const id = await addGroupChallenge(owner, group)
    const reply = postUpload(member, (await addUpload(member)).id, { challengeId: id })
    const { sketchId } = await jsonOf<{ sketchId: number }>(reply)
    expect((await challengeOf(id)).sketches.items.map((entry) => entry.id)).toEqual([sketchId])
  })

  it('a new sketch of somebody who is not in the group is posted outside the challenge, and the reply says why', async () => {
    const id = await addGroupChallenge(owner, group)
    const upload = await addUpload(member)
    await jsonOf(postToGroups(member, { action: 'leave', groupId: group }))
    const post = () => jsonOf<{ sketchId: number }>(postUpload(member, upload.id, { challengeId: id }))
    const posted = await post()
    expect(posted).toEqual({ sketchId: expect.any(Number), challengeFailure: 'not_in_group' })
    expect(await post()).toEqual(posted)
    expect(await requestJson<ShownSketch>(`/api/v2/sketch/${posted.sketchId}`)).toMatchObject({ challengeId: null })
    expect(await challengeOf(id)).toMatchObject({ entries: 0 })
  })

  it('the entries and challenges of a merged account belong to the account that remains', async () => {
    const id = await addGroupChallenge(owner, group)
    await jsonOf(enterChallenge(member, id, await addSketch(member)))
    for (const merged of [member, owner]) await mergeAccounts(merged, stranger)
    const { sketches, user } = await challengeOf(id)
    expect([user?.id, sketches.items.map(({ userId }) => userId)]).toEqual([stranger.id, [stranger.id]])
  })
})

describe('challenges of groups beside the daily ones', () => {
  it('challenges of groups are in no list, search or part of the home page', async () => {
    const daily = await addChallenge(owner, { title: 'Newts' })
    const id = await addGroupChallenge(owner, group, { title: 'Newts of the group' })
    const list = await requestJson<ChallengeListReply>('/api/v2/challenge', { as: owner })
    const search = { as: owner, body: { query: 'newts' } }
    const found = await jsonOf<ChallengeListReply>(sendRequest('/api/v2/search/challenge', search))
    const home = await jsonOf<HomeReply>(sendRequest('/api/v2/index', { as: owner, body: { challenges: 2 } }))
    for (const items of [list.items, found.items, home.challenges ?? []]) {
      const ids = items.map((item) => item.id)
      expect(ids).toContain(daily)
      expect(ids).not.toContain(id)
    }
  })

  it('challenges of groups are in no search after an edit', async () => {
    const id = await addGroupChallenge(owner, group)
    const body = { challengeId: id, title: 'Salamanders', description: '' }
    await jsonOf(sendRequest('/api/v2/gloperate/challenge/edit', { as: owner, body }))
    const search = { as: owner, body: { query: 'salamanders' } }
    expect((await jsonOf<ChallengeListReply>(sendRequest('/api/v2/search/challenge', search))).items).toEqual([])
  })

  it('the neighbours of a challenge are challenges of its group, and those of a daily challenge are daily', async () => {
    const [before, after] = [await addChallenge(owner), await addChallenge(owner)]
    const first = await addGroupChallenge(owner, group, { daysAgo: 2 })
    await addGroupChallenge(stranger, await addGroup(stranger), { daysAgo: 1 })
    const last = await addGroupChallenge(owner, group)
    expect(await challengeOf(first)).toMatchObject({ prev: null, next: { id: last } })
    expect(await challengeOf(last)).toMatchObject({ prev: { id: first }, next: null })
    expect(await challengeOf(before)).toMatchObject({ next: { id: after } })
  })

  it('the challenge of a day begins although a group has opened one', async () => {
    const staff = await addPerson({ flags: 'm' })
    await addGroupChallenge(owner, group)
    await jsonOf(postToQueue(staff, '', { title: `Of the day ${staff.nickname}`, description: '' }))
    const ofToday = () =>
      env.DB.prepare('SELECT title, number FROM challenges WHERE group_id IS NULL AND day = ?')
        .bind(dayOf(Date.now()))
        .all()
    expect((await ofToday()).results).toEqual([])
    const [next] = (await queueFor(staff)).queue
    expect(next?.date?.slice(0, 8)).toBe(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
    const highest = await env.DB.prepare('SELECT max(number) AS n FROM challenges').first<number>('n')
    for (let runs = 0; runs < 2; runs++) await beginChallenge({ db: openDb(env.DB), env }, Date.now())
    expect((await ofToday()).results).toEqual([{ title: `Of the day ${staff.nickname}`, number: (highest ?? 0) + 1 }])
  })

  it('only daily challenges count for a streak, and a day with both counts once', async () => {
    const streak = async () => (await requestJson<OwnStreak>('/api/v2/challenge/streak', { as: member })).length
    await jsonOf(enterChallenge(member, await addGroupChallenge(owner, group), await addSketch(member)))
    expect(await streak()).toBe(0)
    await jsonOf(enterChallenge(member, await addChallenge(owner), await addSketch(member)))
    expect(await streak()).toBe(1)
  })

  it('lists of daily challenges read no more rows when groups have more challenges', async () => {
    for (let made = 0; made < 3; made++) await addChallenge(owner)
    const id = await addGroupChallenge(owner, group)
    const read = async () => [
      await rowsRead('/api/v2/challenge', { as: owner }),
      await rowsRead('/api/v2/index', { as: owner, body: { challenges: 2 } }),
      await rowsRead(`/api/v2/challenge/${id}`, { as: owner }),
    ]
    const few = await read()
    await env.DB.prepare(
      `INSERT INTO challenges (day, title, description, user_id, idea_id, group_id)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
        SELECT i, 'Rows', '', user_id, 0, id FROM groups, n WHERE slug = ?`,
    )
      .bind(await addGroup(stranger))
      .run()
    expect(await read()).toEqual(few)
  })
})
