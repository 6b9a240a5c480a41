import { describe, expect, it } from 'vitest'
import type { Purchase, PurchaseList } from '../../../contract/http/store.ts'
import { GIFT_MESSAGE_MAX, PURCHASES_PAGE_SIZE } from '../../../contract/limits.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addOrders, storeEnv } from '../../support/worker/store.ts'

type Call = { path: string; body?: unknown }

const ORDER = { item: 'hearts25', key: 'a-good-key' }
const order = (changes: object): Call => ({ path: '/api/v2/store/order', body: { ...ORDER, ...changes } })
const capture = (body: unknown): Call => ({ path: '/api/v2/store/capture', body })
const stats = (body: unknown): Call => ({ path: '/api/v2/stats', body })

const BAD: [what: string, call: Call][] = [
  ['an order of an unknown item', order({ item: 'hearts1000' })],
  ['an order of a name that all objects have', order({ item: 'constructor' })],
  ['an order without an item', order({ item: undefined })],
  ['an order with a list of items', order({ item: ['hearts25'] })],
  ['an order without a key', order({ key: undefined })],
  ['an order with a short key', order({ key: 'short' })],
  ['an order with a long key', order({ key: 'k'.repeat(65) })],
  ['an order with other letters in its key', order({ key: 'key with spaces' })],
  ['an order with a price', order({ cents: 1 })],
  ['an order with a currency', order({ currency: 'EUR' })],
  ['an order for no member', order({ user: 0 })],
  ['an order for a member of negative number', order({ user: -1 })],
  ['an order for half a member', order({ user: 1.5 })],
  ['an order for a member by name', order({ user: 'Mira' })],
  ['an order with long words', order({ message: 'w'.repeat(GIFT_MESSAGE_MAX + 1) })],
  ['an order with half a character', order({ message: '\ud83d' })],
  ['an order with words that are no text', order({ message: 7 })],
  ['an order that is a list', { path: '/api/v2/store/order', body: [] }],
  ['an order that is null', { path: '/api/v2/store/order', body: null }],
  ['a return without a token', capture({})],
  ['a return with an empty token', capture({ token: '' })],
  ['a return with a long token', capture({ token: 'A'.repeat(65) })],
  ['a return with a path as its token', capture({ token: '../../v1/oauth2/token' })],
  ['a return with a small letter', capture({ token: 'abc' })],
  ['a return with a number', capture({ token: 7 })],
  ['a return with the buyer’s number at the provider', capture({ token: 'ABC', PayerID: 'X' })],
  ['a receipt without a number', { path: '/api/v2/store/order/first' }],
  ['a receipt of number 0', { path: '/api/v2/store/order/0' }],
  ['a receipt of a huge number', { path: `/api/v2/store/order/${'9'.repeat(16)}` }],
  ['purchases after a long cursor', { path: `/api/v2/store/orders?cursor=${'c'.repeat(201)}` }],
  ['orders by an unknown filter', { path: '/admin/orders?filter=all' }],
  ['orders after a long cursor', { path: `/admin/orders?cursor=${'c'.repeat(201)}` }],
  ['statistics of nobody', { path: '/api/v2/stats' }],
  ['statistics of a name', { path: '/api/v2/stats?user=Mira' }],
  ['statistics of member 0', { path: '/api/v2/stats?user=0' }],
  ['statistics of a list', stats({ user: [1] })],
  ['statistics of a text', stats({ user: '1' })],
  ['statistics with an unknown field', stats({ user: 1, from: 0 })],
  ['statistics of nothing', stats({})],
]

const PRIVATE: Call[] = [
  { path: '/api/v2/store' },
  order({}),
  capture({ token: 'TOKEN' }),
  { path: '/api/v2/store/orders' },
  { path: '/api/v2/store/gifts' },
  { path: '/api/v2/store/order/1' },
  { path: '/admin/orders' },
  { path: '/api/v2/stats?user=1' },
  stats({ user: 1 }),
]
const OWN = PRIVATE.slice(1, 6)

const send = ({ path, body }: Call, as: Awaited<ReturnType<typeof addPerson>> | null) =>
  sendRequestWith(storeEnv(), path, { as, ...(body !== undefined && { body }) })

describe('calls of the store and of statistics that are refused', () => {
  it.each(BAD)('%s is a bad request', async (_, call) => {
    expect(await errorOf(send(call, await addPerson({ flags: 'ap' })))).toEqual([400, 'bad_request'])
  })

  it.each(PRIVATE)('a visitor is asked to log in: $path', async (call) => {
    expect(await errorOf(send(call, null))).toEqual([401, 'not_logged_in'])
  })

  it.each(OWN)('staff who act as a member are refused: $path', async (call) => {
    const [admin, member] = [await addPerson({ flags: 'a' }), await addPerson()]
    await jsonOf(sendRequest('/admin/impersonate', { as: admin, body: { userId: member.id, reason: 'A question' } }))
    expect(await errorOf(send(call, admin))).toEqual([403, 'impersonating'])
  })

  it.each([
    ['a receipt that does not exist', { path: '/api/v2/store/order/999999999' }],
    ['a return of an unknown order', capture({ token: 'UNKNOWN' })],
    ['an order for a member who does not exist', order({ user: 999_999_999 })],
    ['a statistic of a sketch that does not exist', { path: '/api/v2/sketchStats/999999999' }],
  ])('%s is not found', async (_, call) => {
    expect(await errorOf(send(call, await addPerson()))).toEqual([404, 'not_found'])
  })

  it.each(['/api/v2/store/orders', '/admin/orders', '/admin/orders?filter=paid'])(
    'a cursor of another list, or of none, is refused: %s',
    async (path) => {
      const as = await addPerson({ flags: 'a' })
      const mark = path.includes('?') ? '&' : '?'
      for (const cursor of ['nonsense', btoa(JSON.stringify(['purchases of 0', 1, 1])), btoa('{}')])
        expect(await errorOf(sendRequest(`${path}${mark}cursor=${cursor}`, { as }))).toEqual([400, 'bad_cursor'])
    },
  )
})

describe('the purchases of a member', () => {
  it('pages by cursor list every purchase once, the latest first, and no purchase of another member', async () => {
    const [as, other] = [await addPerson(), await addPerson()]
    await addOrders(as, PURCHASES_PAGE_SIZE + 2)
    await addOrders(other)
    const seen: Purchase[] = []
    for (let cursor = '', done = false; !done; ) {
      const page = await requestJson<PurchaseList>(`/api/v2/store/orders?cursor=${encodeURIComponent(cursor)}`, { as })
      expect(page.items.length).toBeLessThanOrEqual(PURCHASES_PAGE_SIZE)
      seen.push(...page.items)
      ;({ cursor, done } = page)
    }
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(PURCHASES_PAGE_SIZE + 2)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it('a cursor of another member’s purchases is refused', async () => {
    const [as, other] = [await addPerson(), await addPerson()]
    await addOrders(other, PURCHASES_PAGE_SIZE + 1)
    const { cursor } = await requestJson<PurchaseList>('/api/v2/store/orders', { as: other })
    expect(cursor).not.toBe('')
    expect(await errorOf(sendRequest(`/api/v2/store/orders?cursor=${cursor}`, { as }))).toEqual([400, 'bad_cursor'])
  })
})
