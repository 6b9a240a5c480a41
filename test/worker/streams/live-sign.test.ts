import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addAnnounced, addStream } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

const isLive = async (as?: Person) => (await requestJson<SessionReply>('/api/v2/session', { as })).isLive

beforeEach(async () => {
  clearIsolateCaches()
  await env.DB.exec("UPDATE streams SET state = 'ended', ended_at = 1 WHERE state = 'live'")
})

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

it('members see nobody as live while all live artists are across a block [2 §8]', async () => {
  const [blocked, blocking, member] = [await addPerson(), await addPerson(), await addPerson()]
  for (const artist of [blocked, blocking]) await addStream(artist)
  await block(member, blocked)
  await block(blocking, member)
  expect(await isLive(member)).toBe(false)
  expect(await isLive(await addPerson())).toBe(true)
  expect(await isLive()).toBe(true)
  clearIsolateCaches()
  await addStream(await addPerson())
  expect(await isLive(member)).toBe(true)
})

it('looking for blocks of live artists takes one more query', async () => {
  await addStream(await addPerson())
  await isLive()
  expect((await countTrips('/api/v2/session', { as: await addPerson() })).trips).toBe(2)
})

it('members share the answer for a few seconds', async () => {
  await isLive()
  expect((await countTrips('/api/v2/session', { as: await addPerson() })).trips).toBe(1)
})
