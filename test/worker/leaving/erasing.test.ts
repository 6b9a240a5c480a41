import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ReportedComments } from '../../../contract/http/reports.ts'
import { addMember, addSignUp, findSignUp } from '../../../worker/features/auth/queries.ts'
import { ERASE_STEPS, FORGET_STEPS, IDS_LEFT } from '../../../worker/features/leaving/erase-steps.ts'
import { beginMerge } from '../../../worker/features/staff/merge.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { addAlbum } from '../../support/worker/albums.ts'
import { addBan } from '../../support/worker/bans.ts'
import { browserWithIssuer, join, signIn, signUp } from '../../support/worker/browser.ts'
import { addCommentCase, addProfileCase } from '../../support/worker/cases.ts'
import { addComment, commentsOf, deleteComment, editComment } from '../../support/worker/comments.ts'
import { type Fault, untilNoFaults } from '../../support/worker/faults.ts'
import { addPost, addTopic, editPost } from '../../support/worker/forum.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { afterTheWeek, deleteAccount, deleteDue, deletionTimeOf, keepAccount } from '../../support/worker/leaving.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import {
  addConversation,
  addThread,
  deleteThread,
  postsOf,
  replyTo,
  topicsOf,
  writeMessage,
} from '../../support/worker/messages.ts'
import { addPasskeyTo } from '../../support/worker/passkeys.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import {
  listReferences,
  referenceName,
  referencesTo,
  textsWith,
  wrongCountsOf,
} from '../../support/worker/references.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts, sessionOf, staffLogOf } from '../../support/worker/staff.ts'
import { shownStream, startStream } from '../../support/worker/stream-calls.ts'
import { fileKeysOf, storedKeys } from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { makeRoleWorld } from '../role-table.ts'

afterEach(() => vi.restoreAllMocks())

const post = (as: Person, path: string, body: object) => jsonOf(sendRequest(path, { as, body }))
const giveHeart = (as: Person, which: number) => post(as, '/heart', { action: 'heart', which })
const follow = (fan: Person, artist: Person) => post(fan, '/api/fan', { user: artist.id })
const erased = ERASE_STEPS.flatMap(({ references }) => references)

