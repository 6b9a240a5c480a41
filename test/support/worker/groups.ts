import type { GroupActivityList, GroupFeatureList } from '../../../contract/http/group-admin.ts'
import type {
  GroupAddReply,
  GroupDecision,
  GroupInfo,
  GroupList,
  GroupRead,
  GroupRequestList,
  GroupRequestReply,
  GroupWrite,
} from '../../../contract/http/groups.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'
import { addSketch } from './sketches.ts'

let groupsCount = 0

/** A title that no other group has. */
export const groupTitle = () => `Pond life ${++groupsCount}`

export const postToGroups = (as: Person | null, body: GroupRead | Partial<GroupWrite>) =>
  sendRequest('/api/v2/group', { as, body })

/** Requests a group with a new sketch of the requester as its thumbnail, and returns the id of the request. */
export async function requestGroup(as: Person, title = groupTitle(), thumbnail?: number): Promise<number> {
  const sketchId = thumbnail ?? (await addSketch(as))
  const body = { action: 'request', title, description: 'Sketches of ponds.', thumbnail: sketchId } as const
  return (await jsonOf<GroupRequestReply>(postToGroups(as, body))).requestId
}

export const approveRequest = (as: Person, requestId: number) =>
  jsonOf<GroupDecision>(postToGroups(as, { action: 'requestApprove', requestId }))

/** A group of a founder, approved by a group admin. Returns its slug. */
export async function addGroup(founder: Person, title = groupTitle(), thumbnail?: number): Promise<string> {
  const requestId = await requestGroup(founder, title, thumbnail)
  await approveRequest(await addPerson({ flags: 'g' }), requestId)
  const { own } = await requestsFor(founder)
  return own.find(({ id }) => id === requestId)?.groupId ?? ''
}

/** A group of a new founder that another new member has joined. */
export async function addGroupWithMember(): Promise<{ owner: Person; member: Person; group: string }> {
  const [owner, member] = [await addPerson(), await addPerson()]
  const group = await addGroup(owner)
  await joinGroup(member, group)
  return { owner, member, group }
}

export const requestsFor = (as: Person | null) => requestJson<GroupRequestList>('/api/v2/group?action=requests', { as })
export const groupOf = (slug: string, as: Person | null = null) =>
  requestJson<GroupInfo>(`/api/v2/group?action=info&groupId=${slug}`, { as })
export const sketchesOfGroup = (slug: string, as: Person | null = null, cursor = '') =>
  requestJson<SketchList>(`/api/v2/group?action=sketches&groupId=${slug}${cursor && `&cursor=${cursor}`}`, { as })
export const groupsOf = ({ id }: Person, as: Person | null = null) =>
  requestJson<GroupList>(`/api/v2/group?action=groupsForUser&userId=${id}`, { as })

export const joinGroup = (as: Person, groupId: string) => jsonOf(postToGroups(as, { action: 'join', groupId }))
export const addToGroup = (as: Person, groupId: string, sketchId: number) =>
  postToGroups(as, { action: 'add', groupId, sketchId })
export const addedToGroup = (as: Person, groupId: string, sketchId: number) =>
  jsonOf<GroupAddReply>(addToGroup(as, groupId, sketchId))

export const assist = (as: Person | null, call: string, body: object) =>
  sendRequest(`/api/v2/assist/${call}`, { as, body })
export const queueFor = (as: Person) => requestJson<GroupFeatureList>('/api/v2/assist/groupFeatures', { as })
export const activityFor = (as: Person) => requestJson<GroupActivityList>('/api/v2/assist/groupActivity', { as })
