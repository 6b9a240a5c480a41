import { beforeEach, expect, it } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addAnnounced, addStream } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

const isLive = async (as?: Person) => (await requestJson<SessionReply>('/api/v2/session', { as })).isLive

beforeEach(clearIsolateCaches)

it('announced and mature streams do not count as live', async () => {
  await addAnnounced(await addPerson(), { startsAt: Date.now() - 1000 })
  await addStream(await addPerson(), { mature: true })
  expect(await isLive(await addPerson())).toBe(false)
})

it('the session says that somebody is live', async () => {
  await addStream(await addPerson())
  expect(await isLive(await addPerson())).toBe(true)
  expect(await isLive()).toBe(true)
})

it('members share the answer for a few seconds', async () => {
  await isLive()
  expect((await countTrips('/api/v2/session', { as: await addPerson() })).trips).toBe(1)
})
