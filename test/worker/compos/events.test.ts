import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { CompoList } from '../../../contract/http/compos.ts'
import type { GroupEventList } from '../../../contract/http/groups.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { groupCalendar } from '../../../worker/pages/feeds/group-calendar.ts'
import { addGroupChallenge } from '../../support/worker/challenges.ts'
import { addCompo, enterCompo, readCompo, readEntries } from '../../support/worker/compos.ts'
import { addGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const listEvents = async (groupId?: string) =>
  (await jsonOf<GroupEventList>(postToGroups(null, { action: 'events', ...(groupId && { groupId }) }))).items

it('compos of groups are events, and others are not', async () => {
  expect(await listEvents()).toEqual([])
  const groupSlug = await addGroup(await addPerson())
  await addCompo()
  const key = await addCompo({ groupSlug })
  expect(await listEvents()).toMatchObject([{ path: `/compo/${key}`, group: { id: groupSlug } }])
})

const setBack = (key: string) =>
  env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(key).run()

it('a compo of a group is an event with a page before it begins, but in no list and without entries', async () => {
  const owner = await addPerson()
  const key = await addCompo({ groupSlug: await addGroup(owner) })
  await setBack(key)
  expect((await listEvents()).map(({ path }) => path)).toContain(`/compo/${key}`)
  expect(await readCompo(key, owner)).toMatchObject({ canEnter: false })
  expect((await readEntries(key)).items).toEqual([])
  expect(await errorOf(enterCompo(owner, key, await addSketch(owner)))).toEqual([409, 'compo_not_open'])
  expect((await requestJson<CompoList>('/api/v2/compo')).items.map(({ id }) => id)).not.toContain(key)
})

it('a compo of no group has no page before it begins', async () => {
  const [key, voter] = [await addCompo(), await addVoter()]
  await setBack(key)
  expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
  expect(await errorOf(sendRequest(`/api/compoVote/${key}`, { as: voter }))).toEqual([404, 'not_found'])
})

it('challenges of groups are events of their first day, latest first with the compos', async () => {
  const owner = await addPerson()
  const groupSlug = await addGroup(owner)
  const before = await addGroupChallenge(owner, groupSlug, { daysAgo: 400 })
  const key = await addCompo({ groupSlug })
  await env.DB.prepare('UPDATE compos SET starts_at = (unixepoch() - 200 * 86400) * 1000 WHERE key = ?').bind(key).run()
  const today = await addGroupChallenge(owner, groupSlug)
  const events = await listEvents(groupSlug)
  expect(events.map(({ path }) => path)).toEqual([`/challenge/${today}`, `/compo/${key}`, `/challenge/${before}`])
  const { startDate, endDate } = events[0] ?? { startDate: '', endDate: '' }
  expect(fromWireTime(endDate) - fromWireTime(startDate)).toBe(86_400_000)
})

it('the events of one group are only its own', async () => {
  const owner = await addPerson()
  const [groupSlug, other] = [await addGroup(owner), await addGroup(owner)]
  const id = await addGroupChallenge(owner, groupSlug)
  await addCompo({ groupSlug: other })
  expect((await listEvents(groupSlug)).map(({ path }) => path)).toEqual([`/challenge/${id}`])
  expect((await listEvents()).map(({ path }) => path)).toContain(`/challenge/${id}`)
})

it('a group reads no more rows for its events when others have more', async () => {
  const owner = await addPerson()
  const [groupSlug, other] = [await addGroup(owner), await addGroup(owner)]
  await addGroupChallenge(owner, groupSlug)
  const read = () => rowsRead(`/api/v2/group?action=events&groupId=${groupSlug}`)
  const few = await read()
  for (let daysAgo = 0; daysAgo < 5; daysAgo++) await addGroupChallenge(owner, other, { daysAgo: 5 - daysAgo })
  expect(await read()).toBe(few)
})

it('the calendar of groups has their challenges, each on its day', async () => {
  const owner = await addPerson()
  const id = await addGroupChallenge(owner, await addGroup(owner))
  const calendar = await groupCalendar(openDb(env.DB), { origin: 'http://localhost' })
  const event = calendar.split('BEGIN:VEVENT').find((text) => text.includes(`/challenge/${id}`))
  expect(event).toContain(`DTSTART;VALUE=DATE:${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`)
  expect(event).not.toContain('DTEND')
})

it('the calendar of groups has their compos', async () => {
  const key = await addCompo({ groupSlug: await addGroup(await addPerson()) })
  const reply = await sendRequest('/feeds/groups.ics')
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  expect(await reply.text()).toContain(`URL;VALUE=URI:http://localhost/compo/${key}`)
})
