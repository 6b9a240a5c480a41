import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import type { GroupList, SimilarGroups } from '../../../contract/http/groups.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { MEMBER_LIMITS, PENDING_GROUP_REQUESTS_MAX } from '../../../contract/limits.ts'
import { beginDeletion } from '../../../worker/features/leaving/begin.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import {
  addGroup,
  approveRequest,
  groupOf,
  groupTitle,
  postToGroups,
  requestGroup,
  requestsFor,
} from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRows } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, mergeAccounts, staffLogOf } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000

let mira: Person
let admin: Person
beforeEach(async () => {
  mira = await addPerson()
  admin = await addPerson({ flags: 'g' })
})

const vote = (as: Person, requestId: number) => postToGroups(as, { action: 'requestVote', requestId })
const withdraw = (as: Person, requestId: number) => postToGroups(as, { action: 'requestWithdraw', requestId })
const reject = (as: Person, requestId: number, message = 'There is one already.') =>
  postToGroups(as, { action: 'requestDelete', requestId, message })
const stateOf = async (as: Person, requestId: number) =>
  (await requestsFor(as)).own.find(({ id }) => id === requestId)?.state
const noticesOf = (as: Person) => requestJson<NotificationList>('/api/v2/notices', { as })
const makeOlder = (requestId: number, days: number) =>
  env.DB.prepare('UPDATE group_requests SET created_at = created_at - ? WHERE id = ?')
    .bind(days * DAY_MS, requestId)
    .run()

