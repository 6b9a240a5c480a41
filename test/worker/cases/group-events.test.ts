import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import { caseOf, decide, decisionOf, noticesOf, readCase } from '../../support/worker/cases.ts'
import { addChallenge, addGroupChallenge, challengeOf, enterChallenge } from '../../support/worker/challenges.ts'
import { addCompo, addEntry, readCompo } from '../../support/worker/compos.ts'
import { addGroupWithMember, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const DAY_MS = 86_400_000

let owner: Person
let member: Person
let staff: Person
let group: string
beforeEach(async () => {
  ;({ owner, member, group } = await addGroupWithMember())
  staff = await addPerson({ flags: 'm' })
})

const report = (as: Person | null, event: { compo: string } | { challenge: number }) =>
  sendRequest('/api/v2/report', { as, body: { ...event, details: 'Rude.' } })

let compos = 0

/** Opens or edits a compo of the group. */
async function saveCompo(as: Person, compo: { key: string; title?: string; compoId?: number }) {
  const [startDate, endDate, endVotingDate] = [1, 3, 5].map((days) => toWireTime(Date.now() + days * DAY_MS))
  const fields = { description: 'Rude words.', thumbnail: null, startDate, endDate, endVotingDate, entriesPerMember: 1 }
  await jsonOf(sendRequest('/api/v2/compo/edit', { as, body: { title: 'Rude', group, ...fields, ...compo } }))
}

async function addGroupCompo(): Promise<{ key: string; compoId: number }> {
  const key = `rude-${++compos}`
  await saveCompo(owner, { key })
  return { key, compoId: (await readCompo(key)).compoId }
}

const deletion = { action: 'delete', rule: 'kindness', reason: 'Rude words.' }

describe('a reported compo of a group', () => {
  it('reports of a compo are one case about its opener, with its texts, its times and its last writer', async () => {
    const { key, compoId } = await addGroupCompo()
    await jsonOf(
      postToGroups(owner, { action: 'setRole', groupId: group, user: member.id, role: 'moderator' } as never),
    )
    await saveCompo(member, { key, compoId, title: 'Ruder' })
    for (const as of [await addPerson(), await addPerson()]) await jsonOf(report(as, { compo: key }))
    await saveCompo(owner, { key, compoId, title: 'Nice' })
    const { id } = await caseOf('compo', compoId)
    expect(await readCase(staff, id)).toMatchObject({
      ...{ kind: 'compo', title: 'Ruder', author: { id: owner.id }, reportsCount: 2 },
      actions: ['none', 'delete', 'warn', 'ban'],
      evidence: {
        key,
        title: 'Ruder',
        description: 'Rude words.',
        group: { slug: group },
        writer: { userId: member.id },
      },
      people: [{ id: member.id, nickname: member.nickname }],
    })
  })

  it('staff delete a reported compo without entries, and its opener reads why', async () => {
    const { key, compoId } = await addGroupCompo()
    const reporter = await addPerson()
    await jsonOf(report(reporter, { compo: key }))
    const { id } = await caseOf('compo', compoId)
    await jsonOf(decide(staff, id, deletion))
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
    expect(await noticesOf(owner)).toMatchObject([{ staff: { kind: 'compo', action: 'delete' } }])
    expect(await noticesOf(reporter)).toMatchObject([{ staff: { acted: true } }])
    expect(await decisionOf(owner, id)).toMatchObject({ title: 'Rude', address: null, action: 'delete' })
    expect(await readCase(staff, id)).toMatchObject({ present: null, decision: { action: 'delete', canUndo: false } })
  })

  it('staff delete a reported compo while its notices are still sent', async () => {
    const { key, compoId } = await addGroupCompo()
    await jsonOf(report(await addPerson(), { compo: key }))
    const { id } = await caseOf('compo', compoId)
    let isSent = false
    const db = watchedDb(env.DB, async (run, _, query) => {
      if (query.includes("'compo_remove'") && !isSent) {
        isSent = true
        await env.DB.prepare(
          `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, compo_id, compo_notice, occurred_at)
            VALUES (?1, 'compos', ?2, ?2, ?3, 'begun', 1)`,
        )
          .bind(member.id, owner.id, compoId)
          .run()
      }
      return run()
    })
    const decision = { as: staff, body: { id, ...deletion } }
    await jsonOf(sendRequestWith({ ...env, DB: db }, '/api/v2/gloperate/case/decide', decision))
    expect(isSent).toBe(true)
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
    expect((await readCase(staff, id)).decision).toMatchObject({ action: 'delete' })
  })

  it('a reported compo with entries cannot be deleted, and the desk does not offer it', async () => {
    const key = await addCompo({ groupSlug: group })
    await addEntry(key, member)
    await jsonOf(report(await addPerson(), { compo: key }))
    const { id } = await caseOf('compo', (await readCompo(key)).compoId)
    expect((await readCase(staff, id)).actions).toEqual(['none', 'warn', 'ban'])
    expect(await errorOf(decide(staff, id, deletion))).toEqual([409, 'already_gone'])
    expect((await readCase(staff, id)).decision).toBeNull()
  })

  it('a compo of the site and a missing one cannot be reported, nor one by its opener or by visitors', async () => {
    const { key } = await addGroupCompo()
    expect(await errorOf(report(member, { compo: await addCompo() }))).toEqual([404, 'not_found'])
    expect(await errorOf(report(member, { compo: 'no-such-compo' }))).toEqual([404, 'not_found'])
    expect(await errorOf(report(owner, { compo: key }))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(null, { compo: key }))).toEqual([401, 'not_logged_in'])
  })
})

