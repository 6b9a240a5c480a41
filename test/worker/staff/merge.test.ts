import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { PERMANENT, WARNING } from '../../../contract/ban.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { GiftList, PurchaseList } from '../../../contract/http/store.ts'
import type { Profile } from '../../../contract/http/users.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { toWireTime } from '../../../contract/time.ts'
import { ROWS_AT_ONCE } from '../../../worker/domain/users/row-steps.ts'
import { addLogin } from '../../../worker/features/auth/logins.ts'
import { addPasskey } from '../../../worker/features/auth/passkeys.ts'
import { beginMerge } from '../../../worker/features/staff/merge.ts'
import { REFERENCES_LEFT } from '../../../worker/features/staff/merge-exceptions.ts'
import { MERGE_STEPS } from '../../../worker/features/staff/merge-steps.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { profileInfoOf } from '../../support/profile-form.ts'
import { addAlbum } from '../../support/worker/albums.ts'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import { browserWithIssuer, join, signIn } from '../../support/worker/browser.ts'
import { caseOf, decide, decisionOf, noticesOf } from '../../support/worker/cases.ts'
import { addChannel, enterRoom } from '../../support/worker/chat.ts'
import { addComment } from '../../support/worker/comments.ts'
import { type Fault, untilNoFaults } from '../../support/worker/faults.ts'
import { addedToGroup, addGroup, queueFor } from '../../support/worker/groups.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { deleteAccount, deleteDue, deletionTimeOf, keepAccount } from '../../support/worker/leaving.ts'
import { openChannel } from '../../support/worker/member-channel.ts'
import { addConversation, deleteThread, postsOf, replyTo, textsOf } from '../../support/worker/messages.ts'
import { addPasskeyTo } from '../../support/worker/passkeys.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { listReferences, referenceName, referencesTo, wrongCountsOf } from '../../support/worker/references.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, sessionOf, staffLogOf } from '../../support/worker/staff.ts'
import { buy } from '../../support/worker/store.ts'
import { startStream } from '../../support/worker/stream-calls.ts'
import { publishNewStream } from '../../support/worker/stream-sockets.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { makeRoleWorld } from '../role-table.ts'

let staff: Person
let mira: Person
let noor: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  mira = await addPerson()
  noor = await addPerson()
})

const sendMerge = (bindings: Cloudflare.Env, source: Person, target: Person, as = staff) =>
  sendRequestWith(bindings, '/admin/mergeTo', {
    ...{ as, body: { userId: source.id, targetUserId: target.id, reason: 'Both are theirs.' } },
  })
const merge = (source: Person, target: Person) => jsonOf(sendMerge(env, source, target))
const post = (as: Person, path: string, body: object) => jsonOf(sendRequest(path, { as, body }))
/** Gives a gift with words, and returns its id. */
async function giveWords(as: Person, to: Person): Promise<number> {
  await buy(as, 'hearts25', { user: to.id, message: 'For a friend' })
  const { items } = await requestJson<GiftList>('/api/v2/store/gifts', { as: to })
  return items[0]?.id ?? 0
}

const profileOf = async ({ id }: Person, as: Person | null = null) => {
  const profile = await requestJson<Profile>(`/api/user/${id}`, { as })
  if (profile.hidden) throw new Error('the profile is hidden')
  return profile
}
const giveHeart = (as: Person, which: number) => post(as, '/heart', { action: 'heart', which })
const follow = (fan: Person, artist: Person) => post(fan, '/api/fan', { user: artist.id })
const heartsOf = (sketch: number) =>
  env.DB.prepare('SELECT hearts_count FROM sketches WHERE id = ?').bind(sketch).first('hearts_count')

const referencesMoved = MERGE_STEPS.flatMap(({ references }) => references)

describe('the references that a merge covers', () => {
  it('every reference to a member is moved by a step, or stays for a stated reason', async () => {
    const known = [...referencesMoved, ...Object.keys(REFERENCES_LEFT)]
    expect((await listReferences()).map(referenceName).sort()).toEqual([...new Set(known)].sort())
  })

  it('no reference is both moved and left', () => {
    expect(referencesMoved.filter((name) => name in REFERENCES_LEFT)).toEqual([])
  })

  it('each step has its own name', () => {
    expect(new Set(MERGE_STEPS.map(({ name }) => name)).size).toBe(MERGE_STEPS.length)
  })
})

const referencesMovedFrom = (person: Person) => referencesTo(person, referencesMoved)

