import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { Profile } from '../../../contract/http/users.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { beginDeletion } from '../../../worker/features/leaving/begin.ts'
import { beginImpersonation } from '../../../worker/features/staff/impersonation.ts'
import { beginMerge } from '../../../worker/features/staff/merge.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addGroup, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { afterTheWeek, deletionTimeOf } from '../../support/worker/leaving.ts'
import { openChannel } from '../../support/worker/member-channel.ts'
import { addPerson, logIn, type Person, sessionHash } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, mergeAccounts, sessionOf, setRole, staffLogOf } from '../../support/worker/staff.ts'
import { addUpload } from '../../support/worker/uploads.ts'

const HOUR_MS = 3_600_000

let ines: Person
let mira: Person
beforeEach(async () => {
  ines = await addPerson({ flags: 'm' })
  mira = await addPerson()
})
afterEach(() => vi.useRealTimers())

const start = (staff: Person, { id: userId }: Person) =>
  sendRequest('/admin/impersonate', { as: staff, body: { userId, reason: 'Asked for help.' } })
const stop = (staff: Person) => jsonOf(sendRequest('/admin/impersonate/stop', { as: staff, body: {} }))
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
/** The id of the member whom the site sees in a session. */
const seenIn = async (person: Person) => (await sessionOf(person)).user?.id

describe('impersonation', () => {
  it('staff become the member in their session [1 §7]', async () => {
    expect(await jsonOf(start(ines, mira))).toEqual({ ok: true })
    const { user, impersonation } = await sessionOf(ines)
    expect(user).toMatchObject({ id: mira.id, nickname: mira.nickname, gloperator: false, chatId: null })
    expect(impersonation).toMatchObject({ by: ines.nickname, byId: ines.id })
    expect(fromWireTime(impersonation?.until ?? '') - Date.now()).toBeGreaterThan(HOUR_MS - 60_000)
  })

  it('staff give a reason', async () => {
    const begin = sendRequest('/admin/impersonate', { as: ines, body: { userId: mira.id } })
    expect(await errorOf(begin)).toEqual([400, 'bad_request'])
    expect(await seenIn(ines)).toBe(ines.id)
  })

  it.each(['lost their role', 'were suspended'])(
    'staff who %s at the same moment do not become the member',
    async (how) => {
      if (how === 'were suspended') await addBan(ines, 24)
      else await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(ines.id).run()
      const session = await sessionHash(ines.token)
      const start = { staffId: ines.id, userId: mira.id, session, reason: 'Asked for help.', now: Date.now() }
      expect(await beginImpersonation(openDb(env.DB), start)).toEqual({ ok: false, code: 'forbidden' })
      expect(await staffLogOf(mira)).toEqual([])
    },
  )

  it.each([
    ['became a gloperator', "flags = 'm'"],
    ['was deleted', 'deleted_at = 1'],
  ])('staff do not become a member who %s at the same moment', async (_what, change) => {
    await env.DB.prepare(`UPDATE users SET ${change} WHERE id = ?`).bind(mira.id).run()
    const session = await sessionHash(ines.token)
    const start = { staffId: ines.id, userId: mira.id, session, reason: 'Asked for help.', now: Date.now() }
    expect(await beginImpersonation(openDb(env.DB), start)).toEqual({ ok: false, code: 'forbidden' })
  })

  it('other sessions of both members stay as they are', async () => {
    const elsewhere = await logIn(ines.id, ines.nickname)
    await impersonate(ines, mira)
    expect([await seenIn(elsewhere), await seenIn(mira)]).toEqual([ines.id, mira.id])
    expect((await sessionOf(mira)).impersonation).toBeNull()
  })

  it('staff see what the member sees', async () => {
    const tomo = await addPerson()
    await jsonOf(sendRequest('/api/fan', { as: mira, body: { user: tomo.id } }))
    await impersonate(ines, mira)
    expect(await requestJson<Profile>(`/api/user/${tomo.id}`, { as: ines })).toMatchObject({ isFanOf: true })
  })

  it('a stop gives the session back', async () => {
    await impersonate(ines, mira)
    await stop(ines)
    expect(await seenIn(ines)).toBe(ines.id)
    expect((await sessionOf(ines)).user?.flags).toBe('m')
  })

  it('impersonation ends after an hour', async () => {
    await impersonate(ines, mira)
    moveClock(HOUR_MS - 1000)
    expect(await seenIn(ines)).toBe(mira.id)
    moveClock(2000)
    expect(await seenIn(ines)).toBe(ines.id)
  })

  it('other tabs of the browser learn at once as whom they act', async () => {
    const tab = await openChannel(ines)
    await impersonate(ines, mira)
    expect(await tab.next('standing')).toEqual({ type: 'standing' })
    expect(await seenIn(ines)).toBe(mira.id)
  })

  it('a member who is impersonated does not look active', async () => {
    const activeAt = async () => (await requestJson<{ items: { id: number }[] }>('/api/v2/users?sort=active')).items
    await addPerson()
    const before = (await activeAt()).map(({ id }) => id).indexOf(mira.id)
    await impersonate(ines, mira)
    expect((await activeAt()).map(({ id }) => id).indexOf(mira.id)).toBe(before)
  })
})

