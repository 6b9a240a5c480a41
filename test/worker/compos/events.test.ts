import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { CompoList } from '../../../contract/http/compos.ts'
import type { GroupEventList } from '../../../contract/http/groups.ts'
import { addCompo, enterCompo, readCompo, readEntries } from '../../support/worker/compos.ts'
import { addGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const listEvents = async () => (await jsonOf<GroupEventList>(postToGroups(null, { action: 'events' }))).items

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

it('the calendar of groups has their compos', async () => {
  const key = await addCompo({ groupSlug: await addGroup(await addPerson()) })
  const reply = await sendRequest('/feeds/groups.ics')
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  expect(await reply.text()).toContain(`URL;VALUE=URI:http://localhost/compo/${key}`)
})