describe('a merged account', () => {
  it('the page of a merged account leads to the target [1 §7]', async () => {
    await merge(mira, noor)
    const page = await sendRequest(`/user/${mira.id}`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('location')]).toEqual([302, `/user/${noor.id}`])
    expect((await profileOf(mira)).id).toBe(noor.id)
  })

  it('the sessions of a merged account end, and those of the target stay', async () => {
    await merge(mira, noor)
    expect([(await sessionOf(mira)).user, (await sessionOf(noor)).user?.id]).toEqual([null, noor.id])
  })

  it('the channels of the open pages of a merged account close', async () => {
    const page = await openChannel(mira)
    await merge(mira, noor)
    expect(await page.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a session that a sign-in opens at the same moment opens nothing', async () => {
    await merge(mira, noor)
    expect((await sessionOf(await logIn(mira.id, mira.nickname))).user).toBeNull()
  })

  it('the logins of a merged account do not open the target', async () => {
    const claims = { sub: `merged-${mira.id}` }
    const browser = browserWithIssuer('straight')
    await join(browser, claims, `Old ${mira.id}`)
    const { user } = await browser.session()
    await merge({ ...mira, id: user?.id ?? 0 }, noor)
    const again = browserWithIssuer('straight')
    await signIn(again, claims)
    expect((await again.session()).user).toBeNull()
  })

  it('the logins of a merged account make no other account while the target exists', async () => {
    const UNLINKED = '/sign-in/failed?reason=login_unlinked'
    const returnOf = async (sub: string) =>
      (await signIn(browserWithIssuer('straight'), { sub })).headers.get('location')
    const [unlinked, linked] = [`unlinked-${mira.id}`, `linked-${mira.id}`]
    const browser = browserWithIssuer('straight')
    await join(browser, { sub: unlinked }, `Old ${mira.id}`)
    await addPasskeyTo(browser)
    await jsonOf(browser.request('/api/v2/logins/unlink', { body: { provider: 'google' } }))
    const source = { ...mira, id: (await browser.session()).user?.id ?? 0 }
    const db = openDb(env.DB)
    const login = { issuer: `${inject('signIn').faulty}/straight`, subject: linked, name: 'Google' }
    await addLogin(db, env.MAIL_SECRET, { ...login, userId: source.id, now: Date.now() })
    await merge(source, noor)
    expect([await returnOf(unlinked), await returnOf(linked)]).toEqual([UNLINKED, UNLINKED])
    await deleteAccount(noor)
    expect(await returnOf(unlinked)).toMatch(/^\/welcome/)
    expect(await returnOf(linked)).toMatch(/^\/welcome/)
  })

  it('a login that both accounts unlinked is remembered once', async () => {
    const unlinked = env.DB.prepare('INSERT INTO unlinked_logins (login_hash, user_id) VALUES (?1, ?2), (?1, ?3)')
    await unlinked.bind(`hash-${mira.id}`, mira.id, noor.id).run()
    await merge(mira, noor)
    const { results } = await env.DB.prepare('SELECT user_id FROM unlinked_logins WHERE login_hash = ?')
      .bind(`hash-${mira.id}`)
      .all()
    expect(results).toEqual([{ user_id: noor.id }])
  })

  it('an identity and a passkey that are added at the same moment are not added', async () => {
    await merge(mira, noor)
    const [db, added] = [openDb(env.DB), { userId: mira.id, now: Date.now() }]
    const login = { issuer: 'https://issuer.test', subject: `late-${mira.id}`, name: 'Google' }
    const credential = { credentialId: `late-${mira.id}`, publicKey: '', counter: 0, isSynced: false }
    expect((await addLogin(db, env.MAIL_SECRET, { ...added, ...login })).ok).toBe(false)
    expect((await addPasskey(db, { ...added, credential, transports: [], device: 'Phone' })).ok).toBe(false)
    expect(await referencesMovedFrom(mira)).toEqual([])
  })

  it('the nickname of a merged account is free for the target', async () => {
    await merge(mira, noor)
    const body = { ...profileInfoOf(mira.nickname), reason: 'Their name.' }
    await jsonOf(sendRequest(`/user/${noor.id}/edit`, { as: staff, body }))
    expect((await profileOf(noor)).nickname).toBe(mira.nickname)
  })

  it('sketches that a merged account suggested to groups have the name of the target', async () => {
    const [group, sketch] = [await addGroup(staff), await addSketch(await addPerson())]
    expect(await addedToGroup(mira, group, sketch)).toEqual({ state: 'queued' })
    await merge(mira, noor)
    const { items } = await queueFor(await addPerson({ flags: 'g' }))
    const users = items.filter((item) => item.sketch.sketchId === sketch).map(({ user }) => user)
    expect(users).toEqual([{ id: noor.id, nickname: noor.nickname }])
  })

  it('a merged account is in no list of artists and in no search', async () => {
    await merge(mira, noor)
    const { items } = await requestJson<{ items: { id: number }[] }>('/api/v2/users?sort=active')
    expect(items.map(({ id }) => id)).not.toContain(mira.id)
    const found = await requestJson<{ items: { id: number }[] }>(`/api/v2/search/user?query=merged%20${mira.id}`)
    expect(found.items).toEqual([])
  })

  it('the merge is on the staff log', async () => {
    await merge(mira, noor)
    const [entry] = await staffLogOf(mira)
    expect(entry).toMatchObject({ staff_id: staff.id, action: 'merge' })
    expect(JSON.parse(entry?.changes ?? '').mergedInto).toEqual([null, noor.id])
  })

  it('a repeated merge does nothing', async () => {
    await merge(mira, noor)
    await merge(mira, noor)
    expect(await staffLogOf(mira)).toHaveLength(1)
  })

  it('an account is merged once, and nothing is merged into it', async () => {
    const tomo = await addPerson()
    await merge(mira, noor)
    expect(await errorOf(sendMerge(env, mira, tomo))).toEqual([409, 'already_merged'])
    expect(await errorOf(sendMerge(env, tomo, mira))).toEqual([409, 'already_merged'])
  })

  it('nobody comments on its profile, becomes its fan, blocks or reports it', async () => {
    const tomo = await addPerson()
    await merge(mira, noor)
    const comment = { key: crypto.randomUUID(), comment: 'Hello', type: 'profile', which: mira.id }
    const calls: [string, object][] = [
      ['/comment', comment],
      ['/api/fan', { user: mira.id }],
      ['/api/v2/user/block', { user: mira.id }],
      ['/api/v2/report', { user: mira.id }],
    ]
    for (const [path, body] of calls)
      expect([path, await errorOf(sendRequest(path, { as: tomo, body }))]).toEqual([path, [404, 'not_found']])
  })

  it('accounts that were merged into it lead to its target', async () => {
    const tomo = await addPerson()
    await merge(mira, noor)
    await merge(noor, tomo)
    expect((await profileOf(mira)).id).toBe(tomo.id)
  })
})