describe('what staff cannot do as the member', () => {
  it('they do not delete a comment', async () => {
    const { id: commentId } = await addComment(mira, await addSketch(mira))
    await impersonate(ines, mira)
    const body = { action: 'delete', commentId }
    expect(await errorOf(sendRequest('/comment', { as: ines, body }))).toEqual([403, 'impersonating'])
  })

  describe('in a group of the member', () => {
    let [group, friendId, sketchId] = ['', 0, 0]
    beforeEach(async () => {
      group = await addGroup(mira)
      const friend = await addPerson()
      await joinGroup(friend, group)
      friendId = friend.id
      sketchId = await addSketch(mira)
      await jsonOf(postToGroups(mira, { action: 'add', groupId: group, sketchId }))
      await impersonate(ines, mira)
    })
    const refused = [403, 'impersonating']

    it('they give no roles', async () => {
      const act = { action: 'setRole', groupId: group, user: friendId, role: 'moderator' } as const
      expect(await errorOf(postToGroups(ines, act))).toEqual(refused)
    })

    it.each(['feature', 'remove', 'add'] as const)(
      'they neither feature, remove nor add sketches: %s',
      async (action) => {
        expect(await errorOf(postToGroups(ines, { action, groupId: group, sketchId }))).toEqual(refused)
      },
    )

    it('they do not leave it', async () => {
      expect(await errorOf(postToGroups(ines, { action: 'leave', groupId: group }))).toEqual(refused)
    })

    it('they do not edit it', async () => {
      const act = { action: 'edit', groupId: group, description: 'Ponds', rules: 'Be kind' } as const
      expect(await errorOf(postToGroups(ines, act))).toEqual(refused)
    })
  })

  it('they make no co-op of the member’s sketch', async () => {
    const body = { sketchId: await addSketch(mira), title: 'Together', desc: '' }
    await impersonate(ines, mira)
    const made = sendRequest('/api/v2/content/createCoOpSketch', { as: ines, body })
    expect(await errorOf(made)).toEqual([403, 'impersonating'])
  })

  it('they do not delete an earlier picture', async () => {
    const sketch = await addSketch(mira)
    await impersonate(ines, mira)
    const body = { action: 'remove', versionId: crypto.randomUUID() }
    expect(await errorOf(sendRequest(`/sketch/${sketch}/version`, { as: ines, body }))).toEqual([403, 'impersonating'])
  })
})

describe('what staff do not see or change as the member', () => {
  it('they do not see a picture that the member has not posted', async () => {
    const { imageUrl } = await addUpload(mira)
    await impersonate(ines, mira)
    expect(await errorOf(sendRequest(`${imageUrl}/200`, { as: ines }))).toEqual([404, 'not_found'])
    expect((await sendRequest(`${imageUrl}/200`, { as: mira })).status).toBe(200)
  })

  it('they do not see how the member rated a sketch', async () => {
    const sketch = await addSketch(await addPerson())
    const body = { key: crypto.randomUUID(), rating: 'piggy', which: sketch }
    await jsonOf(sendRequest('/rate', { as: mira, body }))
    await impersonate(ines, mira)
    const ratingSeenBy = async (as: Person) =>
      (await requestJson<ShownSketch>(`/api/v2/sketch/${sketch}`, { as })).userRating
    expect([await ratingSeenBy(ines), await ratingSeenBy(mira)]).toEqual([null, 'piggy'])
  })

  it('they do not change the theme of the member', async () => {
    await impersonate(ines, mira)
    await jsonOf(sendRequest('/api/v2/user/theme', { as: ines, body: { theme: 'dark' } }))
    expect((await sessionOf(mira)).user?.theme).toBeNull()
  })
})

