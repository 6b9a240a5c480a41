import { expect } from 'playwright/test'
import { groupRequestList } from '../../../contract/http/groups.ts'
import type { Member } from './people.ts'
import { siteHeaders } from './site.ts'

/** A group admin among the seeded people. */
export const GROUP_ADMIN = 'kestrel'

export async function postToGroups({ request }: Member, data: object) {
  const reply = await request.post('/api/v2/group', { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

/** Founds a group of a member, with the sketch as its thumbnail. */
export async function foundGroup(
  founder: Member,
  admin: Member,
  { title, thumbnail }: { title: string; thumbnail: number },
) {
  const request = { action: 'request', title, description: 'Sketches of ponds.', thumbnail }
  const { requestId } = await postToGroups(founder, request)
  await postToGroups(admin, { action: 'requestApprove', requestId })
  const { own } = groupRequestList.parse(await postToGroups(founder, { action: 'requests' }))
  return own.find(({ id }) => id === requestId)?.groupId ?? ''
}