describe('the references that a deletion covers', () => {
  it('every reference to a member is erased by a step, or stays as an id without a person for a stated reason', async () => {
    const known = [...erased, ...Object.keys(IDS_LEFT)]
    expect((await listReferences()).map(referenceName).sort()).toEqual([...new Set(known)].sort())
  })

  it('no reference is both erased and left', () => {
    expect(erased.filter((name) => name in IDS_LEFT)).toEqual([])
  })

  it('each step has its own name', () => {
    const names = [...ERASE_STEPS, ...FORGET_STEPS].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

let made = 0

const postsOfThread = async (id: number) =>
  Number(
    await env.DB.prepare('SELECT count(*) AS number FROM message_posts WHERE thread_id = ?').bind(id).first('number'),
  )

const emptyLog = (bindings: Cloudflare.Env = env) =>
  runNamed(['empty the log about deleted accounts'], bindings, Date.now())

/** Everything that the site can know of a person. */
function traces() {
  const word = `quillon${++made}x`
  return {
    word,
    fields: {
      ...{
        nickname: `${word} Name`,
        nicknameKey: `${word} name`,
        email: `${word}@people.test`,
        about: `${word} about`,
      },
      ...{ website: `https://${word}.example`, slug: `${word}-slug`, watermarkName: `${word} mark`, country: 'AT' },
    },
  }
}

const columnsOf = ({ nicknameKey, watermarkName, ...fields }: ReturnType<typeof traces>['fields']) => ({
  ...fields,
  nickname_key: nicknameKey,
  watermark_name: watermarkName,
})

/** A member with one thing of each kind, under a name that occurs nowhere else. */
async function addLeaver() {
  const { owner, ...world } = await makeRoleWorld()
  const { word, fields } = traces()
  const set = Object.entries(columnsOf(fields))
  await env.DB.prepare(`UPDATE users SET ${set.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`)
    .bind(...set.map(([, value]) => value), owner.id)
    .run()
  await env.DB.prepare('INSERT INTO identities VALUES (?, ?, ?, 1)')
    .bind('https://issuer', `${word}-sub`, owner.id)
    .run()
  return { ...world, word, owner: { ...owner, nickname: fields.nickname } }
}

describe('a deleted account', () => {
  it('nothing of the person is left in the database, and what others have stays consistent', async () => {
    const { owner, word } = await addLeaver()
    const [noor, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(noor)
    await giveHeart(owner, sketch)
    await giveHeart(noor, await addSketch(owner))
    await follow(owner, noor)
    await follow(noor, owner)
    await post(owner, '/api/v2/user/block', { user: (await addPerson()).id })
    await addComment(noor, sketch, `Thanks, @${owner.nickname}!`)
    await addComment(noor, owner.id, 'Hello', { type: 'profile' })
    await post(staff, '/api/v2/gloperate/ban', { uid: owner.id, duration: 24, reason: `${word} traced` })
    await deleteAccount(owner, new Mailbox().env)
    expect(await textsWith([word])).toEqual([])
    expect((await referencesTo(owner, erased)).sort()).toEqual([
      'audit_log.user_id',
      'bans.user_id',
      'message_topics.user_id',
    ])
    expect([await wrongCountsOf(owner), await wrongCountsOf(noor)]).toEqual([null, null])
  })

  it('the words of a gift are gone, also from the notification of whoever got it', async () => {
    const [mira, noor, word] = [await addPerson(), await addPerson(), `gift${++made}quillon`]
    const { id } =
      (await env.DB.prepare(
        `INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, message, state, created_at,
          paid_at, checked_at) VALUES (?, ?, 'a-gift', 'hearts25', 500, 'USD', ?, 'paid', 1, 1, 1) RETURNING id`,
      )
        .bind(mira.id, noor.id, word)
        .first<{ id: number }>()) ?? {}
    await env.DB.prepare(
      `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, store_order_id, excerpt, occurred_at)
        VALUES (?1, 'gifts', ?2, ?1, ?3, ?4, 1)`,
    )
      .bind(noor.id, mira.id, id, word)
      .run()
    expect(await textsWith([word])).toHaveLength(2)
    await deleteAccount(mira)
    expect(await textsWith([word])).toEqual([])
  })

  it('no file of the member is left in the store', async () => {
    const { owner } = await addLeaver()
    const keys = await fileKeysOf(owner)
    expect(keys.length).toBeGreaterThan(0)
    await deleteAccount(owner)
    const names = keys.map((key) => key.slice('originals/'.length))
    expect((await storedKeys()).filter((key) => names.some((name) => key.includes(name)))).toEqual([])
  })

  it('sessions end, and the profile is a page that does not exist', async () => {
    const mira = await addPerson()
    await deleteAccount(mira)
    expect((await sessionOf(mira)).user).toBeNull()
    const page = { headers: { accept: 'text/html' } }
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(404)
    expect((await sendRequest(`/user/${mira.id}`, page)).status).toBe(
      (await sendRequest('/user/99999999', page)).status,
    )
  })

  it('nobody becomes its fan, blocks it, reports it, writes to it or comments on it', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    await deleteAccount(mira)
    const refused = [
      sendRequest('/api/fan', { as: noor, body: { user: mira.id } }),
      sendRequest('/api/v2/user/block', { as: noor, body: { user: mira.id } }),
      sendRequest('/comment', { as: noor, body: { key: 'key-0001', comment: 'hi', type: 'profile', which: mira.id } }),
    ]
    for (const reply of refused) expect((await reply).status).toBe(404)
    expect((await writeMessage(noor, mira)).status).not.toBe(200)
  })

  it('a deleted account is in no list of artists and in no search', async () => {
    const mira = await addPerson()
    await deleteAccount(mira)
    for (const path of ['/api/v2/users?sort=active', '/api/v2/search/user?query=deleted'])
      expect((await requestJson<{ items: { id: number }[] }>(path)).items.map(({ id }) => id)).not.toContain(mira.id)
  })

  it('the nickname of a deleted account is free at once', async () => {
    const mira = await addPerson()
    await deleteAccount(mira)
    expect((await addPerson({ nickname: mira.nickname })).id).not.toBe(mira.id)
  })

  it('nobody can call themselves a deleted member', async () => {
    const browser = browserWithIssuer('straight')
    await signIn(browser, { sub: `pretender-${++made}` })
    const body = { nickname: 'Deleted Member', birthDate: '1990-01-01' }
    expect((await errorOf(browser.request('/api/v2/signUp', { body })))[0]).toBe(400)
  })

  it('comments and messages to others stay, by a deleted member', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(noor)
    await addComment(mira, sketch, 'What light!')
    const thread = await addConversation(mira, noor)
    await deleteAccount(mira)
    const { items } = await commentsOf(sketch)
    expect(JSON.stringify(items)).toContain('What light!')
    expect(JSON.stringify(items)).toContain(DELETED_MEMBER)
    const posts = await postsOf(noor, thread)
    expect([posts.thread.other.nickname, posts.items.length]).toEqual([DELETED_MEMBER, 2])
    expect(posts.thread.hasLeft).toBe(true)
    expect(await errorOf(replyTo(noor, thread))).toEqual([403, 'forbidden'])
  })

  it('a reply to its comment is stored without a notification', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(await addPerson())
    const { id } = await addComment(mira, sketch, 'What light!')
    await deleteAccount(mira)
    await addComment(noor, sketch, 'Indeed', { replyTo: id })
    const count = env.DB.prepare('SELECT count(*) AS number FROM notifications WHERE user_id = ?').bind(mira.id)
    expect(await count.first('number')).toBe(0)
  })

  it('a mention keeps its place, and so do the mentions after it', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(noor)
    const text = `@${mira.nickname} and @${noor.nickname}, thanks`
    await addComment(await addPerson(), sketch, text)
    await deleteAccount(mira)
    const row = await env.DB.prepare('SELECT text, mentions FROM comments WHERE target_id = ? AND text LIKE ?')
      .bind(sketch, '%thanks')
      .first<{ text: string; mentions: string }>()
    expect(row?.text).toBe(`@${DELETED_MEMBER} and @${noor.nickname}, thanks`)
    const [mention] = JSON.parse(row?.mentions ?? '[]')
    expect(mention.userId).toBe(noor.id)
    expect(row?.text.slice(mention.start, mention.start + mention.length)).toBe(`@${noor.nickname}`)
  })

  it('a long thread that nobody can read any more is erased in parts', async () => {
    const [leaver, other] = [await addPerson(), await addPerson()]
    const id = await addConversation(leaver, other)
    await env.DB.prepare(
      `INSERT INTO message_posts (thread_id, number, user_id, text, idempotency_key, created_at)
        WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
        SELECT ?1, i, ?2, 'Post ' || i, 'long ' || i, 0 FROM n`,
    )
      .bind(id, leaver.id)
      .run()
    await jsonOf(deleteThread(other, id))
    await deletionTimeOf(leaver)
    const removed: number[] = []
    const db = watchedDb(env.DB, async (run) => {
      const before = await postsOfThread(id)
      const result = await run()
      removed.push(before - (await postsOfThread(id)))
      return result
    })
    await deleteDue({ ...env, DB: db })
    expect([removed.reduce((sum, count) => sum + count, 0), Math.max(...removed)]).toEqual([450, 100])
  })

  it('messages and profiles of others no longer name it', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const text = `Ask @${mira.nickname} about ink.`
    const thread = await addThread(noor, await addPerson(), { text })
    await post(noor, '/editProfile', profileFormOf(noor.nickname, { about: text }))
    await deleteAccount(mira)
    const renamed = `Ask @${DELETED_MEMBER} about ink.`
    expect((await postsOf(noor, thread)).items.map((post) => [post.text, post.mentions])).toEqual([[renamed, []]])
    expect((await topicsOf(noor)).items.map(({ excerpt }) => excerpt)).toEqual([renamed])
    expect(await requestJson(`/api/user/${noor.id}`)).toMatchObject({ about: renamed, aboutMentions: [] })
  })

  it('comments, posts and profiles that their authors edit at the same time keep the edit', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const text = `Ask @${mira.nickname} about ink.`
    const sketch = await addSketch(await addPerson())
    const comment = await addComment(noor, sketch, text)
    const forumPost = await addPost(noor, await addTopic(await addPerson()), { text })
    await post(noor, '/editProfile', profileFormOf(noor.nickname, { about: text }))
    await deletionTimeOf(mira)
    const [edited, mentions] = ['Ask somebody else about ink.', { mentions: [] }]
    const edits: Record<string, () => Promise<unknown>> = {
      'update "comments"': () => jsonOf(editComment(noor, comment.id, edited)),
      'update "forum_posts"': () => jsonOf(editPost(noor, forumPost.id, edited)),
      'update "users" set "about"': () => post(noor, '/editProfile', profileFormOf(noor.nickname, { about: edited })),
    }
    const db = watchedDb(env.DB, async (run, _, query) => {
      const start = Object.keys(edits).find((begun) => query.startsWith(begun)) ?? ''
      const edit = edits[start]
      delete edits[start]
      await edit?.()
      return run()
    })
    await deleteDue({ ...env, DB: db })
    expect(edits).toEqual({})
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: edited, ...mentions }])
    const stored = env.DB.prepare('SELECT text, mentions FROM forum_posts WHERE id = ?').bind(forumPost.id)
    expect(await stored.first()).toEqual({ text: edited, mentions: '[]' })
    expect(await requestJson(`/api/user/${noor.id}`)).toMatchObject({ about: edited, aboutMentions: [] })
    expect(await referencesTo(mira, erased)).toEqual([])
  })

  it('renaming reads no mentions of other members, however many there are', async () => {
    const [mira, noor, other] = [await addPerson(), await addPerson(), await addPerson()]
    const thread = await addThread(noor, other, { text: `Ask @${mira.nickname} about ink.` })
    const mentions = JSON.stringify([{ userId: other.id, start: 0, length: 2 }])
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO message_posts (thread_id, number, user_id, text, mentions, idempotency_key, created_at)
          WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          SELECT ?1, i, ?2, '@x ' || i, ?3, 'mention ' || i, 0 FROM n`,
      ).bind(thread, noor.id, mentions),
      env.DB.prepare(
        `INSERT INTO users (nickname, nickname_key, birth_date, created_at, about, about_mentions)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          SELECT 'Reader ' || i, 'reader ' || i, '1996-05-03', 0, '@x', ?1 FROM n`,
      ).bind(mentions),
      env.DB.prepare("INSERT INTO message_mentions SELECT ?1, id FROM message_posts WHERE text LIKE '@x %'").bind(
        other.id,
      ),
      env.DB.prepare("INSERT INTO profile_mentions SELECT ?1, id FROM users WHERE about = '@x'").bind(other.id),
    ])
    await deletionTimeOf(mira)
    expect(await countRowsRead(deleteDue)).toBeLessThan(3000)
  })

  it('notifications of others about posts of the forum no longer name it', async () => {
    const [mira, noor, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const text = `Ask @${mira.nickname} or @${noor.nickname} about ink.`
    await addPost(ines, await addTopic(await addPerson()), { text })
    const excerpts = async () => {
      const { items } = await requestJson<NotificationList>('/api/v2/notices?category=mentions', { as: noor })
      return items.map(({ topic }) => topic?.excerpt)
    }
    expect(await excerpts()).toEqual([text])
    await deleteAccount(mira)
    expect(await excerpts()).toEqual([`Ask @${DELETED_MEMBER} or @${noor.nickname} about ink.`])
  })

  it('reports of what it made no longer name it', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    await addCommentCase((await addComment(mira, await addSketch(await addPerson()))).id)
    await deleteAccount(mira)
    const { items } = await requestJson<ReportedComments>('/api/v2/gloperate/reportedComments', { as: staff })
    expect(items.filter(({ userId }) => userId === mira.id)).toMatchObject([{ nickname: DELETED_MEMBER }])
  })

  it('of a reported profile only the replaced name is kept', async () => {
    const mira = await addPerson({ about: 'I draw herons.', website: 'https://herons.test' })
    const id = await addProfileCase(mira)
    await env.DB.prepare(`UPDATE cases SET evidence = json_set(evidence, '$.avatarKey', 'a-key', '$.coverKey', 'a-cover')
      WHERE id = ?`)
      .bind(id)
      .run()
    await deleteAccount(mira)
    const evidence = await env.DB.prepare('SELECT evidence FROM cases WHERE id = ?').bind(id).first<string>('evidence')
    expect(JSON.parse(evidence ?? '')).toEqual({
      ...{ nickname: DELETED_MEMBER, about: '', website: '' },
      ...{ avatarKey: null, coverKey: null },
    })
  })

  it('the staff log keeps who did what to which id, without the texts', async () => {
    const mira = await addBan(await addPerson(), 24, 'Traced.')
    const before = await staffLogOf(mira)
    await deleteAccount(mira)
    const after = await staffLogOf(mira)
    expect(after).toEqual(before.map((entry) => ({ ...entry, reason: '', changes: '{}' })))
    await expect(
      env.DB.prepare("UPDATE audit_log SET action = 'x' WHERE user_id = ?").bind(mira.id).run(),
    ).rejects.toThrow()
  })

  it('the staff log also loses texts that staff remove after the deletion', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(await addPerson())
    const { id } = await addComment(mira, sketch, 'A text of a member who left')
    await deleteAccount(mira)
    await jsonOf(deleteComment(staff, id, 'Spam by Mira.'))
    const before = await staffLogOf(mira)
    expect(before.at(-1)).toMatchObject({ action: 'delete', reason: expect.stringContaining('Spam by Mira.') })
    await emptyLog()
    expect(await staffLogOf(mira)).toEqual(before.map((entry) => ({ ...entry, reason: '', changes: '{}' })))
  })

  it('the staff log keeps texts about members who stay', async () => {
    const mira = await addBan(await addPerson(), 24, 'Traced.')
    const before = await staffLogOf(mira)
    await emptyLog()
    expect(await staffLogOf(mira)).toEqual(before)
  })

  it('the job that empties the staff log reads each entry once, however many there are', async () => {
    await addBan(await addPerson(), 24, 'Traced.')
    await emptyLog()
    expect(await countRowsRead(emptyLog)).toBeLessThan(5)
  })

  it('a live broadcast ends', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    await deletionTimeOf(mira)
    expect((await shownStream(null, id)).state).toBe('live')
    await deleteDue()
    expect((await sendRequest(`/api/v2/stream/${id}`)).status).toBe(404)
  })

  it('the last mail goes to the address, which is then forgotten', async () => {
    const [box, mira] = [new Mailbox(), await addPerson({ email: `last-${++made}@people.test` })]
    await deleteAccount(mira, box.env)
    expect(box.subjectsTo(`last-${made}@people.test`)).toEqual(['Your account is deleted'])
    expect(await textsWith([`last-${made}@people.test`])).toEqual([])
  })

  it('a mail service that fails delays only the mail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [box, mira] = [new Mailbox(), await addPerson({ email: `late-${++made}@people.test` })]
    box.failWith('E_DELIVERY_FAILED')
    await deleteAccount(mira, box.env)
    expect(await textsWith([mira.nickname])).toEqual([])
    expect(await textsWith([`late-${made}@people.test`])).toHaveLength(1)
    await deleteDue(box.env, afterTheWeek() + 2 * 86_400_000)
    expect(await textsWith([`late-${made}@people.test`])).toEqual([])
  })
})

describe('a deleted account into which others were merged', () => {
  it('nothing of the people of these accounts is left in the database', async () => {
    const [first, second] = [await addLeaver(), await addLeaver()]
    const words = [first.word, second.word, `quillon${++made}x`]
    const last = await addPerson({ nickname: `${words[2]} Name`, nicknameKey: `${words[2]} name` })
    const [noor, sketch] = [await addPerson(), await addSketch(await addPerson())]
    await addComment(noor, sketch, `@${first.owner.nickname} and @${second.owner.nickname}, thanks`)
    await addTopic(noor, { text: `Ask @${first.owner.nickname} or @${last.nickname}` })
    await addBan(first.owner, 24, `${first.word} traced`)
    for (const { owner } of [first, second])
      await env.DB.prepare("UPDATE streams SET state = 'ended' WHERE user_id = ?").bind(owner.id).run()
    await mergeAccounts(first.owner, second.owner, `The same person as ${second.word}`)
    await mergeAccounts(second.owner, last)
    await deleteAccount(last, new Mailbox().env)
    expect(await textsWith(words)).toEqual([])
  })

  it('the side of conversations that a merged account had is deleted', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    await addConversation(mira, await addPerson())
    await mergeAccounts(mira, noor)
    await deleteAccount(noor)
    const row = await env.DB.prepare('SELECT folder, subject FROM message_topics WHERE user_id = ?')
      .bind(mira.id)
      .first()
    expect(row).toEqual({ folder: 'deleted', subject: '' })
  })

  it('a conversation that the other member deleted before is removed', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const id = await addThread(mira, noor)
    await jsonOf(deleteThread(noor, id))
    await deleteAccount(mira)
    const { results } = await env.DB.prepare('SELECT subject FROM message_topics WHERE thread_id = ?').bind(id).all()
    expect([results, await postsOfThread(id)]).toEqual([[], 0])
  })

  it('an account is deleted only after the merges into it are finished', async () => {
    const [mira, noor, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(mira)
    const merge = { staffId: staff.id, userId: mira.id, targetId: noor.id, reason: 'Asked for it.', now: Date.now() }
    await beginMerge(openDb(env.DB), merge)
    await deletionTimeOf(noor)
    await deleteDue()
    expect((await sessionOf(noor)).user?.id).toBe(noor.id)
    await runNamed(['finish merges'], env, Date.now())
    await deleteDue()
    expect((await sessionOf(noor)).user).toBeNull()
    expect((await sendRequest(`/api/v2/sketch/${sketch}`)).status).toBe(404)
  })

  it('accounts whose merge into a merged account is not finished are emptied, too', async () => {
    const [mira, noor, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    await mergeAccounts(noor, tomo)
    await mergeAccounts(mira, tomo)
    await env.DB.prepare('UPDATE users SET merged_into_id = ? WHERE id = ?').bind(noor.id, mira.id).run()
    await deleteAccount(tomo)
    expect(await staffLogOf(mira)).toMatchObject([{ action: 'merge', reason: '', changes: '{}' }])
  })
})

describe('the week', () => {
  it('before it is over nothing is deleted', async () => {
    const mira = await addPerson()
    await deletionTimeOf(mira)
    await deleteDue(env, Date.now() + 6 * 86_400_000)
    expect((await sessionOf(mira)).user?.id).toBe(mira.id)
  })

  it('an account that was kept is not deleted', async () => {
    const mira = await addPerson()
    await deletionTimeOf(mira)
    await jsonOf(keepAccount(mira))
    await deleteDue()
    expect((await sessionOf(mira)).user?.id).toBe(mira.id)
  })

  it('what the member looked at is forgotten, and what others looked at stays', async () => {
    const [owner, noor] = [await addPerson(), await addPerson()]
    const [sketch, album] = [await addSketch(noor), await addAlbum(noor)]
    for (const viewer of [owner, noor]) {
      const key = `member:${viewer.id}`
      await env.DB.batch([
        env.DB.prepare('INSERT INTO sketch_views (sketch_id, viewer_key, day) VALUES (?, ?, 1)').bind(sketch, key),
        env.DB.prepare('INSERT INTO album_views (album_id, viewer_key, day) VALUES (?, ?, 1)').bind(album, key),
      ])
    }
    await deleteAccount(owner)
    for (const table of ['sketch_views', 'album_views']) {
      const { results } = await env.DB.prepare(`SELECT viewer_key FROM ${table} WHERE day = 1`).all()
      expect(results).toEqual([{ viewer_key: `member:${noor.id}` }])
    }
  })

  it('keeping and deleting at the same time does one of them', async () => {
    const mira = await addPerson()
    await deletionTimeOf(mira)
    const [kept] = await Promise.all([keepAccount(mira), deleteDue()])
    const { user, deletesAt } = await sessionOf(mira)
    expect([200, 401]).toContain(kept.status)
    expect(user === null || deletesAt === null).toBe(true)
    const row = await env.DB.prepare('SELECT deleted_at, nickname FROM users WHERE id = ?').bind(mira.id).first()
    expect(row?.deleted_at === null).toBe(row?.nickname === mira.nickname)
  })

  it('two runs at the same time delete once', async () => {
    const [box, mira] = [new Mailbox(), await addPerson({ email: `twice-${++made}@people.test` })]
    const members = () => env.DB.prepare("SELECT count FROM totals WHERE name = 'members'").first('count')
    await deletionTimeOf(mira)
    const before = Number(await members())
    await Promise.all([deleteDue(box.env), deleteDue(box.env)])
    await deleteDue(box.env)
    expect(box.subjectsTo(`twice-${made}@people.test`)).toEqual(['Your account is deleted'])
    expect(before - Number(await members())).toBe(1)
  })
})

describe('coming back', () => {
  it('the same login makes a new member', async () => {
    const [claims, nickname] = [{ sub: `back-${++made}` }, `Back ${made}`]
    const browser = browserWithIssuer('straight')
    await join(browser, claims, nickname)
    const { user } = await browser.session()
    const id = user?.id ?? 0
    await browser.request('/api/v2/account/delete', { body: { nickname } })
    await deleteDue()
    const again = browserWithIssuer('straight')
    await join(again, claims, nickname)
    expect((await again.session()).user?.id).toBeGreaterThan(id)
  })

  it('a ban in force holds for the same login, until it ends', async () => {
    const [claims, nickname] = [{ sub: `evader-${++made}` }, `Evader ${made}`]
    const browser = browserWithIssuer('straight')
    await join(browser, claims, nickname)
    const { user } = await browser.session()
    const member = { ...(await addPerson()), id: user?.id ?? 0 }
    await addBan(member, 720)
    await browser.request('/api/v2/account/delete', { body: { nickname } })
    await deleteDue()
    const again = browserWithIssuer('straight')
    await signIn(again, claims)
    const body = { nickname: `New ${made}`, birthDate: '1990-01-01' }
    expect(await errorOf(again.request('/api/v2/signUp', { body }))).toEqual([403, 'suspended'])
    await env.DB.prepare('UPDATE bans SET closed_at = 1 WHERE user_id = ?').bind(member.id).run()
    expect((await again.request('/api/v2/signUp', { body })).status).toBe(200)
    await deleteDue()
    expect(await env.DB.prepare('SELECT 1 FROM banned_logins WHERE user_id = ?').bind(member.id).first()).toBeNull()
  })

  it('a ban in force also holds for logins that were unlinked before the deletion', async () => {
    const [sub, nickname] = [`unlinked-${++made}`, `Unlinked ${made}`]
    const browser = browserWithIssuer('straight')
    await join(browser, { sub }, nickname)
    await addPasskeyTo(browser)
    await jsonOf(browser.request('/api/v2/logins/unlink', { body: { provider: 'google' } }))
    const id = (await browser.session()).user?.id ?? 0
    await addBan({ id }, 720)
    await browser.request('/api/v2/account/delete', { body: { nickname } })
    await deleteDue()
    const again = browserWithIssuer('straight')
    await signIn(again, { sub })
    expect(await errorOf(signUp(again, `Again ${made}`))).toEqual([403, 'suspended'])
    await env.DB.prepare('UPDATE bans SET closed_at = 1 WHERE user_id = ?').bind(id).run()
    expect((await signUp(again, `Again ${made}`)).status).toBe(200)
  })

  it('a ban also holds for a sign-up that is under way while the banned account is deleted', async () => {
    const [db, now, subject] = [openDb(env.DB), Date.now(), `under-way-${++made}`]
    const identity = { issuer: 'https://straight.test', subject, email: null, name: 'Back' }
    const signUp = await findSignUp(db, await addSignUp(db, identity, now), now)
    if (!signUp) throw new Error('the sign-up was not found')
    const { id } = await addBan(await addPerson(), 24)
    const ban = env.DB.prepare('INSERT INTO banned_logins (login_hash, user_id) VALUES (?, ?)').bind(subject, id)
    const late = watchedDb(env.DB, async (run, _, query) => {
      if (query.includes('"identities"')) await ban.run()
      return run()
    })
    const member = { nickname: `Under way ${made}`, birthDate: '1990-01-01', isFirstAdmin: false, device: '', now }
    const added = await addMember(openDb(late), { signUp, loginHash: subject, ...member })
    expect(added).toEqual({ ok: false, code: 'suspended' })
  })
})

describe.each<Fault>(['refused', 'lost'])('a deletion with each database and file call %s once', (fault) => {
  it('later runs finish an interrupted deletion', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [{ owner, word }, box] = [await addLeaver(), new Mailbox()]
    await deletionTimeOf(owner)
    const faults = await untilNoFaults(fault, async (bindings) => {
      await deleteDue({ ...bindings, EMAIL: box.env.EMAIL })
      await deleteDue({ ...bindings, EMAIL: box.env.EMAIL }, afterTheWeek() + 3_600_000)
    })
    expect(faults).toBeGreaterThan(ERASE_STEPS.length)
    expect(await textsWith([word])).toEqual([])
    expect(await wrongCountsOf(owner)).toBeNull()
  }, 120_000)
})