describe('an account whose deletion is requested', () => {
  const membersCount = () => env.DB.prepare("SELECT count FROM totals WHERE name = 'members'").first<number>('count')

  it('an account is not deleted after its merge, counts once, and keeps its entry in the staff log', async () => {
    const before = await membersCount()
    await deletionTimeOf(mira)
    await merge(mira, noor)
    await deleteDue()
    expect(before).toBe(((await membersCount()) ?? 0) + 1)
    expect(JSON.parse((await staffLogOf(mira))[0]?.changes ?? '').mergedInto).toEqual([null, noor.id])
    expect((await profileOf(mira)).id).toBe(noor.id)
  })

  it('a merged account with a time of deletion, from a restored backup, is not deleted on its own', async () => {
    await merge(mira, noor)
    await env.DB.prepare('UPDATE users SET deletes_at = 1 WHERE id = ?').bind(mira.id).run()
    const before = await membersCount()
    await deleteDue()
    expect(await membersCount()).toBe(before)
    expect((await profileOf(mira)).id).toBe(noor.id)
  })

  it('nothing is merged into it until its member keeps it', async () => {
    await deletionTimeOf(noor)
    expect(await errorOf(sendMerge(env, mira, noor))).toEqual([403, 'forbidden'])
    await jsonOf(keepAccount(noor))
    await merge(mira, noor)
    expect((await profileOf(mira)).id).toBe(noor.id)
  })
})

