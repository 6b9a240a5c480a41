import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseList } from '../../../contract/http/cases.ts'
import type { ReportedComments } from '../../../contract/http/reports.ts'
import { CASE_CLAIM_MINUTES, CASE_HISTORY_MAX, GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addCommentCase, addProfileCase, addSketchCase, caseOf, decide, readCase } from '../../support/worker/cases.ts'
import { addChannel } from '../../support/worker/chat.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addPost, addTopic, deletePost } from '../../support/worker/forum.ts'
import { addGroup, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const NO_PICTURES = { imageUrl: null, originalUrl: null, frozenUrl: null, avatarUrl: null, coverUrl: null }
const QUEUE = '/api/v2/gloperate/cases'
const claim = (as: Person, id: number, takeOver = false) =>
  sendRequest('/api/v2/gloperate/case/claim', { as, body: { id, takeOver } })
const release = (as: Person, id: number) => sendRequest('/api/v2/gloperate/case/release', { as, body: { id } })

async function listAll(as: Person, params = ''): Promise<CaseList['items']> {
  const items: CaseList['items'] = []
  for (let cursor = ''; ; ) {
    const page = await requestJson<CaseList>(`${QUEUE}?cursor=${cursor}${params}`, { as })
    items.push(...page.items)
    if (page.done) return items
    cursor = page.cursor
  }
}

const idsOf = (items: CaseList['items']) => items.map(({ id }) => id)

let staff: Person
let ines: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ines = await addPerson()
})

describe('the queue of cases', () => {
  it('a case that more members report comes before an older one', async () => {
    const sketches = [await addSketch(ines), await addSketch(ines)] as const
    const [older, newer] = [await addSketchCase(sketches[0]), await addSketchCase(sketches[1])]
    await addSketchCase(sketches[1])
    const ids = idsOf(await listAll(staff))
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older))
  })

  it('the queue can be read by kind', async () => {
    const sketch = await addSketch(ines)
    const [sketchCase, commentCase] = [
      await addSketchCase(sketch),
      await addCommentCase((await addComment(ines, sketch)).id),
    ]
    const comments = idsOf(await listAll(staff, '&kind=comment'))
    expect([comments.includes(commentCase), comments.includes(sketchCase)]).toEqual([true, false])
  })

  it('a decided case leaves the queue for the list of decisions', async () => {
    const id = await addProfileCase(ines)
    await jsonOf(decide(staff, id))
    expect(idsOf(await listAll(staff))).not.toContain(id)
    expect((await listAll(staff, '&filter=decided'))[0]).toMatchObject({ id, decided: { action: 'none' } })
  })

  it('a page reads no more rows when there are more cases', async () => {
    const addCases = async () => {
      for (let count = 0; count < GALLERY_PAGE_SIZE + 2; count++) await addSketchCase(await addSketch(ines))
    }
    await addCases()
    const cost = await rowsRead(QUEUE, { as: staff })
    await addCases()
    expect(await rowsRead(QUEUE, { as: staff })).toBe(cost)
    expect(cost).toBeLessThanOrEqual(3 * GALLERY_PAGE_SIZE + 5)
  })

  it('a page of decided cases of a kind reads none of other kinds', async () => {
    const path = `${QUEUE}?filter=decided&kind=stream`
    const cost = await rowsRead(path, { as: staff })
    for (let count = 0; count < 5; count++) await jsonOf(decide(staff, await addSketchCase(await addSketch(ines))))
    expect(await rowsRead(path, { as: staff })).toBe(cost)
  })
})

