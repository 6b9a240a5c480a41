import { beforeEach, describe, expect, it } from 'vitest'
import { caseOf, decide, readCase } from '../../support/worker/cases.ts'
import { addGroup, groupOf, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'

let owner: Person
let staff: Person
let group: string
beforeEach(async () => {
  owner = await addPerson()
  staff = await addPerson({ flags: 'm' })
  group = await addGroup(owner)
})

const report = (as: Person | null, slug = group) =>
  sendRequest('/api/v2/report', { as, body: { group: slug, details: 'A rude name' } })
const idOf = async () => (await groupOf(group)).discussion

describe('a reported group', () => {
  it('reports of a group are one case about its owner, with its texts as they were', async () => {
    for (const as of [await addPerson(), await addPerson()]) await jsonOf(report(as))
    const edit = { action: 'edit', groupId: group, description: 'Only nice things', rules: '' } as const
    await jsonOf(postToGroups(owner, edit))
    expect(await readCase(staff, (await caseOf('group', await idOf())).id)).toMatchObject({
      kind: 'group',
      author: { id: owner.id },
      reportsCount: 2,
      present: { imageUrl: null },
      evidence: { kind: 'group', slug: group, description: 'Sketches of ponds.', rules: '', official: false },
    })
  })

  it('visitors and the owner cannot report it, and a missing group is not found', async () => {
    expect(await errorOf(report(null))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(report(owner))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(staff, 'no-such-group'))).toEqual([404, 'not_found'])
  })

  it('staff warn its owner, and cannot delete it as if it were a comment', async () => {
    await jsonOf(report(await addPerson()))
    const { id } = await caseOf('group', await idOf())
    const act = (action: string) => decide(staff, id, { action, rule: 'kindness', reason: 'Rude.' })
    expect(await errorOf(act('delete'))).toEqual([400, 'bad_request'])
    await jsonOf(act('warn'))
    expect((await readCase(staff, id)).decided?.action).toBe('warn')
  })
})