describe('those who merge', () => {
  it.each([
    ['a gloperator', 'm', 'a gloperator’s account', 'm', ''],
    ['an admin', 'a', 'an admin’s account', 'a', ''],
    ['a gloperator', 'm', 'an account into an admin’s', '', 'a'],
    ['a gloperator', 'm', 'an account into a gloperator’s', '', 'm'],
  ])('%s (%s) does not merge %s', async (_who, flags, _what, sourceFlags, targetFlags) => {
    const [as, source, target] = [
      await addPerson({ flags }),
      await addPerson({ flags: sourceFlags }),
      await addPerson({ flags: targetFlags }),
    ]
    expect(await errorOf(sendMerge(env, source, target, as))).toEqual([403, 'forbidden'])
  })

  it('a gloperator merges no account into their own', async () => {
    expect(await errorOf(sendMerge(env, mira, staff))).toEqual([403, 'forbidden'])
  })

  it('nobody merges an account into itself', async () => {
    expect(await errorOf(sendMerge(env, mira, mira))).toEqual([403, 'forbidden'])
  })

  it('an account that does not exist is not merged', async () => {
    expect(await errorOf(sendMerge(env, { ...mira, id: 999_999 }, noor))).toEqual([404, 'not_found'])
    expect(await errorOf(sendMerge(env, mira, { ...mira, id: 999_999 }))).toEqual([404, 'not_found'])
  })

  it('of two accounts that are merged into each other at the same moment one remains', async () => {
    for (let time = 0; time < 5; time++) {
      const [first, second] = [await addPerson(), await addPerson()]
      const replies = await Promise.all([sendMerge(env, first, second), sendMerge(env, second, first)])
      const merged = env.DB.prepare('SELECT count(*) AS n FROM users WHERE id IN (?, ?) AND merged_into_id IS NOT NULL')
      expect(await merged.bind(first.id, second.id).first('n')).toBe(1)
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  it('an account is not merged before another one has been merged into it, so that no rows come after its own', async () => {
    const tomo = await addPerson()
    const begun = { staffId: staff.id, userId: mira.id, targetId: noor.id, reason: 'Both are theirs.', now: Date.now() }
    await beginMerge(openDb(env.DB), begun)
    expect(await errorOf(sendMerge(env, noor, tomo))).toEqual([409, 'merge_unfinished'])
    expect((await sessionOf(noor)).user?.id).toBe(noor.id)
    await runNamed(['finish merges'], env, Date.now())
    await merge(noor, tomo)
    expect((await profileOf(mira)).id).toBe(tomo.id)
  })

  it('an account that is live is not merged', async () => {
    await startStream(mira)
    expect(await errorOf(sendMerge(env, mira, noor))).toEqual([409, 'stream_live'])
    expect((await sessionOf(mira)).user?.id).toBe(mira.id)
  })
})

describe('what the target gets', () => {
  it('one of each kind moves, and the counts agree with their rows', async () => {
    const { owner } = await makeRoleWorld()
    await follow(mira, owner)
    await follow(owner, mira)
    await post(owner, '/api/v2/user/block', { user: (await addPerson()).id })
    await addComment(owner, await addSketch(mira))
    await env.DB.prepare("UPDATE streams SET state = 'ended' WHERE user_id = ? AND state = 'live'").bind(owner.id).run()
    await merge(owner, noor)
    expect(await referencesMovedFrom(owner)).toEqual([])
    expect([await wrongCountsOf(owner), await wrongCountsOf(noor)]).toEqual([null, null])
  })

  it('fans move once, and nobody is a fan of themselves', async () => {
    const tomo = await addPerson()
    for (const artist of [mira, noor]) await follow(tomo, artist)
    await follow(mira, noor)
    await follow(noor, mira)
    await follow(await addPerson(), mira)
    await merge(mira, noor)
    expect(await profileOf(noor, tomo)).toMatchObject({ fans: 2, isFanOf: true })
    expect([await wrongCountsOf(mira), await wrongCountsOf(noor)]).toEqual([null, null])
  })

  it('a heart that both gave counts once', async () => {
    const tomo = await addPerson()
    const sketch = await addSketch(tomo)
    for (const giver of [mira, noor]) await giveHeart(giver, sketch)
    await merge(mira, noor)
    expect([await heartsOf(sketch), (await profileOf(tomo)).glops]).toEqual([1, 10])
    expect(await wrongCountsOf(tomo)).toBeNull()
  })

  it('a target whose heart counts once can be blocked by the artist', async () => {
    const tomo = await addPerson()
    const sketch = await addSketch(tomo)
    for (const giver of [mira, noor]) await giveHeart(giver, sketch)
    await merge(mira, noor)
    await post(tomo, '/api/v2/user/block', { user: noor.id })
    const { items } = await requestJson<NotificationList>('/api/v2/notices', { as: tomo })
    expect(items).toEqual([])
  })

  it('hearts and ratings of one on sketches of the other are taken back', async () => {
    const [first, second] = [await addSketch(mira), await addSketch(noor)]
    await giveHeart(noor, first)
    await giveHeart(mira, second)
    await post(noor, '/rate', { rating: 'rules', which: first })
    await merge(mira, noor)
    expect([await heartsOf(first), await heartsOf(second), (await profileOf(noor)).glops]).toEqual([0, 0, 0])
    expect(await wrongCountsOf(noor)).toBeNull()
  })

  it('hearts and glops add up, and the balances equal their lines', async () => {
    const sketch = await addSketch(mira)
    for (let giver = 0; giver < 3; giver++) await giveHeart(await addPerson(), sketch)
    await giveHeart(mira, await addSketch(await addPerson()))
    await merge(mira, noor)
    expect(await profileOf(noor, noor)).toMatchObject({ glops: 30, heartsAvailable: 9 })
    expect([await wrongCountsOf(mira), await wrongCountsOf(noor)]).toEqual([null, null])
  })

  it('glops that brought a heart bring none again, and the remainders bring one together', async () => {
    const addGlops = ({ id }: Person, amount: number) =>
      env.DB.prepare(
        "INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?, 'glop', ?, 'opening', 1)",
      )
        .bind(id, amount)
        .run()
    await addGlops(mira, 250)
    await addGlops(noor, 50)
    await merge(mira, noor)
    expect(await profileOf(noor, noor)).toMatchObject({ glops: 300, heartsAvailable: 12, heartsGlopAccum: 0 })
  })

  it('blocks of both hold, and end being a fan', async () => {
    const tomo = await addPerson()
    await follow(tomo, noor)
    await post(mira, '/api/v2/user/block', { user: tomo.id })
    await merge(mira, noor)
    expect((await profileOf(noor)).fans).toBe(0)
    expect(await errorOf(sendRequest('/api/fan', { as: tomo, body: { user: noor.id } }))).toEqual([404, 'not_found'])
  })

  it('comments on the profile come after those of the target, in their order', async () => {
    const write = (which: Person, comment: string) =>
      post(staff, '/comment', { key: crypto.randomUUID(), comment, type: 'profile', which: which.id })
    await write(noor, 'first')
    await write(mira, 'second')
    await write(mira, 'third')
    await merge(mira, noor)
    const list = await requestJson<{ items: { text: string }[] }>(`/api/comments/${noor.id}?type=profile`)
    expect(JSON.stringify(list).match(/first|second|third/g)).toEqual(['third', 'second', 'first'])
  })

  it('a ban in force follows the member', async () => {
    await addBan(mira, 24, 'Traced.')
    await merge(mira, noor)
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'Traced.' })
  })

  it('a ban in force ends the impersonation by its new owner, and a warning does not', async () => {
    const admin = await addPerson({ flags: 'a' })
    const tomo = await addPerson()
    const mergeIntoStaff = (source: Person) => jsonOf(sendMerge(env, source, staff, admin))
    const [warned, suspended] = [await addBan(await addPerson(), WARNING), await addBan(await addPerson(), 24)]
    await impersonate(staff, tomo)
    await mergeIntoStaff(warned)
    expect((await sessionOf(staff)).user?.id).toBe(tomo.id)
    await mergeIntoStaff(suspended)
    expect((await sessionOf(staff)).user?.id).toBe(staff.id)
  })

  it('a suspended account is not merged into an admin, who may be the last one; a warned one is', async () => {
    const [admin, other] = [await addPerson({ flags: 'a' }), await addPerson({ flags: 'a' })]
    const [warned, suspended] = [await addBan(await addPerson(), WARNING), await addBan(await addPerson(), 24)]
    for (const target of [admin, other])
      expect(await errorOf(sendMerge(env, suspended, target, admin))).toEqual([409, 'merge_suspended'])
    expect((await sendMerge(env, warned, other, admin)).status).toBe(200)
    await env.DB.prepare('UPDATE bans SET closed_at = ? WHERE user_id = ?').bind(Date.now(), suspended.id).run()
    expect((await sendMerge(env, suspended, other, admin)).status).toBe(200)
  })

  it('a ban that moves closes the rooms of the target and ends their live stream, as a new ban does', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const [page, room] = [await openChannel(owner), await enterRoom(owner, await addChannel())]
    await room.next('channel')
    await addBan(mira, 24, 'Traced.')
    await merge(mira, owner)
    expect(await page.next('standing')).toEqual({ type: 'standing' })
    expect(await room.closed()).toBe(SOCKET_CLOSE.forbidden)
    await publisher.closed()
    const stream = env.DB.prepare('SELECT state, end_reason FROM streams WHERE id = ?').bind(streamId)
    expect(await stream.first()).toEqual({ state: 'ended', end_reason: 'staff' })
    const [entry] = (await staffLogOf(owner)).filter(({ action }) => action === 'stream_end')
    expect(entry).toMatchObject({ staff_id: staff.id, reason: 'Traced.' })
  })

  it('a warning that moves closes the rooms of the target until they accept it, and their stream goes on', async () => {
    const { owner, streamId } = await publishNewStream()
    const room = await enterRoom(owner, await addChannel())
    await room.next('channel')
    await addBan(mira, WARNING, 'Warned.')
    await merge(mira, owner)
    expect(await room.closed()).toBe(SOCKET_CLOSE.restarting)
    const state = env.DB.prepare('SELECT state FROM streams WHERE id = ?').bind(streamId)
    expect(await state.first('state')).toBe('live')
  })

  it('of two bans the longer one stays', async () => {
    await addBan(mira, 720, 'Long.')
    const again = await addBan(noor, 24, 'Short.')
    await merge(mira, noor)
    expect(await banNoticeOf(again)).toMatchObject({ reason: 'Long.' })
  })

  it('a ban of the target that is given directly before the bans move does not stop the merge', async () => {
    await addBan(mira, 720, 'Long.')
    let isBanned = false
    const late = watchedDb(env.DB, async (run, _, query) => {
      if (!isBanned && query.includes('UPDATE bans SET user_id')) {
        isBanned = true
        await addBan(noor, 24, 'Short.')
      }
      return run()
    })
    await jsonOf(sendMerge({ ...env, DB: late }, mira, noor))
    expect(isBanned).toBe(true)
    expect(await referencesMovedFrom(mira)).toEqual([])
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'Long.' })
  })

  it('an unaccepted warning stays where the other ban has expired', async () => {
    await addBan(mira, 24, 'Over.')
    await env.DB.prepare('UPDATE bans SET ends_at = 1 WHERE user_id = ?').bind(mira.id).run()
    await addBan(noor, WARNING, 'Warned.')
    await merge(mira, noor)
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'Warned.' })
  })

  it('a ban in force stays where the other one is a warning', async () => {
    await addBan(mira, WARNING, 'Warned.')
    await addBan(noor, 1, 'Banned.')
    await merge(mira, noor)
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'Banned.' })
  })

  it('a permanent ban that is not confirmed is longer than one of 30 days, and does not shorten it', async () => {
    await addBan(mira, 720, 'Thirty days.')
    const dateEnd = (await banNoticeOf(mira))?.dateEnd
    await addBan(noor, PERMANENT, 'For ever.')
    await merge(mira, noor)
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'For ever.', dateEnd })
  })

  it('a permanent ban that is confirmed stays without an end', async () => {
    await addBan(mira, 720, 'Thirty days.')
    await addBan(noor, PERMANENT, 'For ever.')
    await env.DB.prepare('UPDATE bans SET ends_at = NULL WHERE user_id = ?').bind(noor.id).run()
    await merge(mira, noor)
    expect(await banNoticeOf(noor)).toMatchObject({ reason: 'For ever.', dateEnd: null })
  })

  it('a patron’s term and web address move, and the web address becomes the former one of a target with its own', async () => {
    const start = Date.now()
    const [patron, other] = [
      await addPerson({ flags: 'p', patronUntil: start + 1e9, patronSince: 2e12, slug: `ink-${mira.id}` }),
      await addPerson({ flags: 'p', patronUntil: start + 2e9, patronSince: 1e12, slug: `pen-${mira.id}` }),
    ]
    await merge(patron, noor)
    const bySlug = (slug: string) => requestJson<{ user: { id: number } }>(`/api/v2/patron/${slug}`)
    expect((await bySlug(`ink-${mira.id}`)).user.id).toBe(noor.id)
    await merge(other, noor)
    expect((await bySlug(`pen-${mira.id}`)).user.id).toBe(noor.id)
    expect(await profileOf(noor, noor)).toMatchObject({ patron: true, patronSince: toWireTime(1e12) })
    expect((await bySlug(`ink-${mira.id}`)).user.id).toBe(noor.id)
    const until = await env.DB.prepare('SELECT patron_until FROM users WHERE id = ?')
      .bind(noor.id)
      .first<number>('patron_until')
    // All that was left of both terms, less the time that the merges took.
    expect(start + 3e9 - (until ?? 0)).toBeGreaterThanOrEqual(0)
    expect(start + 3e9 - (until ?? 0)).toBeLessThan(60_000)
  })

  it('the words of gifts that the merged account got or gave are not shown to the target', async () => {
    const friend = await addPerson()
    await buy(friend, 'hearts25', { user: mira.id, message: 'From a friend' })
    await buy(mira, 'hearts25', { user: friend.id, message: 'For a friend' })
    await merge(mira, noor)
    const { items: got } = await requestJson<GiftList>('/api/v2/store/gifts', { as: noor })
    const { items: given } = await requestJson<PurchaseList>('/api/v2/store/orders', { as: noor })
    expect([got, given].map((list) => list.map(({ message }) => message))).toEqual([[''], ['']])
  })

  it('other members keep the messages and the words of gifts that they got from the merged account', async () => {
    const friend = await addPerson()
    await buy(mira, 'hearts25', { user: friend.id, message: 'For a friend' })
    const thread = await addConversation(mira, friend)
    await merge(mira, noor)
    const { items: got } = await requestJson<GiftList>('/api/v2/store/gifts', { as: friend })
    expect(got).toMatchObject([{ message: 'For a friend', from: { id: noor.id } }])
    const notices = await requestJson<NotificationList>('/api/v2/notices?category=gifts', { as: friend })
    expect(notices.items).toMatchObject([{ gift: { message: 'For a friend' } }])
    expect(await textsOf(friend, thread)).toEqual(['Yes, take it.', 'Is it free?'])
  })

  it.each([
    ['a gift that was reported before the merge', 'gift', true],
    ['a gift that was reported after the merge', 'gift', false],
    ['a conversation that was reported before the merge', 'message', true],
  ] as const)('the target does not read the words of %s', async (_what, kind, isBefore) => {
    const friend = await addPerson()
    const add = { gift: giveWords, message: addConversation }[kind]
    const id = await add(mira, friend)
    const report = () => jsonOf(sendRequest('/api/v2/report', { as: friend, body: { [kind]: id, details: '' } }))
    if (isBefore) await report()
    await merge(mira, noor)
    if (!isBefore) await report()
    const found = await caseOf(kind, kind === 'gift' ? id : `${id}:${friend.id}`)
    await jsonOf(decide(staff, found.id, { action: 'warn', rule: 'kindness' }))
    expect(await decisionOf(noor, found.id)).toMatchObject({ isAuthor: true, action: 'warn', title: '' })
    expect((await noticesOf(noor)).map((notice) => notice.category === 'moderation' && notice)).toMatchObject([{}])
  })

  it('words of gifts stay hidden from the target when it is merged further', async () => {
    const [friend, third] = [await addPerson(), await addPerson()]
    await buy(mira, 'hearts25', { user: friend.id, message: 'For a friend' })
    await merge(mira, noor)
    await merge(noor, third)
    const { items: given } = await requestJson<PurchaseList>('/api/v2/store/orders', { as: third })
    expect(given.map(({ message }) => message)).toEqual([''])
  })

  it.each([
    {
      ...{ thing: 'votes for requests of groups', table: 'group_request_votes' },
      add: `INSERT INTO group_requests (title, description, user_id, upvotes_count, created_at)
        SELECT '', '', ?, 2, 1 FROM numbers RETURNING id`,
      join: 'INSERT INTO group_request_votes (request_id, user_id, created_at) SELECT value, ?, 1 FROM json_each(?)',
      wrong: 'SELECT id FROM group_requests WHERE user_id = ? AND upvotes_count <> 1',
    },
    {
      ...{ thing: 'memberships of groups', table: 'group_members' },
      add: `INSERT INTO groups (slug, title, description, user_id, members_count, latest_activity_at, created_at)
        SELECT 'merged-' || number, '', '', ?, 2, 1, 1 FROM numbers RETURNING id`,
      join: `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT value, ?, 'member', 1 FROM json_each(?)`,
      wrong: 'SELECT id FROM groups WHERE user_id = ? AND members_count <> 1',
    },
  ])('$thing of both move once, also more than a statement changes', async ({ table, add, join, wrong }) => {
    const count = ROWS_AT_ONCE + 1
    const numbers = `WITH RECURSIVE numbers(number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})`
    const { results } = await env.DB.prepare(`${numbers} ${add}`).bind(staff.id).all<{ id: number }>()
    const ids = JSON.stringify(results.map(({ id }) => id))
    for (const { id } of [mira, noor]) await env.DB.prepare(join).bind(id, ids).run()
    await merge(mira, noor)
    const rowsOf = ({ id }: Person) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(id).first('n')
    expect([await rowsOf(mira), await rowsOf(noor)]).toEqual([0, count])
    expect(await env.DB.prepare(wrong).bind(staff.id).first()).toBeNull()
  })

  it('views of sketches and albums are deleted, also more than a statement deletes', async () => {
    const [sketch, album] = [await addSketch(staff), await addAlbum(staff)]
    const days = JSON.stringify(Array.from({ length: ROWS_AT_ONCE + 1 }, () => 1))
    const viewsOf = async ({ id }: Person) => {
      const counts = ['sketch_views', 'album_views'].map((table) =>
        env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE viewer_key = ?`).bind(`member:${id}`).first('n'),
      )
      return Promise.all(counts)
    }
    for (const { id } of [mira, noor])
      for (const [table, column, viewed] of [
        ['sketch_views', 'sketch_id', sketch],
        ['album_views', 'album_id', album],
      ])
        await env.DB.prepare(`INSERT INTO ${table} (viewer_key, ${column}, day) SELECT ?, ?, key FROM json_each(?)`)
          .bind(`member:${id}`, viewed, days)
          .run()
    await merge(mira, noor)
    expect(await viewsOf(mira)).toEqual([0, 0])
    expect(await viewsOf(noor)).toEqual([ROWS_AT_ONCE + 1, ROWS_AT_ONCE + 1])
  })

  it('messages are not shown to the target', async () => {
    const tomo = await addPerson()
    await post(tomo, '/api/v2/message/write', { to: mira.id, subject: 'Ink', text: 'Hello', key: crypto.randomUUID() })
    await merge(mira, noor)
    const topics = await requestJson<{ items: unknown[] }>('/api/v2/messages', { as: noor })
    expect(topics.items).toEqual([])
  })

  it('the source keeps no subject of a conversation, which the other member keeps', async () => {
    const tomo = await addPerson()
    const id = await addConversation(mira, tomo)
    await merge(mira, noor)
    const { results } = await env.DB.prepare(
      'SELECT user_id, subject FROM message_topics WHERE thread_id = ? ORDER BY user_id = ? DESC',
    )
      .bind(id, mira.id)
      .all()
    expect(results).toEqual([
      { user_id: mira.id, subject: '' },
      { user_id: tomo.id, subject: 'Heron, for the poster' },
    ])
  })

  it('nobody answers the source any more, and the page of the conversation knows', async () => {
    const tomo = await addPerson()
    const id = await addConversation(mira, tomo)
    expect((await postsOf(tomo, id)).thread.hasLeft).toBe(false)
    await merge(mira, noor)
    expect(await errorOf(replyTo(tomo, id))).toEqual([403, 'forbidden'])
    expect((await postsOf(tomo, id)).thread.hasLeft).toBe(true)
  })

  it('a conversation that the other member deleted before is removed', async () => {
    const tomo = await addPerson()
    const id = await addConversation(mira, tomo)
    await jsonOf(deleteThread(tomo, id))
    await merge(mira, noor)
    const { results } = await env.DB.prepare('SELECT subject FROM message_topics WHERE thread_id = ?').bind(id).all()
    expect(results).toEqual([])
  })
})

describe('the row of a merged account', () => {
  it('the row of a merged account has no birth date, watermark name, time zone or settings', async () => {
    await env.DB.prepare(`UPDATE users SET birth_date = '1990-05-03', watermark_name = 'Mira K.', time_zone = 'Asia/Tokyo',
        time_zone_changed_at = 1, show_mature = 1, theme = 'dark' WHERE id = ?`)
      .bind(mira.id)
      .run()
    await merge(mira, noor)
    const row = await env.DB.prepare(
      'SELECT birth_date, watermark_name, time_zone, time_zone_changed_at, show_mature, theme FROM users WHERE id = ?',
    )
    expect(await row.bind(mira.id).first()).toEqual({
      ...{ birth_date: '', watermark_name: '', time_zone: null },
      ...{ time_zone_changed_at: null, show_mature: 0, theme: null },
    })
  })
})

describe('a merge whose accounts change between the check and the write', () => {
  const setFlags = ({ id }: Person, flags: string) =>
    env.DB.prepare('UPDATE users SET flags = ? WHERE id = ?').bind(flags, id).run()

  it.each([
    ['the staff lost their role', () => setFlags(staff, '')],
    ['the staff were suspended', () => addBan(staff, 24)],
    ['the source became staff', () => setFlags(mira, 'm')],
    ['the target became staff', () => setFlags(noor, 'm')],
  ])('it does not begin if %s', async (_what, change) => {
    await change()
    const begun = { staffId: staff.id, userId: mira.id, targetId: noor.id, reason: 'Both are theirs.', now: Date.now() }
    expect(await beginMerge(openDb(env.DB), begun)).toEqual({ ok: false, code: 'forbidden' })
    expect([(await profileOf(mira)).id, await staffLogOf(mira)]).toEqual([mira.id, []])
  })

  it('an admin may still merge into staff', async () => {
    const admin = await addPerson({ flags: 'a' })
    await setFlags(noor, 'm')
    await jsonOf(sendMerge(env, mira, noor, admin))
    expect((await profileOf(mira)).id).toBe(noor.id)
  })
})

describe('several unfinished merges', () => {
  it('a merge that fails does not stop the next one', async () => {
    const tomo = await addPerson()
    for (const { id } of [mira, tomo]) {
      const begun = { staffId: staff.id, userId: id, targetId: noor.id, reason: 'Both are theirs.', now: Date.now() }
      await beginMerge(openDb(env.DB), begun)
    }
    let failed = false
    const broken = watchedDb(env.DB, async (run, _, query) => {
      if (failed || !query.startsWith('DELETE FROM sessions')) return run()
      failed = true
      throw new Error('cut off')
    })
    await expect(runNamed(['finish merges'], { ...env, DB: broken }, Date.now())).rejects.toThrow('cut off')
    const unfinished = env.DB.prepare('SELECT user_id FROM merges WHERE target_id = ? AND finished_at IS NULL').bind(
      noor.id,
    )
    expect((await unfinished.all()).results).toHaveLength(1)
    await runNamed(['finish merges'], env, Date.now())
    expect((await unfinished.all()).results).toEqual([])
  })
})

describe.each<Fault>(['refused', 'lost'])('a merge with each database call %s once', (fault) => {
  it('the job finishes it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sketch = await addSketch(mira)
    await giveHeart(await addPerson(), sketch)
    await follow(await addPerson(), mira)
    const begun = { staffId: staff.id, userId: mira.id, targetId: noor.id, reason: 'Both are mine.', now: Date.now() }
    await beginMerge(openDb(env.DB), begun)
    const faults = await untilNoFaults(fault, (bindings) => runNamed(['finish merges'], bindings, Date.now()))
    expect(faults).toBeGreaterThan(MERGE_STEPS.length)
    expect(await referencesMovedFrom(mira)).toEqual([])
    expect([await wrongCountsOf(mira), await wrongCountsOf(noor)]).toEqual([null, null])
    expect(await profileOf(noor)).toMatchObject({ fans: 1, sketches: 1, glops: 10 })
    expect(await staffLogOf(mira)).toHaveLength(1)
    vi.restoreAllMocks()
  }, 120_000)
})
