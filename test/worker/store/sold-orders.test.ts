import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SoldOrder, SoldOrderList } from '../../../contract/http/store.ts'
import { PURCHASES_PAGE_SIZE } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { act, addOrders, buy, comeBack, deliverAll, order } from '../../support/worker/store.ts'

let admin: Person
beforeEach(async () => {
  admin = await addPerson({ flags: 'a' })
})

const list = (query = '') => requestJson<SoldOrderList>(`/admin/orders${query}`, { as: admin })

/** The orders of a buyer in a list. */
const ofBuyer = ({ items }: SoldOrderList, { id }: Person) => items.filter(({ buyer }) => buyer.id === id)

describe('the orders that admins see', () => {
  it('a payment other than ordered, and a dispute, need a look; a payment as ordered does not', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    await buy(as)
    const [wrong, disputed] = [await order(as, 'hearts50'), await buy(as, 'hearts100')]
    await act(wrong, 'alter', { order: { payee: 'SOMEONE-ELSE' } })
    await act(wrong, 'approve')
    await comeBack(as, wrong)
    await act(disputed, 'dispute')
    await deliverAll(disputed)
    expect(ofBuyer(await list(), as)).toMatchObject([
      { item: 'hearts100', state: 'disputed', paymentId: expect.any(String), refundedCents: 1500 },
      { item: 'hearts50', state: 'mismatched', providerId: wrong, datePaid: null },
    ])
    expect(ofBuyer(await list('?filter=paid'), as).map(({ item }) => item)).toEqual(['hearts100', 'hearts25'])
  })

  it('a gift names who gets it, without the words', async () => {
    const [as, friend] = [await addPerson(), await addPerson()]
    await buy(as, 'hearts25', { user: friend.id, message: 'Between us.' })
    const [gift] = ofBuyer(await list('?filter=paid'), as)
    expect(gift).toMatchObject({ recipient: { id: friend.id }, state: 'paid' })
    expect(gift).not.toHaveProperty('message')
  })

  it('pages by cursor list every order once, the latest first', async () => {
    for (let count = 0; count < PURCHASES_PAGE_SIZE + 2; count++) await addOrders(await addPerson())
    const seen: SoldOrder[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await list(`?filter=paid&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...page.items)
      ;({ cursor, done } = page)
    }
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(PURCHASES_PAGE_SIZE)
    const times = seen.map(({ dateCreated }) => dateCreated)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('gloperators who are no admins are refused', async () => {
    expect(await errorOf(sendRequest('/admin/orders', { as: await addPerson({ flags: 'm' }) }))).toEqual([
      403,
      'forbidden',
    ])
  })
})