describe('a claim on a case', () => {
  let id: number
  let other: Person
  beforeEach(async () => {
    id = await addProfileCase(ines)
    other = await addPerson({ flags: 'a' })
    await jsonOf(claim(staff, id))
  })

  it('other staff see a claim, and its holder finds the case among theirs', async () => {
    expect((await readCase(other, id)).claim).toMatchObject({ userId: staff.id, nickname: staff.nickname })
    expect(idsOf(await listAll(staff, '&filter=mine'))).toEqual([id])
    expect(idsOf(await listAll(other, '&filter=mine'))).toEqual([])
  })

  it('other staff cannot claim or decide a claimed case', async () => {
    expect(await errorOf(claim(other, id))).toEqual([409, 'claimed'])
    expect(await errorOf(decide(other, id))).toEqual([409, 'claimed'])
  })

  it('only one of two simultaneous claims succeeds', async () => {
    await jsonOf(release(staff, id))
    const statuses = (await Promise.all([claim(staff, id), claim(other, id)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('another member of staff can take over a claim on purpose', async () => {
    await jsonOf(claim(other, id, true))
    expect((await readCase(staff, id)).claim).toMatchObject({ userId: other.id })
    await jsonOf(release(staff, id))
    expect((await readCase(staff, id)).claim).toMatchObject({ userId: other.id })
  })

  it(`a claim ends after ${CASE_CLAIM_MINUTES} minutes`, async () => {
    await env.DB.prepare('UPDATE cases SET claimed_at = claimed_at - ? WHERE id = ?')
      .bind(CASE_CLAIM_MINUTES * 60_000, id)
      .run()
    expect((await readCase(other, id)).claim).toBeNull()
    expect(idsOf(await listAll(staff, '&filter=mine'))).toEqual([])
    await jsonOf(claim(other, id))
  })

  it('the holder of a claim releases it', async () => {
    await jsonOf(release(staff, id))
    expect((await readCase(other, id)).claim).toBeNull()
  })
})

describe('a case', () => {
  it('staff see evidence, reports, and acts and other cases about the author', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    await addBan(mira, 0, 'Be kind, please.')
    const sketch = await addSketch(noor)
    const earlier = await addProfileCase(mira)
    // A warned member cannot comment until they accept.
    await jsonOf(sendRequest('/api/v2/user/warningAccept', { as: mira, body: { userId: mira.id } }))
    const { id: comment } = await addComment(mira, sketch, 'rude')
    const found = await readCase(staff, await addCommentCase(comment))
    expect(found).toMatchObject({
      kind: 'comment',
      title: 'rude',
      author: { id: mira.id, nickname: mira.nickname },
      reportsCount: 1,
      evidence: { kind: 'comment', comment: { id: comment, text: 'rude' } },
      people: [{ id: mira.id, nickname: mira.nickname }],
      present: NO_PICTURES,
      decision: null,
      history: { acts: [{ action: 'warn', reason: 'Be kind, please.' }], cases: [{ id: earlier }] },
    })
    expect(found.reports).toHaveLength(1)
  })

  it('the history of the author has only acts of staff, none of owners in their rooms and groups', async () => {
    const [mira, owner] = [await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    const group = await addGroup(owner)
    await joinGroup(mira, group)
    const offer = { action: 'offer', groupId: group, user: mira.id, reason: 'Agreed.' } as const
    await jsonOf(postToGroups(await addPerson({ flags: 'g' }), offer))
    await jsonOf(postToGroups(mira, { action: 'offerDecline', groupId: group }))
    await jsonOf(postToGroups(owner, offer))
    await addBan(mira, 24, 'Be kind, please.')
    const mute = { action: 'mute', channel, userId: mira.id, minutes: 10, reason: 'A forged reason.' }
    for (let count = 0; count < CASE_HISTORY_MAX; count++)
      await jsonOf(sendRequest('/api/v2/chat/moderate', { as: owner, body: mute }))
    await jsonOf(sendRequest('/api/v2/chat/moderate', { as: staff, body: { ...mute, reason: 'A mute by staff.' } }))
    const id = await addProfileCase(mira)
    const reasonsOf = async () => (await readCase(staff, id)).history.acts.map(({ reason }) => reason)
    await expect.poll(reasonsOf).toEqual(['A mute by staff.', 'Be kind, please.'])
  })

  it('the history reads no more rows when there are more acts of owners, and still finds acts of staff', async () => {
    const mira = await addPerson()
    await addBan(mira, 24, 'Be kind, please.')
    const id = await addProfileCase(mira)
    const addMutes = () =>
      env.DB.prepare(
        `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, created_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
          SELECT ?1, 'chat_mute', ?2, 'chat', 1, 'Forged', ?3 + i FROM n`,
      )
        .bind(ines.id, mira.id, Date.now())
        .run()
    await addMutes()
    const path = `/api/v2/gloperate/case?id=${id}`
    const cost = await rowsRead(path, { as: staff })
    await addMutes()
    expect(await rowsRead(path, { as: staff })).toBe(cost)
    expect((await readCase(staff, id)).history.acts.map(({ reason }) => reason)).toEqual(['Be kind, please.'])
  })

  it('the latest reports are first', async () => {
    const sketch = await addSketch(ines)
    const id = await addSketchCase(sketch)
    const [second, third] = [await addPerson(), await addPerson()]
    // The reports come in another order than the members.
    for (const as of [third, second])
      await jsonOf(sendRequest(`/sketch/${sketch}/report`, { as, body: { details: 'Seen.', copyright: true } }))
    const reporters = (await readCase(staff, id)).reports.map(({ userId }) => userId)
    expect(reporters.slice(0, 2)).toEqual([second.id, third.id])
  })

  it('a case says that what was reported is deleted', async () => {
    const sketch = await addSketch(ines)
    const id = await addSketchCase(sketch)
    expect((await readCase(staff, id)).present?.imageUrl).toMatch(/^\/image\//)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await readCase(staff, id)).toMatchObject({ present: null, title: 'Low tide' })
  })

  it('a case says that the reported post of the forum is deleted', async () => {
    const pia = await addRegular()
    const topic = await addTopic(pia)
    const post = await addPost(pia, topic)
    await jsonOf(sendRequest('/api/v2/forum/post/report', { as: ines, body: { id: post.id } }))
    const { id } = await caseOf('post', post.id)
    expect((await readCase(staff, id)).present).toEqual(NO_PICTURES)
    await jsonOf(deletePost(pia, post.id))
    expect((await readCase(staff, id)).present).toBeNull()
  })

  it('staff do not see who reported them and cannot claim the case, which other staff decide', async () => {
    const comment = await addComment(staff, await addSketch(ines))
    const id = await addCommentCase(comment.id)
    const other = await addPerson({ flags: 'a' })
    const reportedOf = async (as: Person) =>
      (await requestJson<ReportedComments>('/api/v2/gloperate/reportedComments', { as })).items.map(
        ({ commentId }) => commentId,
      )
    expect(await readCase(staff, id)).toMatchObject({ reportsCount: 1, reports: [] })
    expect(await readCase(other, id)).toMatchObject({ reportsCount: 1, reports: [{ details: '' }] })
    expect(await reportedOf(staff)).not.toContain(comment.id)
    expect(await reportedOf(other)).toContain(comment.id)
    expect(await errorOf(claim(staff, id))).toEqual([403, 'forbidden'])
    await jsonOf(claim(other, id))
  })

  it('a case that does not exist is not found', async () => {
    expect(await errorOf(sendRequest('/api/v2/gloperate/case?id=999999', { as: staff }))).toEqual([404, 'not_found'])
    expect(await errorOf(claim(staff, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(decide(staff, 999_999))).toEqual([404, 'not_found'])
  })
})
