import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { GroupEventList } from '../../../contract/http/groups.ts'
import { addCompo } from '../../support/worker/compos.ts'
import { addGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'

const listEvents = async () => (await jsonOf<GroupEventList>(postToGroups(null, { action: 'events' }))).items

it('compos of groups are events, and others are not', async () => {
  expect(await listEvents()).toEqual([])
  const groupSlug = await addGroup(await addPerson())
  await addCompo()
  const key = await addCompo({ groupSlug })
  expect(await listEvents()).toMatchObject([{ path: `/compo/${key}`, group: { id: groupSlug } }])
})

it('a compo that has not begun is no event', async () => {
  const key = await addCompo({ groupSlug: await addGroup(await addPerson()) })
  await env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(key).run()
  expect((await listEvents()).map(({ path }) => path)).not.toContain(`/compo/${key}`)
})

it('the calendar of groups has their compos', async () => {
  const key = await addCompo({ groupSlug: await addGroup(await addPerson()) })
  const reply = await sendRequest('/feeds/groups.ics')
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  expect(await reply.text()).toContain(`URL;VALUE=URI:http://localhost/compo/${key}`)
})
