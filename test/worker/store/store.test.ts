import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { GiftList, Purchase, PurchaseList, StoreReply } from '../../../contract/http/store.ts'
import { ORDERS_PER_DAY_MAX } from '../../../contract/limits.ts'
import { STORE_ITEM_IDS, type StoreItemId } from '../../../contract/store.ts'
import { toWireTime } from '../../../contract/time.ts'
import { addBan } from '../../support/worker/bans.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import {
  act,
  balanceOf,
  breakCall,
  buy,
  comeBack,
  deliver,
  deliverAll,
  noticesOf,
  order,
  sendOrder,
  sendReturn,
  storeEnv,
} from '../../support/worker/store.ts'

const DAY_MS = 86_400_000
/** Hearts of a new member. */
const WELCOME = 5

afterEach(() => vi.restoreAllMocks())

const heartsOf = async (member: Person) => (await balanceOf(member)).hearts - WELCOME
const purchasesOf = async (as: Person) => (await requestJson<PurchaseList>('/api/v2/store/orders', { as })).items

/** Removes an order as a restored backup does that was made before it. Returns the provider's id of its payment. */
async function forgetOrder(token: string): Promise<{ captureId: string }> {
  const { id = 0, captureId = '' } =
    (await env.DB.prepare('SELECT id, capture_id AS captureId FROM store_orders WHERE provider_id = ?')
      .bind(token)
      .first<{ id: number; captureId: string }>()) ?? {}
  for (const sql of [
    'DELETE FROM store_ledger WHERE order_id = ?',
    'DELETE FROM notifications WHERE store_order_id = ?',
    'DELETE FROM store_orders WHERE id = ?',
  ])
    await env.DB.prepare(sql).bind(id).run()
  return { captureId }
}

/** Makes the grant of a paid order smaller, as if the pack had been smaller then. */
async function shrinkGrant(token: string, hearts: number): Promise<void> {
  const order = '(SELECT id FROM store_orders WHERE provider_id = ?1)'
  const { less = 0, userId = 0 } =
    (await env.DB.prepare(
      `SELECT hearts - ?2 AS less, user_id AS userId FROM store_ledger WHERE order_id = ${order} AND cause LIKE 'capture:%'`,
    )
      .bind(token, hearts)
      .first<{ less: number; userId: number }>()) ?? {}
  await env.DB.batch([
    env.DB.prepare(`UPDATE store_ledger SET hearts = ?2 WHERE order_id = ${order} AND cause LIKE 'capture:%'`).bind(
      token,
      hearts,
    ),
    env.DB.prepare(
      `INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?1, 'heart', -?2, 'purchase_reversed', 1)`,
    ).bind(userId, less),
  ])
}

const dateIn = (years: number, from = Date.now()) =>
  new Date(from).setUTCFullYear(new Date(from).getUTCFullYear() + years)

