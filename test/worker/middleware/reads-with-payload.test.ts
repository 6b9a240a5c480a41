import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addAlbum } from '../../support/worker/albums.ts'
import { addChallenge } from '../../support/worker/challenges.ts'
import { addCompo } from '../../support/worker/compos.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addThread } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { usedUp } from '../../support/worker/used-up.ts'

type Payload = Record<string, string | number | boolean>
type World = { member: Person; sketchId: number; albumId: number; compo: string; groupId: string; threadId: number }

/** The reads that the specification writes with a payload [1 §7], [2 §7]. */
const reads: [path: string, payload: (world: World) => Payload][] = [
  ['/api/v2/users', () => ({ page: 1, sort: 'fans' })],
  ['/api/v2/search/user', () => ({ query: 'mira', cursor: '' })],
  ['/api/v2/search/sketch', () => ({ query: 'sea', sort: 'hearts', cursor: '' })],
  ['/api/v2/search/magic', ({ sketchId }) => ({ query: 'sea', like: sketchId, cursor: '' })],
  ['/api/v2/search/challenge', () => ({ query: 'heron' })],
  ['/api/v2/awards/info', () => ({ year: 2022, vp: false })],
  ['/api/v2/challenge', () => ({ page: 1, pageSize: 50 })],
  ['/api/v2/compo', () => ({ page: 1, pageSize: 50 })],
  ['/api/v2/compo/info', ({ compo }) => ({ name: compo })],
  ['/api/v2/album/info', ({ member, albumId }) => ({ userId: member.id, albumId })],
  ['/api/v2/album/sketches', ({ member, albumId }) => ({ userId: member.id, albumId, cursor: '' })],
  ['/api/v2/album/list', ({ member }) => ({ userId: member.id })],
  ['/api/v2/album/list', ({ member }) => ({ userId: member.id, collection: true })],
  ['/api/v2/album/sketch', ({ sketchId }) => ({ sketchId })],
  [
    '/api/v2/index',
    () => ({ recent: 25, featured: 25, tops: 25, compos: 10, challenges: 2, birthdays: 1, stats: true, motd: true }),
  ],
  ['/api/v2/content/categories', () => ({ kind: 'brush' })],
  ['/api/v2/content/items', () => ({ kind: 'brush', category: '', sort: 'title', cursor: '' })],
  ['/api/v2/fan/followers', ({ member }) => ({ user: member.id, cursor: '', count: 25 })],
  ['/api/v2/fan/following', ({ member }) => ({ user: member.id, cursor: '', count: 25 })],
  ['/api/v2/user/blocked', () => ({ both: true, infos: false })],
  ['/api/v2/user/blocked', () => ({ both: 0, infos: 1 })],
  ['/api/v2/group', () => ({ action: 'events' })],
  ['/api/v2/group', () => ({ action: 'requests' })],
  ['/api/v2/group', () => ({ action: 'query', cursor: '' })],
  ['/api/v2/group', ({ member }) => ({ action: 'groupsForUser', userId: member.id })],
  ['/api/v2/group', () => ({ action: 'search', query: 'pond' })],
  ['/api/v2/group', ({ groupId }) => ({ action: 'info', groupId })],
  ['/api/v2/group', ({ groupId }) => ({ action: 'sketches', groupId, cursor: '' })],
  ['/api/v2/assist/groupActivity', () => ({ cursor: '' })],
  ['/api/v2/assist/groupStats', () => ({ cursor: '', sort: 'activity' })],
  ['/api/v2/assist/features', () => ({})],
  ['/api/v2/assist/groupFeatures', () => ({ cursor: '' })],
  ['/api/v2/stats', ({ member }) => ({ user: member.id })],
  ['/api/v2/messages', () => ({ page: 1, pageSize: 25 })],
  ['/api/v2/message/posts', ({ threadId }) => ({ id: threadId, page: 1, pageSize: 50 })],
]

const queryOf = (payload: Payload) =>
  new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))

describe('reads with a payload [1 §7], [2 §7]', () => {
  let world: World
  let bindings: Cloudflare.Env
  beforeAll(async () => {
    const member = await addPerson({ flags: 'gp' })
    const sketchId = await addSketch(member)
    await addChallenge(await addPerson())
    world = {
      member,
      sketchId,
      albumId: await addAlbum(member, { sketchId }),
      compo: await addCompo(),
      groupId: await addGroup(await addPerson()),
      threadId: await addThread(await addPerson(), member),
    }
    bindings = { ...env, WRITE_RATE: usedUp(`member:${member.id}`) }
  })

  it.each(reads)('a read answers GET and POST alike, and spends no writes: %s', async (path, payloadOf) => {
    const payload = payloadOf(world)
    const byGet = await requestJson(`${path}?${queryOf(payload)}`, { as: world.member })
    expect(await jsonOf(sendRequestWith(bindings, path, { as: world.member, body: payload }))).toEqual(byGet)
  })

  it('the page of a sketch answers GET and POST alike, and spends no writes', async () => {
    const path = `/api/v2/sketch/${world.sketchId}`
    for (const as of [null, world.member])
      expect(await jsonOf(sendRequestWith(bindings, path, { as, body: { ahead: true } }))).toEqual(
        await requestJson(`${path}?ahead=1`, { as }),
      )
  })

  it('the deletion of a sketch spends writes', async () => {
    const body = { action: 'delete' }
    const reply = await sendRequestWith(bindings, `/api/v2/sketch/${world.sketchId}`, { as: world.member, body })
    expect(reply.status).toBe(429)
  })
})
