import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SoldOrder, SoldOrderList } from '../../../contract/http/store.ts'
import { PURCHASES_PAGE_SIZE } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import {
  act,
  addOrders,
  balanceOf,
  breakCall,
  buy,
  comeBack,
  deliverAll,
  order,
  sendReturn,
} from '../../support/worker/store.ts'

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

  it('a payment other than ordered needs no look once it was refunded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'approve')
    // The provider carries out the capture, and its reply is lost.
    await breakCall(token, { calls: 2, at: 'after' })
    expect((await sendReturn(as, token)).status).toBe(502)
    await act(token, 'alter', { order: { amount: { currency_code: 'USD', value: '0.50' } } })
    await comeBack(as, token)
    expect(ofBuyer(await list(), as)).toMatchObject([{ state: 'mismatched', paymentId: expect.any(String) }])
    await act(token, 'refund', { cents: 20 })
    await deliverAll(token)
    expect(ofBuyer(await list(), as)).toMatchObject([{ state: 'mismatched' }])
    await act(token, 'refund')
    await deliverAll(token)
    expect(ofBuyer(await list(), as)).toEqual([])
    expect(await comeBack(as, token)).toMatchObject({ state: 'refunded', datePaid: null })
    expect((await balanceOf(as)).hearts).toBe(5)
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
