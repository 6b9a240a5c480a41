import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { CompoList } from '../../../contract/http/compos.ts'
import type { GroupEventList } from '../../../contract/http/groups.ts'
import { GROUP_EVENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { groupCalendar } from '../../../worker/pages/feeds/group-calendar.ts'
import { addGroupChallenge } from '../../support/worker/challenges.ts'
import { addCompo, enterCompo, readCompo, readEntries } from '../../support/worker/compos.ts'
import { addGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const listEvents = async (groupId?: string) =>
  (await jsonOf<GroupEventList>(postToGroups(null, { action: 'events', ...(groupId && { groupId }) }))).items

it('only compos of groups are events', async () => {
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

/** Inserts a challenge of each of the last days, today's first, and returns their addresses. */
async function addChallengesOfDays(owner: Person, group: string, days: number): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE past (days) AS (SELECT 0 UNION ALL SELECT days + 1 FROM past WHERE days < ?3 - 1)
      INSERT INTO challenges (day, number, title, description, user_id, idea_id, group_id)
      SELECT unixepoch() / 86400 - days, 0, 'A heron', '', ?1, 0, groups.id FROM past, groups WHERE slug = ?2
      RETURNING id, day`,
  )
    .bind(owner.id, group, days)
    .all<{ id: number; day: number }>()
  return results.toSorted((a, b) => b.day - a.day).map(({ id }) => `/challenge/${id}`)
}

it('pages of events continue to the first challenge of a group, with compos between them', async () => {
  const owner = await addPerson()
  const groupSlug = await addGroup(owner)
  const paths = await addChallengesOfDays(owner, groupSlug, 51)
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const setStart = (key: string, at: number) =>
    env.DB.prepare('UPDATE compos SET starts_at = ?2, created_at = 0 WHERE key = ?1').bind(key, at).run()
  // A compo begins with a challenge near the end of the first page, and another long before all of them.
  const [among, oldest] = [await addCompo({ groupSlug }), await addCompo({ groupSlug })]
  await setStart(among, midnight - 48 * 86_400_000)
  await setStart(oldest, midnight - 400 * 86_400_000)
  paths.splice(48, 0, `/compo/${among}`)
  const body = { action: 'events', groupId: groupSlug } as const
  const first = await jsonOf<GroupEventList>(postToGroups(null, body))
  const second = await jsonOf<GroupEventList>(postToGroups(null, { ...body, cursor: first.cursor }))
  expect([first.done, second.done, first.items.length]).toEqual([false, true, GROUP_EVENTS_PAGE_SIZE])
  expect([...first.items, ...second.items].map(({ path }) => path)).toEqual([...paths, `/compo/${oldest}`])
})

it('a page of events reads at most three rows an item', async () => {
  const owner = await addPerson()
  const groupSlug = await addGroup(owner)
  await addChallengesOfDays(owner, groupSlug, 51)
  const read = await rowsRead(`/api/v2/group?action=events&groupId=${groupSlug}`)
  expect(read).toBeLessThanOrEqual(3 * GROUP_EVENTS_PAGE_SIZE)
})

it('the calendar of all groups keeps a compo that takes entries, however many challenges began since', async () => {
  const owner = await addPerson()
  const groupSlug = await addGroup(owner)
  const key = await addCompo({ groupSlug })
  await env.DB.prepare('UPDATE compos SET starts_at = 1 WHERE key = ?').bind(key).run()
  await addChallengesOfDays(owner, groupSlug, 51)
  expect(await groupCalendar(openDb(env.DB), { origin: 'http://localhost' })).toContain(`/compo/${key}`)
})

it('a group has a calendar of its own', async () => {
  const [owner, key] = [await addPerson(), await addCompo({ groupSlug: await addGroup(await addPerson()) })]
  const groupSlug = await addGroup(owner)
  const id = await addGroupChallenge(owner, groupSlug)
  const reply = await sendRequest(`/feeds/group/${groupSlug}.ics`)
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  const calendar = await reply.text()
  expect(calendar).toContain(`URL;VALUE=URI:http://localhost/challenge/${id}`)
  expect(calendar).not.toContain(`/compo/${key}`)
  expect(await errorOf(sendRequest('/feeds/group/nowhere.ics'))).toEqual([404, 'not_found'])
})

it('the calendar of groups has their compos', async () => {
  const key = await addCompo({ groupSlug: await addGroup(await addPerson()) })
  const reply = await sendRequest('/feeds/groups.ics')
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  expect(await reply.text()).toContain(`URL;VALUE=URI:http://localhost/compo/${key}`)
})