describe('the store', () => {
  it('sells hearts and the patron year at the specified prices [1 §9]', async () => {
    const { open, items } = await jsonOf<StoreReply>(sendRequest('/api/v2/store', { as: await addPerson() }))
    expect(open).toBe(true)
    expect(items.map(({ id, hearts, patronYears, cents }) => [id, hearts, patronYears, cents])).toEqual([
      ['hearts25', 25, 0, 500],
      ['hearts50', 50, 0, 1000],
      ['hearts100', 100, 0, 1500],
      ['patron', 0, 1, 2500],
    ])
  })

  it('the store says the member’s hearts, glops towards the next heart, and end as a patron', async () => {
    const patronUntil = Date.now() + DAY_MS
    const as = await addPerson({ flags: 'p', patronUntil, glops: 96 })
    expect(await requestJson<StoreReply>('/api/v2/store', { as })).toMatchObject({
      heartsAvailable: WELCOME,
      heartsGlopAccum: 96,
      patron: true,
      patronUntil: toWireTime(patronUntil),
    })
  })

  it('the store needs a login, and is closed to staff who act as a member', async () => {
    expect(await errorOf(sendRequest('/api/v2/store'))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(sendOrder(null, 'hearts25'))).toEqual([401, 'not_logged_in'])
    const [admin, member] = [await addPerson({ flags: 'a' }), await addPerson()]
    const token = await order(member)
    await jsonOf(sendRequest('/admin/impersonate', { as: admin, body: { userId: member.id, reason: 'A question' } }))
    expect(await errorOf(sendOrder(admin, 'hearts25'))).toEqual([403, 'impersonating'])
    expect(await errorOf(sendReturn(admin, token))).toEqual([403, 'impersonating'])
  })

  it('the store is closed on a site without an account at the provider', async () => {
    const as = await addPerson()
    const closed = { ...storeEnv(), PAYPAL_CLIENT_SECRET: '' }
    expect(await errorOf(sendOrder(as, 'hearts25', {}, closed))).toEqual([503, 'not_configured'])
    expect(await errorOf(sendReturn(as, 'TOKEN', closed))).toEqual([503, 'not_configured'])
    expect(await errorOf(deliver({ headers: {}, body: '{}' }, closed))).toEqual([503, 'not_configured'])
    expect(await jsonOf<StoreReply>(sendRequestWith(closed, '/api/v2/store', { as }))).toMatchObject({ open: false })
  })

  it('an order that the provider does not take says so and costs nothing', async () => {
    const as = await addPerson()
    expect(await errorOf(sendOrder(as, 'hearts25', {}, env))).toEqual([502, 'payment_unavailable'])
    expect(await purchasesOf(as)).toEqual([])
  })

  it('a repeated call makes one order', async () => {
    const as = await addPerson()
    const calls = Array.from({ length: 5 }, () => order(as, 'hearts50', { key: 'the-same-key' }))
    expect(new Set(await Promise.all(calls)).size).toBe(1)
    expect(await errorOf(sendOrder(as, 'hearts25', { key: 'the-same-key' }))).toEqual([409, 'order_changed'])
  })

  it('a member makes a limited number of orders in a day', async () => {
    const as = await addPerson()
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, created_at, checked_at)
        SELECT ?2, ?2, 'key-' || i, 'hearts25', 500, 'USD', ?3, 0 FROM n`,
    )
      .bind(ORDERS_PER_DAY_MAX - 1, as.id, Date.now())
      .run()
    await order(as)
    expect(await errorOf(sendOrder(as, 'hearts25'))).toEqual([409, 'order_limit'])
  })

  it('prices come from the server only', async () => {
    const body = { item: 'hearts25', key: 'with-a-price', cents: 1 }
    expect(await errorOf(sendRequest('/api/v2/store/order', { as: await addPerson(), body }))).toEqual([
      400,
      'bad_request',
    ])
  })
})

describe('paying [decisions, Store]', () => {
  it.each(STORE_ITEM_IDS)('the payment of %s gives what was bought, once', async (item: StoreItemId) => {
    const as = await addPerson()
    const token = await order(as, item)
    expect([await heartsOf(as), (await balanceOf(as)).flags]).toEqual([0, ''])
    await act(token, 'approve')
    expect(await comeBack(as, token)).toMatchObject({ item, state: 'paid', recipient: null, refundedCents: 0 })
    await comeBack(as, token)
    await deliverAll(token)
    const { patronUntil, flags } = await balanceOf(as)
    if (item === 'patron') {
      expect(flags).toBe('p')
      expect(Math.abs((patronUntil ?? 0) - dateIn(1))).toBeLessThan(60_000)
    } else expect(await heartsOf(as)).toBe(Number(item.slice('hearts'.length)))
  })

  it('the return page alone gives nothing: the provider has to confirm the payment', async () => {
    const as = await addPerson()
    const token = await order(as)
    expect(await comeBack(as, token)).toMatchObject({ state: 'created' })
    expect(await heartsOf(as)).toBe(0)
  })

  it('a notice completes an order whose buyer does not come back', async () => {
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'approve')
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as)).length]).toEqual([25, 1])
  })

  it('nobody completes or reads the order of another', async () => {
    const [buyer, other] = [await addPerson(), await addPerson()]
    const token = await order(buyer)
    await act(token, 'approve')
    expect(await errorOf(sendReturn(other, token))).toEqual([404, 'not_found'])
    const { id } = await comeBack(buyer, token)
    expect(await errorOf(sendRequest(`/api/v2/store/order/${id}`, { as: other }))).toEqual([404, 'not_found'])
    expect(await requestJson<Purchase>(`/api/v2/store/order/${id}`, { as: buyer })).toMatchObject({ id, state: 'paid' })
    expect(await purchasesOf(other)).toEqual([])
  })

  it('a declined payment gives nothing, the buyer reads it, and notices do not try it again', async () => {
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'decline')
    expect(await comeBack(as, token)).toMatchObject({ state: 'declined' })
    await act(token, 'alter', { order: { payment: 'accepted' } })
    await deliverAll(token)
    expect([await heartsOf(as), await purchasesOf(as)]).toEqual([0, []])
  })

  it('a buyer who opens the page of a declined payment again is not charged for it', async () => {
    const as = await addPerson()
    const declined = await order(as)
    await act(declined, 'decline')
    expect(await comeBack(as, declined)).toMatchObject({ state: 'declined' })
    await act(declined, 'alter', { order: { payment: 'accepted' } })
    expect(await comeBack(as, declined)).toMatchObject({ state: 'declined' })
    await buy(as)
    expect(await comeBack(as, declined)).toMatchObject({ state: 'declined' })
    await runNamed(['reconcile payments'], storeEnv(), new Date().setUTCHours(27, 5))
    expect([await heartsOf(as), (await purchasesOf(as)).length]).toEqual([25, 1])
  })

  it('a payment under review gives nothing until the provider releases it', async () => {
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'hold')
    expect(await comeBack(as, token)).toMatchObject({ state: 'pending' })
    expect(await heartsOf(as)).toBe(0)
    await act(token, 'release')
    await deliverAll(token)
    expect(await heartsOf(as)).toBe(25)
  })

  it.each([
    ['amount', { amount: { currency_code: 'USD', value: '0.01' } }],
    ['currency', { amount: { currency_code: 'EUR', value: '5.00' } }],
    ['currency without decimals', { amount: { currency_code: 'JPY', value: '500' } }],
    ['receiver', { payee: 'SOMEBODYELSE' }],
    ['order', { customId: '999999' }],
  ])('a payment with another %s than the order gives nothing', async (_, changes) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'alter', { order: changes })
    await act(token, 'approve')
    expect(await comeBack(as, token)).toMatchObject({ state: 'mismatched', datePaid: null })
    await deliverAll(token)
    expect([await heartsOf(as), log.mock.calls.join()]).toEqual([0, expect.stringContaining('payment mismatched')])
  })

  it.each([
    ['amount', { amount: { currency_code: 'USD', value: '0.01' } }],
    ['receiver', { payee: 'SOMEBODYELSE' }],
  ])('a payment whose %s changes while it is taken gives nothing', async (_, atCapture) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'alter', { order: { atCapture } })
    await act(token, 'approve')
    expect(await comeBack(as, token)).toMatchObject({ state: 'mismatched', paymentId: expect.any(String) })
    expect([await heartsOf(as), log.mock.calls.join()]).toEqual([0, expect.stringContaining('payment mismatched')])
  })

  it('a payment of an order that the site does not know is named in the log', async () => {
    const as = await addPerson()
    const token = await buy(as)
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await deliverAll(token)
    expect(log).not.toHaveBeenCalled()
    const { captureId } = await forgetOrder(token)
    await deliverAll(token)
    expect(log.mock.calls.join()).toContain('payment of unknown order')
    expect(log.mock.calls.join()).toContain(captureId)
  })

  it('a payment in review and one that did not match are on the page of purchases, first', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    const [held, wrong] = [await order(as, 'hearts100'), await order(as, 'patron')]
    await act(held, 'hold')
    await comeBack(as, held)
    await act(wrong, 'alter', { order: { atCapture: { payee: 'SOMEBODYELSE' } } })
    await act(wrong, 'approve')
    await comeBack(as, wrong)
    await order(as, 'hearts50')
    await buy(as)
    expect((await purchasesOf(as)).map(({ item, state, datePaid }) => [item, state, datePaid !== null])).toEqual([
      ['patron', 'mismatched', false],
      ['hearts100', 'pending', false],
      ['hearts25', 'paid', true],
    ])
  })

  it('a payment that did not match, and was not taken, expires', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'alter', { order: { payee: 'SOMEBODYELSE' } })
    await act(token, 'approve')
    const { id, state } = await comeBack(as, token)
    expect([state, (await purchasesOf(as)).length]).toEqual(['mismatched', 1])
    await runNamed(['reconcile payments'], storeEnv(), Date.now() + 4 * DAY_MS)
    expect(await requestJson<Purchase>(`/api/v2/store/order/${id}`, { as })).toMatchObject({ state: 'expired' })
    expect(await purchasesOf(as)).toEqual([])
  })

  it('nobody pays for a year that its recipient cannot get', async () => {
    const [as, friend] = [await addPerson(), await addPerson()]
    const token = await order(as, 'patron', { user: friend.id })
    await env.DB.prepare("UPDATE users SET flags = 'p' WHERE id = ?").bind(friend.id).run()
    await act(token, 'approve')
    expect(await comeBack(as, token)).toMatchObject({ state: 'created', paymentId: null })
  })

  it('a payment in review whose recipient can no longer get the year is named in the log', async () => {
    const [as, friend] = [await addPerson(), await addPerson()]
    const token = await order(as, 'patron', { user: friend.id })
    await act(token, 'hold')
    expect(await comeBack(as, token)).toMatchObject({ state: 'pending' })
    await env.DB.prepare("UPDATE users SET flags = 'p' WHERE id = ?").bind(friend.id).run()
    await act(token, 'release')
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await deliverAll(token)
    expect(log.mock.calls.join()).toContain('payment gave nothing')
    expect(await comeBack(as, token)).toMatchObject({ state: 'paid' })
  })

  it('a patron year begins when the present one ends', async () => {
    const patronUntil = Date.now() + 100 * DAY_MS
    const as = await addPerson({ flags: 'p', patronUntil, patronSince: 1 })
    await buy(as, 'patron')
    const { patronUntil: until } = await balanceOf(as)
    expect(Math.abs((until ?? 0) - dateIn(1, patronUntil))).toBeLessThan(1000)
  })

  it('a patron without an end buys no year', async () => {
    expect(await errorOf(sendOrder(await addPerson({ flags: 'p' }), 'patron'))).toEqual([409, 'patron_without_end'])
  })

  it('a receipt is mailed once', async () => {
    const box = new Mailbox()
    const as = await addPerson({ email: 'buyer@people.test' })
    const token = await order(as, 'hearts50')
    await act(token, 'approve')
    for (const _ of [1, 2]) await jsonOf(sendReturn(as, token, storeEnv(box.env)))
    for (const notice of await noticesOf(token)) await jsonOf(deliver(notice, storeEnv(box.env)))
    expect(box.sent.map(({ to, subject }) => [to, subject])).toEqual([['buyer@people.test', 'Your receipt: 50 hearts']])
    expect(box.sent[0]?.text).toContain('$10.00')
  })
})

describe('gifts', () => {
  it('a gift goes to its recipient, who gets a mail; the buyer keeps the receipt', async () => {
    const box = new Mailbox()
    const buyer = await addPerson({ nickname: 'Giver' })
    const friend = await addPerson({ email: 'friend@people.test' })
    const token = await order(buyer, 'hearts100', { user: friend.id, message: 'For the red wolf.' })
    await act(token, 'approve')
    const purchase = await jsonOf<Purchase>(sendReturn(buyer, token, storeEnv(box.env)))
    expect(purchase).toMatchObject({ recipient: { id: friend.id }, message: 'For the red wolf.' })
    expect([await heartsOf(buyer), await heartsOf(friend)]).toEqual([0, 100])
    expect(box.subjectsTo('friend@people.test')).toEqual(['Giver has a gift for you'])
    expect(await purchasesOf(friend)).toEqual([])
    const gifts = () => requestJson<GiftList>('/api/v2/store/gifts', { as: friend })
    expect((await gifts()).items).toMatchObject([
      { item: 'hearts100', from: { id: buyer.id }, message: 'For the red wolf.' },
    ])
    await block(friend, buyer)
    expect((await gifts()).items).toEqual([])
  })

  it('the list of gifts reads no orders that were never paid', async () => {
    const friend = await addPerson()
    const rows = await rowsRead('/api/v2/store/gifts', { as: friend })
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO store_orders (buyer_id, recipient_id, call_key, item, cents, currency, created_at, checked_at, state)
        SELECT ?1, ?1, 'unpaid ' || ?1 || ' ' || i, 'hearts100', 100, 'USD', 1, 1, 'expired' FROM n`,
    )
      .bind(friend.id)
      .run()
    expect(await rowsRead('/api/v2/store/gifts', { as: friend })).toBeLessThanOrEqual(rows + 1)
  })

  it('the recipient of a gift is notified of it once, with its words, until it is taken back', async () => {
    const [buyer, friend] = [await addPerson({ nickname: 'Kind giver' }), await addPerson()]
    const token = await buy(buyer, 'hearts25', { user: friend.id, message: 'Keep going.' })
    await deliverAll(token)
    const notified = () => requestJson<NotificationList>('/api/v2/notices', { as: friend })
    const list = await notified()
    expect(list.items).toMatchObject([
      {
        category: 'gifts',
        actor: { nickname: 'Kind giver' },
        gift: { item: 'hearts25', message: 'Keep going.' },
        read: false,
      },
    ])
    expect(list.unread.gifts).toBe(1)
    await act(token, 'refund')
    await deliverAll(token)
    const after = await notified()
    expect([after.items, after.unread.gifts]).toEqual([[], 0])
  })

  it('nobody is notified of what they buy for themselves, or of gifts once they switched that off', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const setting = { category: 'gifts', on: false }
    await jsonOf(sendRequest('/api/v2/notices/settings', { as: friend, body: setting }))
    await buy(buyer)
    await buy(buyer, 'hearts25', { user: friend.id })
    for (const as of [buyer, friend])
      expect((await requestJson<NotificationList>('/api/v2/notices', { as })).items).toEqual([])
  })

  it('a gift has words only from buyers whose messages the recipient takes', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson({ messagesFrom: 'nobody' })]
    const words = { user: friend.id, message: 'Hello' }
    expect(await errorOf(sendOrder(buyer, 'hearts25', words))).toEqual([403, 'messages_refused'])
    expect((await sendOrder(buyer, 'hearts25', { user: friend.id })).status).toBe(200)
  })

  it.each([
    ['declined', (token: string) => act(token, 'decline')],
    ['expired', () => undefined],
    ['expired', (token: string) => act(token, 'alter', { order: { payee: 'SOMEBODYELSE' } })],
  ])('the words of a gift whose order is %s are deleted', async (state, end) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const token = await order(buyer, 'hearts25', { user: friend.id, message: 'Hello' })
    await end(token)
    const { id } = await comeBack(buyer, token)
    await runNamed(['reconcile payments'], storeEnv(), Date.now() + 4 * DAY_MS)
    const stored = env.DB.prepare('SELECT state, message FROM store_orders WHERE id = ?').bind(id)
    expect(await stored.first()).toEqual({ state, message: '' })
  })

  it('the words of a gift that waits for its payment are kept', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const token = await order(buyer, 'hearts25', { user: friend.id, message: 'Hello' })
    await comeBack(buyer, token)
    await act(token, 'approve')
    expect(await comeBack(buyer, token)).toMatchObject({ state: 'paid', message: 'Hello' })
  })

  it('the words of a gift are dropped if its recipient takes no more messages when it is paid', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const token = await order(buyer, 'hearts25', { user: friend.id, message: 'Hello' })
    await env.DB.prepare("UPDATE users SET messages_from = 'nobody' WHERE id = ?").bind(friend.id).run()
    await act(token, 'approve')
    expect(await jsonOf(sendReturn(buyer, token))).toMatchObject({ recipient: { id: friend.id }, message: '' })
    const { items } = await requestJson<NotificationList>('/api/v2/notices', { as: friend })
    expect(items).toMatchObject([{ category: 'gifts', gift: { item: 'hearts25', message: '' } }])
  })

  it('the words of a gift are dropped if its buyer is suspended when it is paid', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const token = await order(buyer, 'hearts25', { user: friend.id, message: 'Hello' })
    await addBan(buyer, 720)
    await act(token, 'approve')
    await runNamed(['reconcile payments'], storeEnv(), Date.now() + DAY_MS)
    const { items } = await requestJson<NotificationList>('/api/v2/notices', { as: friend })
    expect(items).toMatchObject([{ category: 'gifts', gift: { item: 'hearts25', message: '' } }])
  })

  it('nobody gives across a block, or to a member who is gone', async () => {
    const [buyer, blocked, blocking] = [await addPerson(), await addPerson(), await addPerson()]
    await block(buyer, blocked)
    await block(blocking, buyer)
    const merged = await addPerson({ mergedIntoId: buyer.id })
    for (const { id } of [blocked, blocking, merged, { id: 999_999_999 }])
      expect(await errorOf(sendOrder(buyer, 'hearts25', { user: id }))).toEqual([404, 'not_found'])
  })
})

