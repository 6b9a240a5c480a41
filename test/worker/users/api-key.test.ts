import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiKeyReply, ShownProfile } from '../../../contract/http/users.ts'
import { apiKeyOf } from '../../../worker/domain/users/api-key.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, ORIGIN, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'

let mira: Person
beforeEach(async () => {
  mira = await addPerson()
})

const profileOf = ({ id }: Person, as: Person | null) => requestJson<ShownProfile>(`/api/user/${id}`, { as })
const keyOf = async (member: Person) => (await profileOf(member, member)).apiKey ?? ''
const readWith = (key: string, path: string, options: Parameters<typeof sendRequest>[1] = {}) =>
  sendRequest(path, { ...options, headers: { ...options?.headers, authorization: `Bearer ${key}` } })

describe('the API key of a member [2 §3]', () => {
  it('only the owner gets the key', async () => {
    expect(await keyOf(mira)).toMatch(new RegExp(`^${mira.id}\\.1\\.[0-9a-f]{64}$`))
    for (const viewer of [null, await addPerson(), await addPerson({ flags: 'ma' })])
      expect((await profileOf(mira, viewer)).apiKey).toBeNull()
  })

  it('staff who act as the owner do not get the key', async () => {
    const staff = await addPerson({ flags: 'm' })
    await impersonate(staff, mira)
    expect((await profileOf(mira, staff)).apiKey).toBeNull()
  })

  it('the key reads what only the owner sees', async () => {
    const key = await keyOf(mira)
    const own = await jsonOf<ShownProfile>(readWith(key, `/api/user/${mira.id}`))
    expect(own.heartsAvailable).toBe((await profileOf(mira, mira)).heartsAvailable)
    const sketch = await addSketch(mira, { mature: true })
    const list = await (await readWith(key, `/user/${mira.id}/sketches?format=json`)).text()
    expect(list).toContain(`"id":${sketch}`)
  })

  it.each([
    (id: number) => `/user/${id}/hearts?format=json`,
    (id: number) => `/api/v2/album/list?userId=${id}`,
    (id: number) => `/api/v2/fan/followers?user=${id}`,
    (id: number) => `/api/v2/fan/following?user=${id}`,
  ])('the key opens an own read: %s', async (pathOf) => {
    expect((await readWith(await keyOf(mira), pathOf(mira.id))).status).toBe(200)
  })

  it.each([
    '/',
    '/api/v2/session',
    '/api/v2/sessions',
    '/api/v2/messages',
    '/api/v2/notices',
    '/editProfile?format=json',
    '/api/v2/user/export',
    '/api/v2/gloperate/log',
    '/api/v2/chat/ticket?channel=lobby',
    '/socket/member',
    '/upload',
  ])('the key does not open %s', async (path) => {
    expect(await errorOf(readWith(await keyOf(mira), path))).toEqual([403, 'forbidden'])
  })

  it('the key does not open the reads of others', async () => {
    const other = await addPerson()
    for (const path of [`/api/user/${other.id}`, `/api/v2/album/list?userId=${other.id}`])
      expect(await errorOf(readWith(await keyOf(mira), path))).toEqual([403, 'forbidden'])
  })

  it('the key writes nothing', async () => {
    const call = readWith(await keyOf(mira), '/api/fan', { body: { user: mira.id }, headers: { origin: ORIGIN } })
    expect(await errorOf(call)).toEqual([403, 'forbidden'])
  })

  it('the key of staff has no rights of staff', async () => {
    const staff = await addPerson({ flags: 'ma' })
    expect(await errorOf(readWith(await keyOf(staff), `/admin/member/${mira.id}`))).toEqual([403, 'forbidden'])
  })

  it('a new key ends the old one at once', async () => {
    const old = await keyOf(mira)
    const { apiKey } = await requestJson<ApiKeyReply>('/api/v2/user/apiKey', { as: mira, body: {} })
    expect(apiKey).toBe(await keyOf(mira))
    expect(await errorOf(readWith(old, `/api/user/${mira.id}`))).toEqual([401, 'not_logged_in'])
    expect((await readWith(apiKey ?? '', `/api/user/${mira.id}`)).status).toBe(200)
  })

  it.each(['nonsense', '1.1.0', `1.1.${'0'.repeat(64)}`])(
    'a forged key is refused and does not become a visitor: %s',
    async (key) => {
      expect(await errorOf(readWith(key, `/api/user/${mira.id}`))).toEqual([401, 'not_logged_in'])
    },
  )

  it('a key of another secret is refused', async () => {
    const key = await apiKeyOf('another secret', { userId: mira.id, version: 1 })
    expect(await errorOf(readWith(key ?? '', `/api/user/${mira.id}`))).toEqual([401, 'not_logged_in'])
  })

  it('the key of a suspended member is refused', async () => {
    const key = await keyOf(mira)
    await addBan(mira, 24)
    expect(await errorOf(readWith(key, `/api/user/${mira.id}`))).toEqual([403, 'suspended'])
  })

  it('the key of a merged account is refused', async () => {
    const key = await keyOf(mira)
    const other = await addPerson()
    await env.DB.prepare('UPDATE users SET merged_into_id = ? WHERE id = ?').bind(other.id, mira.id).run()
    expect(await errorOf(readWith(key, `/api/user/${mira.id}`))).toEqual([401, 'not_logged_in'])
  })
})
