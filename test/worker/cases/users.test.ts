import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportedUsers } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { closeCase } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const REVIEW = '/api/v2/gloperate/reportedUsers'
const report = (as: Person | null, user: number) => sendRequest('/api/v2/report', { as, body: { user } })

async function reviewed(staff: Person): Promise<ReportedUsers['items']> {
  const items: ReportedUsers['items'] = []
  for (let cursor = ''; ; ) {
    const page = await requestJson<ReportedUsers>(`${REVIEW}?cursor=${cursor}`, { as: staff })
    items.push(...page.items)
    if (page.done) return items
    cursor = page.cursor
  }
}

describe('reports of profiles [2 §7]', () => {
  const openReportsOf = async (member: Person, staff: Person) =>
    (await reviewed(staff)).filter(({ userId }) => userId === member.id)

  it('a report reaches staff with the names of both members', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(report(mira, ines.id))
    expect(await openReportsOf(ines, staff)).toMatchObject([
      { nickname: ines.nickname, reporterId: mira.id, reporter: mira.nickname },
    ])
  })

  it('a report keeps the name that the author had at the first report', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(report(mira, ines.id))
    await jsonOf(sendRequest('/editProfile', { as: ines, body: profileFormOf(`${ines.nickname} x`) }))
    await jsonOf(report(await addPerson(), ines.id))
    expect(await openReportsOf(ines, staff)).toMatchObject([{ nickname: ines.nickname }, { nickname: ines.nickname }])
  })

  it('a member has one open report per profile', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await Promise.all(Array.from({ length: 5 }, () => jsonOf(report(mira, ines.id))))
    expect(await openReportsOf(ines, staff)).toHaveLength(1)
  })

  it('a closed report no longer reaches staff', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(report(mira, ines.id))
    await closeCase('profile', ines.id)
    expect(await openReportsOf(ines, staff)).toEqual([])
  })

  it('a member can report a profile again after the first report was closed', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(report(mira, ines.id))
    await closeCase('profile', ines.id)
    await jsonOf(report(mira, ines.id))
    expect(await openReportsOf(ines, staff)).toMatchObject([{ reporterId: mira.id }])
  })

  it('a report needs a login and an existing profile of another member', async () => {
    const mira = await addPerson()
    expect(await errorOf(report(null, mira.id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(report(mira, mira.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(mira, 999_999))).toEqual([404, 'not_found'])
  })

  it('a member can report a member who blocked them', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    await jsonOf(sendRequest('/api/v2/user/block', { as: ines, body: { user: mira.id } }))
    expect((await report(mira, ines.id)).status).toBe(200)
  })

  describe('the list for staff', () => {
    let ines: Person
    let staff: Person
    const addReports = async () => {
      for (let count = 0; count < GALLERY_PAGE_SIZE + 2; count++) await report(await addPerson(), ines.id)
    }
    beforeAll(async () => {
      ;[ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
      await addReports()
    })

    it('the list is in order of date', async () => {
      const ids = (await reviewed(staff)).map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(ids.length).toBeGreaterThanOrEqual(GALLERY_PAGE_SIZE + 2)
    })

    it('the list reads no more rows when there are more reports', async () => {
      const cost = await rowsRead(REVIEW, { as: staff })
      await addReports()
      expect(await rowsRead(REVIEW, { as: staff })).toBe(cost)
      expect(cost).toBeLessThanOrEqual(3 * GALLERY_PAGE_SIZE + 5)
    })
  })
})
