import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { DeskCounts } from '../../../contract/http/cases.ts'
import { DESK_COUNT_MAX } from '../../../contract/limits.ts'
import { addBan, addUnconfirmedBan, confirmBan } from '../../support/worker/bans.ts'
import { addAppeal, addProfileCase, decide } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addOrders } from '../../support/worker/store.ts'

const PATH = '/api/v2/gloperate/counts'
const read = (as: Person) => requestJson<DeskCounts>(PATH, { as })

it('the desk counts open cases, open appeals and bans that another member of staff must confirm', async () => {
  const staff = await addPerson({ flags: 'm' })
  expect(await read(staff)).toEqual({ cases: 0, appeals: 0, bans: 0, orders: 0 })
  const [appeal, found, ban] = [await addAppeal(), await addProfileCase(await addPerson()), await addUnconfirmedBan()]
  await addBan(await addPerson(), 24)
  expect(await read(staff)).toEqual({ cases: 1, appeals: 1, bans: 1, orders: 0 })
  await jsonOf(decide(staff, found))
  await confirmBan(ban.id)
  expect(await read(staff)).toEqual({ cases: 0, appeals: 1, bans: 0, orders: 0 })
  const body = { id: appeal.id, outcome: 'upheld', reason: 'True.' }
  await jsonOf(sendRequest('/api/v2/gloperate/appeal/decide', { as: staff, body }))
  expect(await read(staff)).toEqual({ cases: 0, appeals: 0, bans: 0, orders: 0 })
})

it('the desk counts no unconfirmed ban that has ended', async () => {
  const staff = await addPerson({ flags: 'm' })
  const { id } = await addUnconfirmedBan()
  expect((await read(staff)).bans).toBe(1)
  await env.DB.prepare('UPDATE bans SET ends_at = ? WHERE id = ?')
    .bind(Date.now() - 1, id)
    .run()
  expect((await read(staff)).bans).toBe(0)
})

it('the desk counts orders with a wrong or disputed payment, only for admins', async () => {
  const [admin, staff, buyer] = [await addPerson({ flags: 'a' }), await addPerson({ flags: 'm' }), await addPerson()]
  await addOrders(buyer, 4)
  const setStates = (first: string, second: string) =>
    env.DB.prepare("UPDATE store_orders SET state = iif(id % 2, ?, ?) WHERE buyer_id = ? AND state <> 'created'")
      .bind(first, second, buyer.id)
      .run()
  expect((await read(admin)).orders).toBe(0)
  await setStates('mismatched', 'disputed')
  expect([await read(admin), await read(staff)]).toMatchObject([{ orders: 4 }, { orders: 0 }])
  await setStates('paid', 'refunded')
  expect((await read(admin)).orders).toBe(0)
})

it('the desk counts up to its limit', async () => {
  const staff = await addPerson({ flags: 'm' })
  await addProfileCase(await addPerson())
  const copies = `INSERT INTO cases (kind, target, evidence, reports_count, queue_at, created_at)
    SELECT kind, 'copy-' || value, evidence, 1, queue_at, created_at FROM cases, json_each(?) WHERE decided_at IS NULL`
  await env.DB.prepare(copies)
    .bind(JSON.stringify([...Array(DESK_COUNT_MAX).keys()]))
    .run()
  expect((await read(staff)).cases).toBe(DESK_COUNT_MAX)
  expect(await rowsRead(PATH, { as: staff })).toBeLessThanOrEqual(DESK_COUNT_MAX + 10)
})