describe('those who can be impersonated', () => {
  it.each([
    ['a gloperator', 'm', 'another gloperator', 'm'],
    ['a gloperator', 'm', 'an admin', 'a'],
    ['an admin', 'a', 'another admin', 'am'],
  ])('%s (%s) does not impersonate %s (%s)', async (_who, flags, _whom, others) => {
    const [staff, other] = [await addPerson({ flags }), await addPerson({ flags: others })]
    expect(await errorOf(start(staff, other))).toEqual([403, 'forbidden'])
    expect(await seenIn(staff)).toBe(staff.id)
  })

  it('an admin impersonates a gloperator, without rights of staff', async () => {
    const admin = await addPerson({ flags: 'a' })
    await impersonate(admin, ines)
    expect((await sessionOf(admin)).user).toMatchObject({ id: ines.id, flags: '', gloperator: false })
  })

  it('a patron keeps the patron’s flag', async () => {
    const patron = await addPerson({ flags: 'fp' })
    await impersonate(ines, patron)
    expect((await sessionOf(ines)).user?.flags).toBe('p')
  })

  it('nobody impersonates themselves', async () => {
    expect(await errorOf(start(ines, ines))).toEqual([403, 'forbidden'])
  })

  it('a second member is impersonated only after a stop', async () => {
    const tomo = await addPerson()
    await impersonate(ines, mira)
    expect(await errorOf(start(ines, tomo))).toEqual([403, 'forbidden'])
    await stop(ines)
    await impersonate(ines, tomo)
    expect(await seenIn(ines)).toBe(tomo.id)
  })

  it('a member who does not exist cannot be impersonated', async () => {
    expect(await errorOf(start(ines, { ...mira, id: 999_999 }))).toEqual([404, 'not_found'])
  })
})

describe('the end of an impersonation', () => {
  it('impersonation ends when its member of staff is suspended', async () => {
    await impersonate(ines, mira)
    await addBan(ines, 24)
    expect(await seenIn(ines)).not.toBe(mira.id)
  })

  it('impersonation ends when its member of staff loses the role', async () => {
    await impersonate(ines, mira)
    await jsonOf(setRole(await addPerson({ flags: 'a' }), ines, { role: 'm', granted: false }))
    expect(await seenIn(ines)).toBe(ines.id)
  })

  it('impersonation of a gloperator ends when its admin becomes a gloperator', async () => {
    const admin = await addPerson({ flags: 'am' })
    const boss = await addPerson({ flags: 'a' })
    await impersonate(admin, ines)
    await jsonOf(setRole(boss, admin, { role: 'a', granted: false }))
    expect(await seenIn(admin)).toBe(admin.id)
  })

  it('impersonation of a member goes on when its admin becomes a gloperator', async () => {
    const admin = await addPerson({ flags: 'am' })
    const boss = await addPerson({ flags: 'a' })
    await impersonate(admin, mira)
    await jsonOf(setRole(boss, admin, { role: 'a', granted: false }))
    expect(await seenIn(admin)).toBe(mira.id)
  })

  it('impersonation ends when the member becomes a gloperator, unless an admin acts as them', async () => {
    const admin = await addPerson({ flags: 'a' })
    for (const staff of [ines, admin]) await impersonate(staff, mira)
    await jsonOf(setRole(await addPerson({ flags: 'a' }), mira, { role: 'm', granted: true }))
    expect(await seenIn(ines)).toBe(ines.id)
    expect(await seenIn(admin)).toBe(mira.id)
  })

  it('impersonation ends when the member becomes an admin', async () => {
    await impersonate(ines, mira)
    await jsonOf(setRole(await addPerson({ flags: 'a' }), mira, { role: 'a', granted: true }))
    expect(await seenIn(ines)).toBe(ines.id)
  })

  it.each(['a merge', 'a deletion'])('impersonation ends when %s of the member begins', async (what) => {
    const db = openDb(env.DB)
    await impersonate(ines, mira)
    if (what === 'a merge') {
      const target = { staffId: ines.id, targetId: (await addPerson()).id }
      await beginMerge(db, { ...target, userId: mira.id, reason: 'Both are theirs.', now: Date.now() })
    } else {
      await deletionTimeOf(mira)
      await beginDeletion(db, env.MAIL_SECRET, { userId: mira.id, now: afterTheWeek() })
    }
    expect(await seenIn(ines)).toBe(ines.id)
  })

  it.each(['a role', 'a merge'])('the open pages of its staff learn at once that it ended by %s', async (what) => {
    await impersonate(ines, mira)
    const page = await openChannel(ines)
    const by = await addPerson({ flags: 'a' })
    if (what === 'a role') await jsonOf(setRole(by, mira, { role: 'm', granted: true }))
    else await mergeAccounts(mira, await addPerson())
    expect(await page.next('standing')).toEqual({ type: 'standing' })
  })

  it('a suspended member can be impersonated, and the impersonation stopped', async () => {
    await addBan(mira, 24)
    await impersonate(ines, mira)
    expect((await sessionOf(ines)).ban).toMatchObject({ userId: mira.id })
    await stop(ines)
    expect((await sessionOf(ines)).ban).toBeNull()
  })

  it('a log-out ends the session of staff', async () => {
    await impersonate(ines, mira)
    await jsonOf(sendRequest('/logout', { as: ines, body: {} }))
    expect([await seenIn(ines), await seenIn(mira)]).toEqual([undefined, mira.id])
  })
})

