import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { GiftList } from '../../../contract/http/store.ts'
import { caseOf, readCase } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { buy } from '../../support/worker/store.ts'

const report = (as: Person, gift: number, details = '') =>
  sendRequest('/api/v2/report', { as, body: { gift, details } })

/** A gift, and the members who gave and got it. */
async function given(message = 'Rude words'): Promise<{ giver: Person; recipient: Person; gift: number }> {
  const [giver, recipient] = [await addPerson(), await addPerson()]
  await buy(giver, 'hearts25', { user: recipient.id, message })
  const { items } = await requestJson<GiftList>('/api/v2/store/gifts', { as: recipient })
  return { giver, recipient, gift: items[0]?.id ?? 0 }
}

describe('the words of a gift', () => {
  it('staff who impersonate the recipient see the gift in the notices, and not its words', async () => {
    const { recipient } = await given('Between us')
    const gifts = async (as: Person) =>
      (await requestJson<NotificationList>('/api/v2/notices?category=gifts', { as })).items.map((item) => item.gift)
    expect(await gifts(recipient)).toMatchObject([{ message: 'Between us' }])
    const staff = await addPerson({ flags: 'a' })
    await impersonate(staff, recipient)
    expect(await gifts(staff)).toMatchObject([{ message: '' }])
  })
})

describe('reports of the words of a gift', () => {
  it('the evidence has the giver, the words, what was given and when', async () => {
    const { giver, recipient, gift } = await given()
    await jsonOf(report(recipient, gift, 'Make it stop.'))
    const found = await caseOf('gift', String(gift))
    expect(found).toMatchObject({
      userId: giver.id,
      evidence: { item: 'hearts25', message: 'Rude words', paidAt: expect.any(Number) },
    })
    const shown = await readCase(await addPerson({ flags: 'm' }), found.id)
    expect(shown).toMatchObject({
      ...{ kind: 'gift', title: 'Rude words', author: { id: giver.id } },
      reports: [{ nickname: recipient.nickname, details: 'Make it stop.' }],
    })
  })

  it('a gift can be reported only by the member who got it', async () => {
    const { giver, gift } = await given()
    for (const as of [giver, await addPerson()]) expect(await errorOf(report(as, gift))).toEqual([404, 'not_found'])
  })

  it('a gift without words, and what members buy for themselves, cannot be reported', async () => {
    const { recipient, gift } = await given('')
    expect(await errorOf(report(recipient, gift))).toEqual([404, 'not_found'])
    const buyer = await addPerson()
    await buy(buyer)
    const { items } = await requestJson<GiftList>('/api/v2/store/orders', { as: buyer })
    expect(await errorOf(report(buyer, items[0]?.id ?? 0))).toEqual([404, 'not_found'])
  })
})
