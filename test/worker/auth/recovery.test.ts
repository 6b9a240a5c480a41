import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { RECOVERY_MAILS_PER_HOUR } from '../../../contract/limits.ts'
import { lineOf } from '../../../worker/lib/client-network.ts'
import { addBan } from '../../support/worker/bans.ts'
import { Browser } from '../../support/worker/browser.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { linkIn, Mailbox, runMailJobs } from '../../support/worker/mails.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { countTrips } from '../../support/worker/trips.ts'
import { usedUp } from '../../support/worker/used-up.ts'

const HOUR_MS = 3_600_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let made = 0
const addMember = (fields: Parameters<typeof addPerson>[0] = {}) =>
  addPerson({ email: `lost-${++made}@people.test`, ...fields })
const address = () => `lost-${made}@people.test`

let visitors = 0
const from = () => ({ 'cf-connecting-ip': `3fff:1:${(++visitors).toString(16)}::1` })

const generate = (box: Mailbox, email: string, headers = from()) =>
  sendRequestWith(box.env, '/api/v2/recover/generate', { body: { email }, headers })

/** Asks for a link to the latest member; returns its key. */
async function requestKey(box: Mailbox, email = address()): Promise<string> {
  await jsonOf(generate(box, email))
  return box.lastLink().split('/').at(-1) ?? ''
}

const accept = (browser: Browser, key: string) => browser.request('/api/v2/recover/accept', { body: { key } })

describe('account recovery [2 §2 Account recovery]', () => {
  it('the link in the mail logs the member in', async () => {
    const [box, member, browser] = [new Mailbox(), await addMember(), new Browser()]
    await jsonOf(generate(box, ` ${address().toUpperCase()} `))
    expect(box.subjectsTo(address())).toEqual(['Log in to Croquis again'])
    expect(linkIn(box.sent[0])).toMatch(/^\/recover\/[0-9a-f]{40}$/)
    await jsonOf(accept(browser, box.lastLink().split('/').at(-1) ?? ''))
    expect((await browser.session()).user?.nickname).toBe(member.nickname)
  })

  it('the new session is in the list of sessions', async () => {
    const [box, browser] = [new Mailbox(), new Browser()]
    await addMember()
    await jsonOf(accept(browser, await requestKey(box)))
    const { items } = await jsonOf<{ items: OwnSession[] }>(browser.request('/api/v2/sessions'))
    expect(items.map(({ current }) => current).sort()).toEqual([false, true])
  })

  it('a link works once', async () => {
    const [box, browser] = [new Mailbox(), new Browser()]
    await addMember()
    const key = await requestKey(box)
    await jsonOf(accept(browser, key))
    expect(await errorOf(accept(new Browser(), key))).toEqual([400, 'bad_key'])
  })

  it('a link that several browsers open at the same time logs one of them in', async () => {
    const box = new Mailbox()
    await addMember()
    const key = await requestKey(box)
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(new Browser(), key)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  it('a link works for one hour', async () => {
    const box = new Mailbox()
    await addMember()
    const [first, second] = [await requestKey(box), await requestKey(box)]
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start + HOUR_MS + 1000 })
    expect(await errorOf(accept(new Browser(), first))).toEqual([400, 'bad_key'])
    vi.setSystemTime(start + HOUR_MS - 10_000)
    await jsonOf(accept(new Browser(), second))
  })

  it('using a link ends the other links of the member', async () => {
    const box = new Mailbox()
    await addMember()
    const [first, second] = [await requestKey(box), await requestKey(box)]
    await jsonOf(accept(new Browser(), second))
    expect(await errorOf(accept(new Browser(), first))).toEqual([400, 'bad_key'])
  })

  it('a link to an address that was changed since does not work', async () => {
    const box = new Mailbox()
    const member = await addMember()
    const key = await requestKey(box)
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(`other-${made}@people.test`, member.id).run()
    expect(await errorOf(accept(new Browser(), key))).toEqual([400, 'bad_key'])
  })

  it.each(['', '0'.repeat(40), 'x'.repeat(40), "' OR 1=1 --", '0'.repeat(4000)])(
    'the guessed key %j is refused',
    async (key) => {
      const browser = new Browser()
      const [status] = await errorOf(accept(browser, key))
      expect([status, (await browser.session()).user]).toEqual([400, null])
    },
  )

  it('the key that confirms an address does not log in', async () => {
    const box = new Mailbox()
    const member = await addMember({ email: null, pendingEmail: 'waits@people.test' })
    await jsonOf(sendRequestWith(box.env, '/api/v2/email/repeat', { as: member, body: {} }))
    const key = box.lastLink().split('/').at(-1) ?? ''
    expect(await errorOf(accept(new Browser(), key))).toEqual([400, 'bad_key'])
  })

  it('an address that was never confirmed recovers nothing', async () => {
    const box = new Mailbox()
    await addMember({ email: null, pendingEmail: 'unconfirmed@people.test' })
    await jsonOf(generate(box, 'unconfirmed@people.test'))
    expect(box.sent).toEqual([])
  })

  it('a suspended member is logged in and stays suspended', async () => {
    const [box, browser] = [new Mailbox(), new Browser()]
    await addBan(await addMember(), 24)
    await jsonOf(accept(browser, await requestKey(box)))
    expect((await browser.session()).ban?.duration).toBe(24)
    expect(await errorOf(browser.request('/heart', { body: { action: 'heart', which: 1 } }))).toEqual([
      403,
      'suspended',
    ])
  })

  it('recovery ends the session that the browser had before', async () => {
    const [box, browser, other] = [new Mailbox(), new Browser(), await addPerson()]
    browser.cookies.set('session', other.token)
    const member = await addMember()
    await jsonOf(accept(browser, await requestKey(box)))
    expect((await browser.session()).user?.nickname).toBe(member.nickname)
    const sessions = await env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ?').bind(other.id).first()
    expect(sessions).toEqual({ n: 0 })
  })

  it('the site stores a key only as a hash', async () => {
    const box = new Mailbox()
    await addMember()
    const key = await requestKey(box)
    for (const table of ['mails', 'mail_keys', 'recovery_requests']) {
      const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
      expect([table, JSON.stringify(results).includes(key)]).toEqual([table, false])
    }
  })

  it('a recovery mail that could not be sent for an hour is given up', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const box = new Mailbox()
    const member = await addMember()
    box.failWith('E_DELIVERY_FAILED')
    await jsonOf(generate(box, address()))
    box.failWith(null)
    await runMailJobs(box.env, Date.now() + HOUR_MS + 60_000)
    const row = await env.DB.prepare('SELECT failed_at FROM mails WHERE user_id = ?').bind(member.id).first('failed_at')
    expect([box.sent, typeof row]).toEqual([[], 'number'])
  })
})