describe('refunds and disputes', () => {
  it('a refund takes back the hearts that are left', async () => {
    const as = await addPerson()
    const token = await buy(as, 'hearts25')
    await env.DB.prepare(
      `INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?, 'heart', -20, 'heart_given', 1)`,
    )
      .bind(as.id)
      .run()
    await act(token, 'refund')
    await deliverAll(token)
    expect((await balanceOf(as)).hearts).toBe(0)
    expect(await purchasesOf(as)).toMatchObject([{ state: 'refunded', refundedCents: 500 }])
  })

  /** Spends hearts of a member, as given now or earlier. */
  const spend = ({ id }: Person, amount: number, at = Date.now()) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO ledger (user_id, unit, amount, reason, created_at) SELECT ?1, 'heart', -1, 'heart_given', ?3 FROM n`,
    )
      .bind(id, amount, at)
      .run()

  it('a gift whose money goes back takes what is left of the gift, never the recipient’s own hearts', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    await buy(friend, 'hearts100')
    await spend(friend, 30, Date.now() - DAY_MS)
    const token = await buy(buyer, 'hearts50', { user: friend.id })
    await spend(friend, 40)
    await act(token, 'dispute')
    await deliverAll(token)
    expect(await heartsOf(friend)).toBe(70)
    await spend(friend, 10)
    await act(token, 'refund')
    await deliverAll(token)
    expect(await heartsOf(friend)).toBe(60)
  })

  it('a gift that was not given on goes back with its money, and comes again with a dispute that the site wins', async () => {
    const [buyer, friend] = [await addPerson(), await addPerson()]
    const token = await buy(buyer, 'hearts50', { user: friend.id })
    await act(token, 'dispute')
    await deliverAll(token)
    expect(await heartsOf(friend)).toBe(0)
    await act(token, 'resolve', { winner: 'seller' })
    await deliverAll(token)
    expect(await heartsOf(friend)).toBe(50)
  })

  it('a member gets one mail about what was taken back', async () => {
    const box = new Mailbox()
    const [buyer, friend] = [await addPerson(), await addPerson({ email: 'taken-back@people.test' })]
    const token = await buy(buyer, 'hearts50', { user: friend.id })
    await spend(friend, 20)
    await act(token, 'dispute')
    for (const _ of [1, 2]) await deliverAll(token)
    await act(token, 'refund')
    await deliverAll(token)
    const year = await buy(friend, 'patron')
    await act(year, 'refund')
    await deliverAll(year)
    await runNamed(['send mails'], box.env, Date.now())
    const told = box.sent.filter(({ subject }) => subject.startsWith('Taken back'))
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      ['taken-back@people.test', 'Taken back: 50 hearts'],
      ['taken-back@people.test', 'Taken back: Patron for one year'],
    ])
    expect(told.map(({ text }) => /took back what you had left of it: (.*)\./.exec(text)?.[1])).toEqual([
      '30 hearts',
      'time as a patron',
    ])
  })

  it('a refund of a part takes back that part', async () => {
    const as = await addPerson()
    const token = await buy(as, 'hearts100')
    await act(token, 'refund', { cents: 300 })
    await deliverAll(token)
    expect(await heartsOf(as)).toBe(80)
    await act(token, 'refund', { cents: 300 })
    await deliverAll(token)
    expect(await heartsOf(as)).toBe(60)
    expect(await purchasesOf(as)).toMatchObject([{ state: 'paid', refundedCents: 600 }])
  })

  it('a refund ends the membership that it paid for, and leaves one that was there before', async () => {
    const [once, twice] = [await addPerson(), await addPerson()]
    const token = await buy(once, 'patron')
    await buy(twice, 'patron')
    const { patronUntil: before } = await balanceOf(twice)
    const second = await buy(twice, 'patron')
    for (const refunded of [token, second]) {
      await act(refunded, 'refund')
      await deliverAll(refunded)
    }
    expect(await balanceOf(once)).toMatchObject({ flags: '', patronUntil: null })
    const { flags, patronUntil } = await balanceOf(twice)
    expect([flags, Math.abs((patronUntil ?? 0) - (before ?? 0)) < 1000]).toEqual(['p', true])
  })

  it('a dispute takes back what was bought until it is decided for the site', async () => {
    const as = await addPerson()
    const token = await buy(as)
    await act(token, 'dispute')
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([0, 'disputed'])
    await act(token, 'resolve', { winner: 'seller' })
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([25, 'paid'])
  })

  it('an open dispute about a part is a disputed order, until it is decided', async () => {
    const as = await addPerson()
    const token = await buy(as, 'hearts100')
    const stateAfter = async (name: string, body = {}) => {
      await act(token, name, body)
      await deliverAll(token)
      return [await heartsOf(as), (await purchasesOf(as))[0]?.state]
    }
    expect(await stateAfter('dispute', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await stateAfter('resolve', { winner: 'seller' })).toEqual([100, 'paid'])
    expect(await stateAfter('dispute', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await stateAfter('resolve', { winner: 'buyer' })).toEqual([80, 'paid'])
  })

  /** Buys 100 hearts for $15; returns a function that does something at the provider and tells what is left of them. */
  async function hundred() {
    const as = await addPerson()
    const token = await buy(as, 'hearts100')
    return async (name: string, details = {}) => {
      await act(token, name, details)
      await deliverAll(token)
      return [await heartsOf(as), (await purchasesOf(as))[0]?.state]
    }
  }

  it('a refund of a part and a lost dispute about the rest take back both', async () => {
    const leftAfter = await hundred()
    expect(await leftAfter('refund', { cents: 300 })).toEqual([80, 'paid'])
    expect(await leftAfter('dispute', { cents: 1200 })).toEqual([0, 'disputed'])
    expect(await leftAfter('resolve', { winner: 'buyer' })).toEqual([0, 'refunded'])
  })

  it('a dispute about a part and the reversal of its money take back once', async () => {
    const leftAfter = await hundred()
    expect(await leftAfter('dispute', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await leftAfter('reverse', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await leftAfter('resolve', { winner: 'seller' })).toEqual([100, 'paid'])
  })

  it('a dispute about a part and the refund that ends it take back once', async () => {
    const leftAfter = await hundred()
    expect(await leftAfter('dispute', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await leftAfter('refund', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await leftAfter('resolve', { winner: 'buyer' })).toEqual([80, 'paid'])
  })

  it('a dispute in another currency is about the whole payment, because the site knows no rates', async () => {
    const as = await addPerson()
    const token = await buy(as, 'hearts100')
    await act(token, 'dispute', { cents: 300, currency: 'EUR' })
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([0, 'disputed'])
    await act(token, 'resolve', { winner: 'seller' })
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([100, 'paid'])
  })

  it('a second dispute that is decided for the site gives nothing that it did not take', async () => {
    const as = await addPerson()
    const token = await buy(as)
    for (const name of ['reverse', 'dispute', 'resolve', 'dispute', 'resolve', 'reverse']) {
      await act(token, name)
      await deliverAll(token)
    }
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([0, 'refunded'])
  })

  it('a reversal that is told after the dispute that the site won takes nothing', async () => {
    const as = await addPerson()
    const token = await buy(as)
    for (const name of ['reverse', 'dispute', 'resolve']) await act(token, name)
    for (const notice of (await noticesOf(token)).toReversed()) await jsonOf(deliver(notice))
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([25, 'paid'])
    await act(token, 'reverse')
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([0, 'refunded'])
  })

  it('a dispute that is closed without an outcome holds nothing any longer', async () => {
    const leftAfter = await hundred()
    expect(await leftAfter('dispute')).toEqual([0, 'disputed'])
    expect(await leftAfter('resolve', { winner: 'nobody' })).toEqual([100, 'paid'])
  })

  it('a dispute that the buyer wins on appeal takes back what the first decision gave', async () => {
    const leftAfter = await hundred()
    expect(await leftAfter('dispute', { cents: 300 })).toEqual([80, 'disputed'])
    expect(await leftAfter('resolve', { winner: 'seller' })).toEqual([100, 'paid'])
    expect(await leftAfter('appeal', { winner: 'buyer' })).toEqual([80, 'paid'])
    expect(await leftAfter('repeat')).toEqual([80, 'paid'])
  })

  it('a dispute about several payments is about each of them', async () => {
    const as = await addPerson()
    const [first, second, third] = [await buy(as), await buy(as, 'hearts50'), await buy(as, 'hearts100')]
    await act(first, 'dispute', { cents: 1500, with: [second] })
    await deliverAll(first)
    expect((await purchasesOf(as)).map(({ item, state }) => [item, state])).toEqual([
      ['hearts100', 'paid'],
      ['hearts50', 'disputed'],
      ['hearts25', 'disputed'],
    ])
    expect(await heartsOf(as)).toBe(100)
    await act(first, 'resolve', { winner: 'seller' })
    await deliverAll(first)
    expect(await heartsOf(as)).toBe(175)
    await act(third, 'refund')
    await deliverAll(third)
    expect(await heartsOf(as)).toBe(75)
  })

  it('a part that goes back is a part of what the payment gave', async () => {
    const as = await addPerson()
    const token = await buy(as)
    // The pack was smaller when it was bought.
    await shrinkGrant(token, 15)
    await act(token, 'refund', { cents: 250 })
    await deliverAll(token)
    expect(await heartsOf(as)).toBe(7)
  })

  it('a part that is no whole number of hearts is rounded down, also in disputes', async () => {
    const [refunded, disputed] = [await addPerson(), await addPerson()]
    for (const [as, name] of [
      [refunded, 'refund'],
      [disputed, 'dispute'],
    ] as const) {
      const token = await buy(as)
      await act(token, name, { cents: 333 })
      await deliverAll(token)
      expect([name, await heartsOf(as)]).toEqual([name, 8])
    }
  })

  it('a refund during a dispute stays taken back when the buyer ends the dispute', async () => {
    const as = await addPerson()
    const token = await buy(as)
    for (const name of ['dispute', 'refund', 'resolve']) {
      await act(token, name)
      await deliverAll(token)
    }
    expect([await heartsOf(as), (await purchasesOf(as))[0]?.state]).toEqual([0, 'refunded'])
  })

  it('a reversal comes back with the dispute that is decided for the site', async () => {
    const as = await addPerson()
    const token = await buy(as)
    const seen: unknown[] = []
    for (const name of ['reverse', 'dispute', 'resolve']) {
      await act(token, name)
      await deliverAll(token)
      seen.push(await heartsOf(as))
    }
    expect([seen, (await purchasesOf(as))[0]?.state]).toEqual([[0, 0, 25], 'paid'])
  })

  it('a refund takes nothing of hearts that came after it', async () => {
    const as = await addPerson()
    const token = await buy(as)
    const give = (amount: number) =>
      env.DB.prepare(
        `INSERT INTO ledger (user_id, unit, amount, reason, created_at) VALUES (?, 'heart', ?, 'opening', 1)`,
      )
        .bind(as.id, amount)
        .run()
    await give(-30)
    await act(token, 'refund')
    await deliverAll(token)
    await give(7)
    await act(token, 'dispute')
    await deliverAll(token)
    expect((await balanceOf(as)).hearts).toBe(7)
  })

  it('a lost dispute and its refund take back once', async () => {
    const as = await addPerson()
    const [token] = [await buy(as), await buy(as)]
    await act(token, 'dispute')
    await act(token, 'resolve', { winner: 'buyer' })
    await act(token, 'refund')
    await act(token, 'reverse')
    await deliverAll(token)
    expect([await heartsOf(as), (await purchasesOf(as)).map(({ state }) => state)]).toEqual([25, ['paid', 'refunded']])
  })
})

describe('notices of the provider', () => {
  it('a notice with a wrong signature is refused', async () => {
    const as = await addPerson()
    const token = await order(as)
    await act(token, 'approve')
    const [notice] = await noticesOf(token)
    const { headers = {}, body = '' } = notice ?? {}
    const forged = { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' }
    expect(await errorOf(deliver({ headers: forged, body }))).toEqual([403, 'forbidden'])
    expect(await errorOf(deliver({ headers, body: body.replace('APPROVED', 'COMPLETED') }))).toEqual([403, 'forbidden'])
    expect(await errorOf(deliver({ headers: {}, body }))).toEqual([403, 'forbidden'])
    expect(await errorOf(deliver({ headers, body: 'not JSON' }))).toEqual([400, 'bad_request'])
    expect(await errorOf(deliver({ headers, body: JSON.stringify('x'.repeat(70_000)) }))).toEqual([413, 'too_large'])
    expect(await heartsOf(as)).toBe(0)
  })

  it('a notice that cannot be from the provider is refused without asking it', async () => {
    const token = await order(await addPerson())
    await act(token, 'approve')
    const { headers = {}, body = '' } = (await noticesOf(token))[0] ?? {}
    const asked = vi.spyOn(globalThis, 'fetch')
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
    const wrongHeaders: Record<string, string>[] = [
      { 'paypal-cert-url': 'https://paypal.com.example/v1/notifications/certs/CERT' },
      { 'paypal-cert-url': 'http://api.paypal.com/v1/notifications/certs/CERT' },
      { 'paypal-cert-url': 'no address' },
      { 'paypal-auth-algo': 'none' },
      { 'paypal-transmission-time': hours(-24 * 5) },
      { 'paypal-transmission-time': hours(2) },
      { 'paypal-transmission-time': 'yesterday' },
    ]
    for (const wrong of wrongHeaders)
      expect(await errorOf(deliver({ headers: { ...headers, ...wrong }, body }))).toEqual([403, 'forbidden'])
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  it('the nightly run finds notices that never arrived', async () => {
    const [lost, refunded] = [await addPerson(), await addPerson()]
    const token = await order(lost)
    await act(token, 'approve')
    const bought = await buy(refunded)
    await act(bought, 'refund')
    const night = new Date().setUTCHours(27, 5)
    await runNamed(['reconcile payments'], storeEnv(), night)
    expect([await heartsOf(lost), await heartsOf(refunded)]).toEqual([25, 0])
  })

  it('an order about which the provider gives no answer expires', async () => {
    const as = await addPerson()
    const token = await order(as)
    await breakCall(token, { calls: 1, at: 'before' })
    await runNamed(['reconcile payments'], storeEnv(), Date.now() + 4 * DAY_MS).catch(() => undefined)
    expect(await env.DB.prepare('SELECT state FROM store_orders WHERE buyer_id = ?').bind(as.id).first('state')).toBe(
      'expired',
    )
  })

  it('an order that nobody approves expires', async () => {
    const as = await addPerson()
    await order(as)
    await runNamed(['reconcile payments'], storeEnv(), Date.now() + 4 * DAY_MS)
    const { results } = await env.DB.prepare('SELECT state FROM store_orders WHERE buyer_id = ?').bind(as.id).all()
    expect(results).toEqual([{ state: 'expired' }])
  })
})

describe('the end of a membership', () => {
  it('a patron is reminded once, two weeks before the end', async () => {
    const [as, box] = [await addPerson({ email: 'ending@people.test' }), new Mailbox()]
    await buy(as, 'patron')
    const end = (await balanceOf(as)).patronUntil ?? 0
    for (const days of [15, 14, 13, 1])
      await runNamed(['remind of patron terms', 'send mails'], box.env, end - days * DAY_MS)
    expect(box.subjectsTo('ending@people.test').filter((subject) => subject.includes('ends'))).toEqual([
      'Your year as a patron ends soon',
    ])
  })

  it('the flag goes when the term ends, and everything else waits for the next one', async () => {
    const as = await addPerson({ slug: 'waiting-slug', watermarkName: 'Mira' })
    await buy(as, 'patron')
    const slug = () => requestJson<{ user: { id: number } }>('/api/v2/patron/waiting-slug')
    expect((await slug()).user.id).toBe(as.id)
    await runNamed(['end patron terms'], env, dateIn(1) + DAY_MS)
    expect(await balanceOf(as)).toMatchObject({ flags: '', patronUntil: null })
    expect(await errorOf(sendRequest('/api/v2/patron/waiting-slug'))).toEqual([404, 'not_found'])
    await buy(as, 'patron')
    expect((await slug()).user.id).toBe(as.id)
  })
})