describe('a reported challenge of a group', () => {
  it('the case has the texts of the challenge, and staff can warn the member who opened it', async () => {
    const challenge = await addGroupChallenge(owner, group)
    await jsonOf(report(await addPerson(), { challenge }))
    const { id } = await caseOf('challenge', challenge)
    expect(await readCase(staff, id)).toMatchObject({
      ...{ kind: 'challenge', title: 'Frogs', author: { id: owner.id } },
      actions: ['none', 'delete', 'warn', 'ban'],
      evidence: { title: 'Frogs', description: 'Any frog.', group: { slug: group }, writer: { userId: owner.id } },
    })
    await jsonOf(decide(staff, id, { ...deletion, action: 'warn' }))
    expect(await challengeOf(challenge)).toMatchObject({ title: 'Frogs' })
  })

  it('staff delete a reported challenge without entries, and two decisions delete it once', async () => {
    const challenge = await addGroupChallenge(owner, group)
    await jsonOf(report(await addPerson(), { challenge }))
    const { id } = await caseOf('challenge', challenge)
    const replies = await Promise.all([staff, await addPerson({ flags: 'm' })].map((as) => decide(as, id, deletion)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await errorOf(sendRequest(`/api/v2/challenge/${challenge}`))).toEqual([404, 'not_found'])
    expect(await noticesOf(owner)).toMatchObject([{ staff: { kind: 'challenge', action: 'delete' } }])
  })

  it('a reported challenge with entries cannot be deleted, and the desk does not offer it', async () => {
    const challenge = await addGroupChallenge(owner, group)
    await jsonOf(enterChallenge(member, challenge, await addSketch(member)))
    await jsonOf(report(await addPerson(), { challenge }))
    const { id } = await caseOf('challenge', challenge)
    expect((await readCase(staff, id)).actions).toEqual(['none', 'warn', 'ban'])
    expect(await errorOf(decide(staff, id, deletion))).toEqual([409, 'already_gone'])
  })

  it('a daily challenge and a missing one cannot be reported, nor one by its opener or by visitors', async () => {
    const challenge = await addGroupChallenge(owner, group)
    expect(await errorOf(report(member, { challenge: await addChallenge(await addPerson()) }))).toEqual([
      404,
      'not_found',
    ])
    expect(await errorOf(report(member, { challenge: 999_999 }))).toEqual([404, 'not_found'])
    expect(await errorOf(report(owner, { challenge }))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(null, { challenge }))).toEqual([401, 'not_logged_in'])
  })
})
