import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GroupWrite } from '../../../contract/http/groups.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addGroup, groupTitle, postToGroups, requestGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

let mira: Person
let admin: Person
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mira = await addPerson()
  admin = await addPerson({ flags: 'g' })
})
afterEach(() => vi.restoreAllMocks())

const send = (bindings: Cloudflare.Env, as: Person, body: Partial<GroupWrite>) =>
  sendRequestWith(bindings, '/api/v2/group', { as, body })

/** Every count that differs from its rows, and every decision without its effects. */
async function wrongFacts() {
  const { results } = await env.DB.prepare(
    `SELECT 'group ' || slug AS what FROM groups WHERE
        members_count <> (SELECT count(*) FROM group_members WHERE group_id = groups.id)
        OR listed_count <> (SELECT count(*) FROM group_sketches WHERE group_id = groups.id AND listed = 1)
        OR listed_for_all_count <> (SELECT count(*) FROM group_sketches WHERE group_id = groups.id AND listed_for_all = 1)
        OR stars_balance <> (SELECT coalesce(sum(amount), 0) FROM group_ledger WHERE group_id = groups.id AND unit = 'star')
        OR NOT EXISTS (SELECT 1 FROM chat_rooms WHERE channel = 'group-' || slug)
        OR (SELECT count(*) FROM group_members WHERE group_id = groups.id)
          <> (SELECT count(*) FROM chat_room_members JOIN chat_rooms ON chat_rooms.id = room_id WHERE channel = 'group-' || slug)
      UNION ALL SELECT 'request ' || id FROM group_requests WHERE
        upvotes_count <> (SELECT count(*) FROM group_request_votes WHERE request_id = group_requests.id)
        OR (state = 'approved') <> EXISTS (SELECT 1 FROM groups WHERE request_id = group_requests.id)
        OR (state <> 'pending') <> EXISTS (SELECT 1 FROM audit_log
          WHERE target_type = 'group_request' AND target_id = group_requests.id)
      UNION ALL SELECT 'suggestion ' || id FROM group_feature_requests AS request WHERE
        state = 'approved' AND NOT EXISTS (SELECT 1 FROM group_sketches
          WHERE group_sketches.group_id = request.group_id AND group_sketches.sketch_id = request.sketch_id)`,
  ).all()
  return results
}

describe.each(faults)('writes of groups with one database call %s', (fault) => {
  it('interrupted requests, votes and approvals have all effects or none, and can be repeated', async () => {
    const thumbnail = await addSketch(mira)
    for (const action of ['request', 'requestVote', 'requestApprove'] as const) {
      let requestId = action === 'request' ? 0 : await requestGroup(mira)
      const bodyOf = (): Partial<GroupWrite> =>
        action === 'request'
          ? { action, title: `Ponds of ${mira.id}`, description: 'Still water', thumbnail }
          : { action, requestId }
      await withEveryFault(
        fault,
        (bindings) => send(bindings, action === 'request' ? mira : admin, bodyOf()),
        async () => {
          await jsonOf(send(env, action === 'request' ? mira : admin, bodyOf()))
          expect(await wrongFacts()).toEqual([])
          if (action !== 'request') requestId = await requestGroup(await addPerson(), groupTitle())
        },
      )
    }
  })

  it('interrupted joining, leaving, adding, featuring and removing has all effects or none, and can be repeated', async () => {
    const groupId = await addGroup(mira)
    const noor = await addPerson()
    const [own, other] = [await addSketch(mira), await addSketch(noor)]
    await jsonOf(postToGroups(noor, { action: 'join', groupId }))
    await jsonOf(postToGroups(noor, { action: 'add', groupId, sketchId: other }))
    const calls: [Person, Partial<GroupWrite>][] = [
      [admin, { action: 'join', groupId }],
      [admin, { action: 'leave', groupId }],
      [mira, { action: 'add', groupId, sketchId: own }],
      [mira, { action: 'remove', groupId, sketchId: own }],
      [noor, { action: 'remove', groupId, sketchId: other }],
      [noor, { action: 'add', groupId, sketchId: other }],
    ]
    for (const [as, body] of calls) {
      await withEveryFault(
        fault,
        (bindings) => send(bindings, as, body),
        async () => {
          await send(env, as, body)
          expect([body.action, await wrongFacts()]).toEqual([body.action, []])
        },
      )
    }
    await withEveryFault(
      fault,
      (bindings) => send(bindings, mira, { action: 'edit', groupId, description: 'Lakes', rules: '' }),
      async () => expect(await wrongFacts()).toEqual([]),
    )
    expect(await wrongFacts()).toEqual([])
  })

  it('a decision on the queue has all of its effects or none', async () => {
    const groupId = await addGroup(mira)
    const noor = await addPerson()
    const suggest = async () => {
      await jsonOf(postToGroups(noor, { action: 'add', groupId, sketchId: await addSketch(noor) }))
      const found = await env.DB.prepare('SELECT max(id) AS id FROM group_feature_requests').first<{ id: number }>()
      return found?.id
    }
    for (const action of ['approve', 'reject']) {
      let id = await suggest()
      const decide = (bindings: Cloudflare.Env) =>
        sendRequestWith(bindings, '/api/v2/assist/groupFeatures', { as: admin, body: { action, id, message: 'Seen.' } })
      await withEveryFault(fault, decide, async () => {
        const state = action === 'approve' ? 'approved' : 'rejected'
        expect(await jsonOf(decide(env))).toEqual({ state })
        expect(await wrongFacts()).toEqual([])
        id = await suggest()
      })
    }
  })
})