describe('what recovery tells about addresses', () => {
  it('known and unknown addresses get the same reply', async () => {
    const box = new Mailbox()
    await addMember()
    const replies = await Promise.all([generate(box, address()), generate(box, 'nobody@people.test')])
    const [known, unknown] = await Promise.all(
      replies.map(async (reply) => [reply.status, Object.fromEntries(reply.headers), await reply.json()]),
    )
    const withoutId = (reply: unknown) =>
      JSON.stringify(reply)
        .replace(/"x-request-id":"[^"]*"/, '')
        .replace(/bookmark=[^;]*/, '')
    expect(withoutId(known)).toBe(withoutId(unknown))
    expect(known?.[2]).toEqual({ message: expect.any(String), found: true })
    expect(box.sent.map(({ to }) => to)).toEqual([address()])
  })

  it('known and unknown addresses take the same calls to the database before the reply', async () => {
    await addMember()
    const counts: number[] = []
    for (const email of [address(), 'nobody@people.test']) {
      const { trips } = await countTrips('/api/v2/recover/generate', { body: { email }, headers: from() })
      counts.push(trips)
    }
    expect(counts[0]).toBe(counts[1])
  })

  it.each(['', 'mira', null, ['mira@people.test']])('%j is not an address', async (email) => {
    expect(await errorOf(generate(new Mailbox(), email as string))).toEqual([400, 'bad_request'])
  })
})

describe('limits of recovery', () => {
  it('an address gets a few mails an hour, and further requests get the same reply', async () => {
    const box = new Mailbox()
    await addMember()
    for (let times = 0; times < RECOVERY_MAILS_PER_HOUR + 2; times++) await jsonOf(generate(box, address()))
    expect(box.sent).toHaveLength(RECOVERY_MAILS_PER_HOUR)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS + 1000 })
    await jsonOf(generate(box, address()))
    expect(box.sent).toHaveLength(RECOVERY_MAILS_PER_HOUR + 1)
  })

  it('refused requests do not postpone the next mail', async () => {
    const box = new Mailbox()
    await addMember()
    const start = Date.now()
    for (const minutes of [0, 0, 0, 19, 38, 57]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 })
      await jsonOf(generate(box, address()))
    }
    expect(box.sent).toHaveLength(RECOVERY_MAILS_PER_HOUR)
    vi.setSystemTime(start + 61 * 60_000)
    await jsonOf(generate(box, address()))
    expect(box.sent).toHaveLength(RECOVERY_MAILS_PER_HOUR + 1)
  })

  it('30 people behind one address can recover their accounts at the same time', async () => {
    const [box, school] = [new Mailbox(), from()]
    const statuses: number[] = []
    for (let person = 0; person < 30; person++) {
      await addMember()
      statuses.push((await generate(box, address(), school)).status)
      const key = box.lastLink().split('/').at(-1)
      const reply = await sendRequestWith(box.env, '/api/v2/recover/accept', { body: { key }, headers: school })
      statuses.push(reply.status)
    }
    expect([...new Set(statuses)]).toEqual([200])
  })

  it('one requester cannot try many addresses', async () => {
    const [box, requester] = [new Mailbox(), from()]
    const bindings = { ...box.env, SIGN_IN_NETWORK_RATE: usedUp(`address:${lineOf(requester['cf-connecting-ip'])}`) }
    const body = { email: 'try@people.test' }
    const refused = await sendRequestWith(bindings, '/api/v2/recover/generate', { body, headers: requester })
    expect([refused.status, Number(refused.headers.get('retry-after')) >= 1]).toEqual([429, true])
  })
})

describe.each<Fault>(['refused', 'lost'])('recovery with one database call %s', (fault) => {
  it('a request can be repeated', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const box = new Mailbox()
    await addMember()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith({ ...bindings, EMAIL: box.env.EMAIL }, '/api/v2/recover/generate', {
          body: { email: address() },
          headers: from(),
        }),
      async () => {
        await addMember()
        await jsonOf(generate(box, address()))
        expect(box.subjectsTo(address()).length).toBeGreaterThanOrEqual(1)
      },
    )
  })

  it('a key opens one session at most', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const box = new Mailbox()
    let member = await addMember()
    let key = await requestKey(box)
    const open = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/api/v2/recover/accept', { body: { key }, headers: from() })
    await withEveryFault(fault, open, async () => {
      await open(env)
      const { results } = await env.DB.prepare('SELECT device FROM sessions WHERE user_id = ?').bind(member.id).all()
      expect(results).toHaveLength(2)
      member = await addMember()
      key = await requestKey(box)
    })
  })
})
