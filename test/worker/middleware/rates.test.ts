import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { CALLS_PER_MINUTE } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { addPicture, sendFile } from '../../support/worker/uploads.ts'

const AT_ONCE = 30
const { READ_RATE, WRITE_RATE, UPLOAD_RATE, SIGN_IN_RATE } = CALLS_PER_MINUTE

/** Calls until one is refused. If the minute turns in between, twice as many calls pass. */
async function callsBeforeRefusal(atMost: number, call: () => Promise<Response>): Promise<[number, Response]> {
  let calls = 0
  while (calls <= 2 * atMost) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, call))
    const passed = replies.filter(({ status }) => status !== 429)
    calls += passed.length
    await Promise.all(passed.map((reply) => reply.body?.cancel()))
    const refused = replies.find(({ status }) => status === 429)
    if (refused) return [calls, refused]
  }
  throw new Error(`${calls} calls were not refused`)
}

async function expectTooMany(reply: Response) {
  expect(await reply.json()).toMatchObject({ error: { code: 'too_many' } })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

const write = (as: Person | null, call: RequestOptions = {}) => sendRequest('/comment', { as, body: {}, ...call })

describe('rate limits', () => {
  describe('the limit of the writes of a member', () => {
    let mira: Person
    let limited: [calls: number, refused: Response]
    beforeAll(async () => {
      mira = await addPerson()
      limited = await callsBeforeRefusal(WRITE_RATE, () => write(mira))
    })

    it('the writes of a member are limited', async () => {
      const [calls, refused] = limited
      expect(calls).toBeGreaterThanOrEqual(WRITE_RATE)
      await expectTooMany(refused)
    })

    it('the writes of other members are not limited', async () => {
      expect((await write(await addPerson())).status).toBe(400)
    })

    it('the reads of the member are not limited, those by POST neither', async () => {
      expect((await sendRequest('/recentSketches', { as: mira })).status).toBe(200)
      expect((await sendRequest('/api/v2/index', { as: mira, body: {} })).status).toBe(200)
    })
  })

  describe('the limit of the writes from an IP address', () => {
    const from = (address: string) => write(null, { headers: { 'cf-connecting-ip': address } })
    let limited: [calls: number, refused: Response]
    beforeAll(async () => {
      limited = await callsBeforeRefusal(WRITE_RATE, () => from('192.0.2.7'))
    })

    it('the writes from an IP address are limited', async () => {
      const [calls, refused] = limited
      expect(calls).toBeGreaterThanOrEqual(WRITE_RATE)
      await expectTooMany(refused)
    })

    it('the writes from other IP addresses are not limited', async () => {
      expect((await from('192.0.2.8')).status).toBe(401)
    })
  })

  it('the addresses of one IPv6 network have one limit', async () => {
    let host = 0
    const from = (network: string) =>
      write(null, { headers: { 'cf-connecting-ip': `${network}::${(++host).toString(16)}` } })
    const [calls, refused] = await callsBeforeRefusal(WRITE_RATE, () => from('2001:db8:7:7'))
    expect(calls).toBeLessThanOrEqual(2 * WRITE_RATE)
    await expectTooMany(refused)
    expect((await from('2001:db8:7:8')).status).toBe(401)
  })

  describe('the limit of costly reads', () => {
    const MAGIC = '/api/v2/search/magic'
    const from = (path: string, address: string) => sendRequest(path, { headers: { 'cf-connecting-ip': address } })

    it('a network may make 900 costly reads a minute, and no more', async () => {
      const before = { key: 'address:203.0.113.1' }
      for (let calls = 1; calls < READ_RATE; calls++) await env.READ_RATE.limit(before)
      expect((await from(MAGIC, '203.0.113.1')).status).toBe(200)
      await expectTooMany(await from(MAGIC, '203.0.113.1'))
      expect((await from(MAGIC, '203.0.113.2')).status).toBe(200)
    })

    it('searches, pages of sketches, made pictures and reads by POST are costly', async () => {
      const { imageUrl } = await addPicture(await addPerson(), {}, uniqueCopy(pictures.large))
      const before = { key: 'address:203.0.113.3' }
      while ((await env.READ_RATE.limit(before)).success);
      for (const path of [MAGIC, '/api/v2/search/sketch', '/api/v2/sketch/0', `${imageUrl}/700`])
        expect([path, (await from(path, '203.0.113.3')).status]).toEqual([path, 429])
      const home = { body: {}, headers: { 'cf-connecting-ip': '203.0.113.3' } }
      expect((await sendRequest('/api/v2/index', home)).status).toBe(429)
      expect((await from('/recentSketches', '203.0.113.3')).status).toBe(200)
    })
  })

  it('the uploads of a member are limited', async () => {
    const mira = await addPerson()
    const [calls, refused] = await callsBeforeRefusal(UPLOAD_RATE, () => sendFile(mira, new Uint8Array([1])))
    expect(calls).toBeGreaterThanOrEqual(UPLOAD_RATE)
    await expectTooMany(refused)
  })

  it.each(['/sign-in', '/sign-in/callback'])('the sign-ins from an IP address are limited: %s', async (path) => {
    const from = (address: string) => sendRequest(path, { headers: { 'cf-connecting-ip': address } })
    const [calls, refused] = await callsBeforeRefusal(SIGN_IN_RATE, () => from(`198.51.100.${path.length}`))
    expect(calls).toBeGreaterThanOrEqual(SIGN_IN_RATE)
    await expectTooMany(refused)
    expect((await from('198.51.100.99')).status).not.toBe(429)
  })

  it('the attempts with Apple tokens from an IP address are limited', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.200' }
    const body = { identityToken: 'no token' }
    const [calls, refused] = await callsBeforeRefusal(SIGN_IN_RATE, () =>
      sendRequest('/api/v2/authAppleId', { body, headers }),
    )
    expect(calls).toBeGreaterThanOrEqual(SIGN_IN_RATE)
    await expectTooMany(refused)
  })
})
