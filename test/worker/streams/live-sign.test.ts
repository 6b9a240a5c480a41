import { beforeEach, expect, it } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addAnnounced, addStream } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

const isLive = async (as?: Person) => (await requestJson<SessionReply>('/api/v2/session', { as })).isLive

beforeEach(clearIsolateCaches)

it('the session says that somebody is live, but not because of announced and mature streams', async () => {
  const mira = await addPerson()
  await addAnnounced(await addPerson(), { startsAt: Date.now() - 1000 })
  await addStream(await addPerson(), { mature: true })
  expect(await isLive(mira)).toBe(false)
  await addStream(await addPerson())
  clearIsolateCaches()
  expect(await isLive(mira)).toBe(true)
  expect(await isLive()).toBe(true)
})

it('members share the answer for a few seconds', async () => {
  await isLive()
  expect((await countTrips('/api/v2/session', { as: await addPerson() })).trips).toBe(1)
})