describe('the staff log of an impersonation', () => {
  it('start and stop are on the staff log', async () => {
    await impersonate(ines, mira)
    await stop(ines)
    const entry = { staff_id: ines.id, changes: '{}' }
    expect(await staffLogOf(mira)).toEqual([
      { ...entry, action: 'impersonate', reason: 'Asked for help.' },
      { ...entry, action: 'impersonate_stop', reason: '' },
    ])
  })

  it('every write is on the staff log under the name of its member of staff', async () => {
    const { id: user } = await addPerson()
    await impersonate(ines, mira)
    await jsonOf(sendRequest('/api/fan', { as: ines, body: { user } }))
    const [, write] = await staffLogOf(mira)
    expect(write).toMatchObject({ staff_id: ines.id, action: 'impersonated_write' })
    expect(JSON.parse(write?.changes ?? '')).toEqual({
      call: [null, 'POST /api/fan'],
      body: [null, `{"user":${user}}`],
    })
  })

  it('nothing that comes first in a body hides the rest of it from the staff log', async () => {
    const { id: user } = await addPerson()
    await impersonate(ines, mira)
    const padding = { unknown: 'x'.repeat(10_000), many: Array(1000).fill(0) }
    const raw = `{${' '.repeat(2000)}${JSON.stringify({ ...padding, user }).slice(1)}`
    await sendRequest('/api/fan', { as: ines, raw, headers: { 'content-type': 'application/json' } })
    const [, write] = await staffLogOf(mira)
    const [, body] = JSON.parse(write?.changes ?? '').body
    expect(JSON.parse(body)).toEqual({ ...padding, unknown: 'x'.repeat(500), user })
  })

  it.each([
    ['/api/v2/recover/accept', { key: 'secret' }],
    ['/api/v2/recover/backupCode', { nickname: 'Mira', code: 'secret' }],
    ['/api/v2/recover/generate', { email: 'secret@people.test' }],
    ['/api/v2/authAppleId', { identityToken: 'secret' }],
    ['/api/v2/passkeys/signIn', { id: 'secret' }],
    ['/api/v2/passkeys/add', { id: 'secret' }],
    ['/api/v2/email/confirm', { key: 'secret' }],
    ['/api/v2/unsubscribe', { token: 'secret', on: true }],
    ['/api/v2/message/write', { to: 1, subject: 'secret', text: 'secret' }],
    ['/api/v2/message/reply', { id: 1, text: 'secret' }],
    ['/api/v2/store/order', { item: 'hearts25', key: 'secret' }],
    ['/editProfile', { email: 'secret@people.test' }],
  ])('the staff log has no keys, codes, addresses and messages: %s', async (path, body) => {
    await impersonate(ines, mira)
    await sendRequest(path, { as: ines, body })
    const [, write] = await staffLogOf(mira)
    expect(JSON.parse(write?.changes ?? '')).toEqual({ call: [null, `POST ${path}`], body: [null, ''] })
  })

  it('a read by POST is not on the staff log', async () => {
    await impersonate(ines, mira)
    await jsonOf(sendRequest('/api/v2/index', { as: ines, body: { recent: 25 } }))
    expect(await staffLogOf(mira)).toHaveLength(1)
  })
})

describe('the sockets of an impersonation', () => {
  it.each(['/socket/chat/lobby', '/socket/whiteboard'])('staff cannot open %s as the member', async (path) => {
    await impersonate(ines, mira)
    const { webSocket } = await sendRequest(path, { as: ines, headers: { upgrade: 'websocket' } })
    const closed = new Promise((resolve) => webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    webSocket?.accept()
    expect(await closed).toBe(SOCKET_CLOSE.forbidden)
  })
})