describe('a request for a group', () => {
  it('staff who impersonate a member cannot vote for a request', async () => {
    const id = await requestGroup(mira, groupTitle(), await addSketch(mira))
    const staff = await addPerson({ flags: 'm' })
    await impersonate(staff, await addPerson())
    expect(await errorOf(vote(staff, id))).toEqual([403, 'impersonating'])
  })

  it('a request is listed for everyone with its requester and thumbnail [2 §3]', async () => {
    const thumbnail = await addSketch(mira)
    const title = groupTitle()
    const id = await requestGroup(mira, title, thumbnail)
    const [request] = (await requestsFor(null)).items
    expect(request).toMatchObject({
      ...{ id, title, user: mira.id, nickname: mira.nickname, upvotes: 0, voted: false, state: 'pending' },
      thumbnail: { sketchId: thumbnail },
    })
  })

  it('a request names its requester as they are called now', async () => {
    const id = await requestGroup(mira)
    const nameIn = async () => (await requestsFor(null)).items.find((item) => item.id === id)?.nickname
    const renamed = `${mira.nickname} x`
    await jsonOf(sendRequest('/editProfile', { as: mira, body: profileFormOf(renamed) }))
    expect(await nameIn()).toBe(renamed)
    const target = await addPerson()
    await mergeAccounts(mira, target)
    expect(await nameIn()).toBe(target.nickname)
    await jsonOf(sendRequest('/api/v2/account/delete', { as: target, body: { nickname: target.nickname } }))
    const later = Date.now() + 8 * DAY_MS
    expect(await beginDeletion(openDb(env.DB), env.MAIL_SECRET, { userId: target.id, now: later })).not.toBeNull()
    expect(await nameIn()).toBe(DELETED_MEMBER)
  })

  it('a new nickname is written to pending requests, however many were decided or withdrawn', async () => {
    const writtenBy = async (nickname: string) =>
      (
        await countRows((bindings) =>
          jsonOf(sendRequestWith(bindings, '/editProfile', { as: mira, body: profileFormOf(nickname) })),
        )
      ).written
    const thumbnail = await addSketch(mira)
    await requestGroup(mira, groupTitle(), thumbnail)
    const before = await writtenBy(`${mira.nickname} x`)
    for (let made = 0; made < 5; made++) await withdraw(mira, await requestGroup(mira, groupTitle(), thumbnail))
    expect(await writtenBy(`${mira.nickname} y`)).toBe(before)
    const { own } = await requestsFor(mira)
    expect(own.map(({ nickname }) => nickname)).toEqual(own.map(() => `${mira.nickname} y`))
    expect(own).toHaveLength(6)
  })

  it('a request needs a login, a name, a description and a thumbnail [2 §5]', async () => {
    const body = {
      action: 'request',
      title: 'Ponds',
      description: 'Still water',
      thumbnail: await addSketch(mira),
    } as const
    expect(await errorOf(postToGroups(null, body))).toEqual([401, 'not_logged_in'])
    for (const field of ['title', 'description']) {
      expect(await errorOf(postToGroups(mira, { ...body, [field]: ' ' }))).toEqual([400, 'bad_request'])
    }
    const { thumbnail: _thumbnail, ...without } = body
    expect(await errorOf(postToGroups(mira, without))).toEqual([400, 'bad_request'])
  })

  it('the thumbnail of a request is a listed sketch of the requester', async () => {
    const body = { action: 'request', title: groupTitle(), description: 'Still water' } as const
    for (const thumbnail of [await addSketch(admin), await addSketch(mira, { unlisted: true }), 987_654_321]) {
      expect(await errorOf(postToGroups(mira, { ...body, thumbnail }))).toEqual([404, 'not_found'])
    }
  })

  it('members under 16 cannot request a group [2 §5]', async () => {
    const born = (years: number, days: number) =>
      new Date(Date.UTC(new Date().getUTCFullYear() - years, new Date().getUTCMonth(), new Date().getUTCDate() + days))
        .toISOString()
        .slice(0, 10)
    const young = await addPerson({ birthDate: born(16, 1) })
    const body = { action: 'request', title: groupTitle(), description: 'Still water' } as const
    const call = { ...body, thumbnail: await addSketch(young) }
    expect(await errorOf(postToGroups(young, call))).toEqual([403, 'too_young_for_groups'])
    await requestGroup(await addPerson({ birthDate: born(16, 0) }))
  })

  it('a request is stored once per title, and a member has few undecided requests', async () => {
    const title = groupTitle()
    const first = await requestGroup(mira, title)
    expect(await requestGroup(mira, title)).toBe(first)
    for (let count = 1; count < PENDING_GROUP_REQUESTS_MAX; count++) await requestGroup(mira)
    const body = { action: 'request', title: groupTitle(), description: 'Still water' } as const
    const more = postToGroups(mira, { ...body, thumbnail: await addSketch(mira) })
    expect(await errorOf(more)).toEqual([409, 'group_request_limit'])
  })

  it('a requester withdraws a request, which makes room for another one', async () => {
    const [id] = [await requestGroup(mira), await requestGroup(mira), await requestGroup(mira)]
    const another = { action: 'request', title: groupTitle(), description: 'Lakes.' } as const
    const body = { ...another, thumbnail: await addSketch(mira) }
    expect(await errorOf(postToGroups(mira, body))).toEqual([409, 'group_request_limit'])
    expect(await errorOf(withdraw(admin, id))).toEqual([404, 'not_found'])
    for (let time = 0; time < 2; time++) expect(await jsonOf(withdraw(mira, id))).toEqual({ state: 'deleted' })
    expect((await requestsFor(null)).items.map((item) => item.id)).not.toContain(id)
    expect((await requestsFor(mira)).own.find((item) => item.id === id)).toMatchObject({
      state: 'deleted',
      message: '',
    })
    await jsonOf(postToGroups(mira, body))
  })

  it('withdrawn requests and their withdrawals count towards the limit of a day', async () => {
    const id = await requestGroup(mira)
    await jsonOf(withdraw(mira, id))
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO group_activity (kind, user_id, request_id, created_at) SELECT 'requested', ?, ?, ? FROM n`,
    )
      .bind(MEMBER_LIMITS.groupEventsPerDay.new - 3, mira.id, id, Date.now())
      .run()
    await requestGroup(mira)
    const body = { action: 'request', title: groupTitle(), description: 'Lakes.' } as const
    const another = postToGroups(mira, { ...body, thumbnail: await addSketch(mira) })
    expect(await errorOf(another)).toEqual([409, 'group_request_limit'])
  })

  it('an approved request cannot be withdrawn', async () => {
    const id = await requestGroup(mira)
    await approveRequest(admin, id)
    expect(await jsonOf(withdraw(mira, id))).toEqual({ state: 'approved' })
    expect(await stateOf(mira, id)).toBe('approved')
  })

  it('each member votes once, also with parallel calls [2 §4]', async () => {
    const id = await requestGroup(mira)
    const noor = await addPerson()
    const replies = await Promise.all([vote(noor, id), vote(noor, id), vote(noor, id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await jsonOf(vote(admin, id))).toEqual({ upvotes: 2 })
    const request = (await requestsFor(noor)).items.find((item) => item.id === id)
    expect(request).toMatchObject({ upvotes: 2, voted: true })
  })

  it('requesters do not vote for their own request', async () => {
    const id = await requestGroup(mira)
    expect(await errorOf(vote(mira, id))).toEqual([403, 'own_request'])
    expect((await requestsFor(mira)).own.find((item) => item.id === id)).toMatchObject({ upvotes: 0, voted: false })
  })

  it('a request is voted on for 30 days and then left out of the list [2 §9]', async () => {
    const id = await requestGroup(mira)
    await makeOlder(id, 30)
    expect(await errorOf(vote(admin, id))).toEqual([409, 'voting_over'])
    expect((await requestsFor(null)).items.map((item) => item.id)).not.toContain(id)
    const all = await requestJson<{ items: { id: number }[] }>('/api/v2/assist/groupRequests', { as: admin })
    expect(all.items.map((item) => item.id)).toContain(id)
  })

  it('a request is not shown and takes no vote across a block', async () => {
    const id = await requestGroup(mira)
    const noor = await addPerson()
    await block(mira, noor)
    expect((await requestsFor(noor)).items.map((item) => item.id)).not.toContain(id)
    expect(await errorOf(vote(noor, id))).toEqual([404, 'not_found'])
    expect((await requestsFor(mira)).own.find((item) => item.id === id)?.upvotes).toBe(0)
  })
})

describe('a decision on a request', () => {
  it('only group admins decide on a request [2 §6]', async () => {
    const id = await requestGroup(mira)
    for (const as of [mira, await addPerson({ flags: 'm' })]) {
      expect(await errorOf(postToGroups(as, { action: 'requestApprove', requestId: id }))).toEqual([403, 'forbidden'])
      expect(await errorOf(reject(as, id))).toEqual([403, 'forbidden'])
    }
  })

  it('an approved request becomes a group with its votes, founder and chat room', async () => {
    const title = groupTitle()
    const id = await requestGroup(mira, title)
    await jsonOf(vote(admin, id))
    expect(await approveRequest(admin, id)).toEqual({ state: 'approved' })
    const slug = title.toLowerCase().replaceAll(' ', '-')
    expect(await groupOf(slug, mira)).toMatchObject({
      ...{ id: slug, title, upvotes: 1, users: 1, sketches: 0, official: false, role: 'owner' },
      ...{ user: { id: mira.id }, channel: `group-${slug}` },
    })
    const room = await env.DB.prepare('SELECT kind, owner_id FROM chat_rooms WHERE channel = ?')
      .bind(`group-${slug}`)
      .first()
    expect(room).toEqual({ kind: 'group', owner_id: mira.id })
    expect(await staffLogOf(mira)).toMatchObject([{ staff_id: admin.id, action: 'group_approve' }])
  })

  it('a rejection needs a message, which the requester reads [2 §5]', async () => {
    const id = await requestGroup(mira)
    expect(await errorOf(reject(admin, id, ' '))).toEqual([400, 'bad_request'])
    expect(await jsonOf(reject(admin, id))).toEqual({ state: 'deleted' })
    const [request] = (await requestsFor(mira)).own
    expect(request).toMatchObject({ state: 'deleted', message: 'There is one already.', groupId: null })
  })

  it.each(['approved', 'rejected'] as const)(
    'the requester is notified with the message, also across a block: %s',
    async (state) => {
      const title = groupTitle()
      const requestId = await requestGroup(mira, title)
      await block(mira, admin)
      const message = 'Thanks for asking.'
      const send = () =>
        state === 'approved'
          ? postToGroups(admin, { action: 'requestApprove', requestId, message })
          : reject(admin, requestId, message)
      for (let time = 0; time < 2; time++) await jsonOf(send())
      const { items, unread } = await noticesOf(mira)
      const slug = (await requestsFor(mira)).own[0]?.groupId ?? null
      expect(items).toMatchObject([
        {
          ...{ category: 'features', actor: { id: admin.id }, groupRequest: title, decision: { state, message } },
          ...{ group: state === 'approved' ? { id: slug, title } : null, sketch: null },
        },
      ])
      expect(unread.features).toBe(1)
    },
  )

  it('neither a withdrawn request nor an admin’s own request sends a notification', async () => {
    await jsonOf(withdraw(mira, await requestGroup(mira)))
    await approveRequest(admin, await requestGroup(admin))
    expect([(await noticesOf(mira)).items, (await noticesOf(admin)).items]).toEqual([[], []])
  })

  it('of two simultaneous decisions one takes effect, and both admins get the state', async () => {
    const id = await requestGroup(mira)
    const other = await addPerson({ flags: 'g' })
    const replies = await Promise.all([approveRequest(admin, id), approveRequest(other, id)])
    expect(replies).toEqual([{ state: 'approved' }, { state: 'approved' }])
    expect(await jsonOf(reject(other, id))).toEqual({ state: 'approved' })
    expect(await stateOf(mira, id)).toBe('approved')
    expect(await staffLogOf(mira)).toHaveLength(1)
  })

  it('approving a deleted request returns that it is deleted', async () => {
    const id = await requestGroup(mira)
    await jsonOf(reject(admin, id))
    expect(await approveRequest(admin, id)).toEqual({ state: 'deleted' })
    expect((await requestsFor(mira)).own[0]?.groupId).toBeNull()
  })

  it('a second group of the same name gets another address', async () => {
    const title = groupTitle()
    const [first, second] = [await addGroup(mira, title), await addGroup(await addPerson(), title)]
    expect(second).toMatch(new RegExp(`^${first}-\\d+$`))
    expect(await addGroup(mira, '池の会')).toMatch(/^group-\d+$/)
  })

  it('an address that an admin chose is refused if it is taken', async () => {
    const slug = await addGroup(mira)
    const requestId = await requestGroup(mira)
    const approve = (groupId: string) => postToGroups(admin, { action: 'requestApprove', requestId, groupId })
    expect(await errorOf(approve(slug))).toEqual([409, 'slug_taken'])
    expect(await jsonOf(approve(`pool-${requestId}`))).toEqual({ state: 'approved' })
    expect((await groupOf(`pool-${requestId}`)).id).toBe(`pool-${requestId}`)
  })
})

describe('names of groups', () => {
  it('groups and open requests with a similar name are found', async () => {
    const word = `quagga${mira.id}`
    const slug = await addGroup(mira, `${word} friends`)
    await requestGroup(mira, `The ${word}`)
    const query = `action=similar&query=${word}`
    const { items } = await requestJson<SimilarGroups>(`/api/v2/group?${query}`)
    expect(items).toEqual([
      { id: slug, title: `${word} friends` },
      { id: null, title: `The ${word}` },
    ])
  })

  it('similar names share one of the five longest words of a name', async () => {
    const [short, long] = [`k${mira.id}`, `longestword${mira.id}`]
    await addGroup(mira, `${short} ponds`)
    const slug = await addGroup(mira, `${long} ponds`)
    const idsOf = async (name: string) => {
      const query = `action=similar&query=${encodeURIComponent(name)}`
      return (await requestJson<SimilarGroups>(`/api/v2/group?${query}`)).items.map(({ id }) => id)
    }
    const others = ['quintessential', 'extraordinary', 'incomprehensible', 'philosophical'].join(' ')
    expect(await idsOf(short)).toHaveLength(1)
    expect(await idsOf(`${short} ${others} ${long}`)).toEqual([slug])
  })

  it('a search finds word prefixes in titles and descriptions', async () => {
    const word = `zander${mira.id}`
    const slug = await addGroup(mira, `${word} watchers`)
    for (const body of [word.slice(0, -1), `${word} ponds`]) {
      const found = await jsonOf<GroupList>(postToGroups(null, { action: 'search', query: body }))
      expect(found.items.map(({ id }) => id)).toContain(slug)
    }
    expect(await jsonOf<GroupList>(postToGroups(null, { action: 'search', query: '!?' }))).toMatchObject({ items: [] })
  })

  const found = async (query: string) =>
    (await jsonOf<GroupList>(postToGroups(null, { action: 'search', query }))).items.map(({ id }) => id)

  it('only the last five words of a search also match longer words', async () => {
    const slug = await addGroup(mira, 'Van vbnx vcnx vdnx venx vfnx')
    await addGroup(mira, 'Vanx vbnx vcnx vdnx venx vfnx')
    expect(await found('van vbn vcn vdn ven vfn')).toEqual([slug])
  })

  it('a repeated word of a search or a name counts once', async () => {
    const slug = await addGroup(mira, 'Woodcock fens')
    expect(await found(`${'woodcock Woodcock '.repeat(5)} fens`)).toEqual([slug])
    expect(await found(`${'woodcock Woodcock '.repeat(5)} bogs`)).toEqual([])
    const query = `action=similar&query=${'quintessential '.repeat(5)} woodcock`
    expect((await requestJson<SimilarGroups>(`/api/v2/group?${query}`)).items).toMatchObject([{ id: slug }])
  })

  it('an unknown group is not found', async () => {
    expect(await errorOf(postToGroups(null, { action: 'info', groupId: 'no-such-group' }))).toEqual([404, 'not_found'])
  })
})
