import { beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { sendFile } from '../../support/worker/uploads.ts'

const AT_ONCE = 30
/** A school of 30 people, two steps each, with half of them again. */
const SIGN_IN_STEPS = 90

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
      limited = await callsBeforeRefusal(120, () => write(mira))
    })

    it('the writes of a member are limited', async () => {
      const [calls, refused] = limited
      expect(calls).toBeGreaterThanOrEqual(120)
      await expectTooMany(refused)
    })

    it('the writes of other members are not limited', async () => {
      expect((await write(await addPerson())).status).toBe(400)
    })

    it('the reads of the member are not limited', async () => {
      expect((await sendRequest('/recentSketches', { as: mira })).status).toBe(200)
    })
  })

  describe('the limit of the writes from an IP address', () => {
    const from = (address: string) => write(null, { headers: { 'cf-connecting-ip': address } })
    let limited: [calls: number, refused: Response]
    beforeAll(async () => {
      limited = await callsBeforeRefusal(120, () => from('192.0.2.7'))
    })

    it('the writes from an IP address are limited', async () => {
      const [calls, refused] = limited
      expect(calls).toBeGreaterThanOrEqual(120)
      await expectTooMany(refused)
    })

    it('the writes from other IP addresses are not limited', async () => {
      expect((await from('192.0.2.8')).status).toBe(401)
    })
  })

  it('the uploads of a member are limited', async () => {
    const mira = await addPerson()
    const [calls, refused] = await callsBeforeRefusal(60, () => sendFile(mira, new Uint8Array([1])))
    expect(calls).toBeGreaterThanOrEqual(60)
    await expectTooMany(refused)
  })

  it.each(['/sign-in', '/sign-in/callback'])('the sign-ins from an IP address are limited: %s', async (path) => {
    const from = (address: string) => sendRequest(path, { headers: { 'cf-connecting-ip': address } })
    const [calls, refused] = await callsBeforeRefusal(SIGN_IN_STEPS, () => from(`198.51.100.${path.length}`))
    expect(calls).toBeGreaterThanOrEqual(SIGN_IN_STEPS)
    await expectTooMany(refused)
    expect((await from('198.51.100.99')).status).not.toBe(429)
  })

  it('the attempts with Apple tokens from an IP address are limited', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.200' }
    const body = { identityToken: 'no token' }
    const [calls, refused] = await callsBeforeRefusal(SIGN_IN_STEPS, () =>
      sendRequest('/api/v2/authAppleId', { body, headers }),
    )
    expect(calls).toBeGreaterThanOrEqual(SIGN_IN_STEPS)
    await expectTooMany(refused)
  })
})
