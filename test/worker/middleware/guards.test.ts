import { beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../../contract/errors.ts'
import { app } from '../../../worker/app.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { errorOf, type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { countWrites, siteState } from '../../support/worker/site-state.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { jsonWrites, makeRoleWorld, type RoleWorld, roleTable, writes } from '../role-table.ts'
import { flagsOf, type Role, type Sample } from '../roles.ts'

const routes = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
]
/** Reads that are called by `POST` as well as by `GET`. */
const readsByPost = [
  '/api/v2/index',
  '/api/v2/users',
  '/api/v2/search/user',
  '/api/v2/search/sketch',
  '/api/v2/search/magic',
  '/api/v2/album/info',
  '/api/v2/album/sketches',
  '/api/v2/album/list',
  '/api/v2/album/sketch',
  '/api/v2/fan/followers',
  '/api/v2/fan/following',
  '/api/v2/user/blocked',
  '/api/v2/content/categories',
  '/api/v2/content/items',
  '/api/v2/search/challenge',
  '/api/v2/challenge',
  '/api/v2/messages',
  '/api/v2/message/posts',
  '/api/v2/group',
  '/api/v2/compo',
  '/api/v2/compo/info',
  '/api/v2/awards/info',
].map((path) => `POST ${path}`)
const ownWrites = writes.filter(([, { caller }]) => caller === 'owner')
/** Reads by POST of group admins, who may also make them while they have a warning, and of staff. */
const readsOfStaff = [
  ...['groupActivity', 'groupStats', 'features', 'groupFeatures'].map((name) => `POST /api/v2/assist/${name}`),
  'POST /api/v2/stats',
]
const adminRoutes = Object.entries(roleTable).filter(([, { caller }]) => caller === 'admin')
const staffRoutes = Object.entries(roleTable).filter(([, { caller }]) =>
  ['staff', 'admin', 'groupAdmin'].includes(caller),
)
const routesOfOwnSession = Object.entries(roleTable).filter(([, { ownSession }]) => ownSession)
const membersRoutes = Object.entries(roleTable).filter(([, { caller }]) =>
  ['member', 'owner', 'staff', 'admin', 'groupAdmin'].includes(caller),
)

let world: RoleWorld
let member: Person
let staff: Person
let admin: Person
let groupAdmin: Person

beforeAll(async () => {
  await countWrites()
  world = await makeRoleWorld()
  member = await addPerson()
  staff = await addPerson({ flags: 'm' })
  admin = await addPerson({ flags: 'a' })
  groupAdmin = await addPerson({ flags: 'g' })
})

/** Returns the sample request of a route, by an accepted caller unless `changed` contains another. */
function callOf(
  { path, call, caller }: Role & Sample<RoleWorld>,
  changed: RequestOptions = {},
): [string, RequestOptions] {
  const sample = call?.(world) ?? {}
  const as = { owner: world.owner, staff, admin, groupAdmin, member, anyone: member, newcomer: member }[caller]
  return [path(world), { as, ...sample, ...changed, headers: { ...sample.headers, ...changed.headers } }]
}

let addresses = 0
/** The address of another visitor: calls of one visitor are limited in rate. */
const nextAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`

describe('the role table', () => {
  it('the table names every route of the site and no other', () => {
    expect(Object.keys(roleTable).sort()).toEqual([...routes].sort())
  })

  it.each(membersRoutes)('a visitor is asked to log in: %s', async (_route, entry) => {
    const before = await siteState()
    const visitor = { as: null, headers: { 'cf-connecting-ip': nextAddress() } }
    expect(await errorOf(sendRequest(...callOf(entry, visitor)))).toEqual([401, 'not_logged_in'])
    expect(await siteState()).toBe(before)
  })

  it.each(ownWrites)('a member cannot change what belongs to another member: %s', async (_route, entry) => {
    const before = await siteState()
    const stranger = await addPerson()
    const afterSignUp = await siteState()
    expect(afterSignUp).not.toBe(before)
    const [status] = await errorOf(sendRequest(...callOf(entry, { as: stranger })))
    expect(status).toBe(entry.caller === 'owner' && entry.stranger)
    expect(await siteState()).toBe(afterSignUp)
  })

  it.each(staffRoutes)('a member who is not staff is refused: %s', async (_route, entry) => {
    const before = await siteState()
    expect(await errorOf(sendRequest(...callOf(entry, { as: member })))).toEqual([403, 'forbidden'])
    expect(await siteState()).toBe(before)
  })

  it.each(adminRoutes)('a gloperator who is no admin is refused: %s', async (_route, entry) => {
    const before = await siteState()
    expect(await errorOf(sendRequest(...callOf(entry, { as: staff })))).toEqual([403, 'forbidden'])
    expect(await siteState()).toBe(before)
  })

  it.each(staffRoutes.filter(([, { ownSession }]) => !ownSession))(
    'staff who impersonate a gloperator have no rights of staff: %s',
    async (_route, entry) => {
      const as = await addPerson({ flags: 'a' })
      await impersonate(as, staff)
      expect(await errorOf(sendRequest(...callOf(entry, { as })))).toEqual([403, 'forbidden'])
    },
  )

  it.each(routesOfOwnSession)('staff who impersonate the member are refused: %s', async (_route, entry) => {
    const as = await addPerson({ flags: 'm' })
    await impersonate(as, world.owner)
    expect(await errorOf(sendRequest(...callOf(entry, { as })))).toEqual([403, 'impersonating'])
  })

  it('only a newcomer signs up', async () => {
    const [, entry] = writes.find(([, { caller }]) => caller === 'newcomer') ?? []
    expect(entry && (await errorOf(sendRequest(...callOf(entry))))).toEqual([401, 'not_logged_in'])
  })
})

describe('protection of writes', () => {
  const foreignOrigins: [string, Record<string, string | null>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['another scheme', { origin: 'https://localhost' }],
    ['another port', { origin: 'http://localhost:8788' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an unknown origin', { origin: null }],
    ['another site, by Sec-Fetch-Site', { origin: null, 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { origin: null, 'sec-fetch-site': 'same-site' }],
    ['the address bar', { origin: null, 'sec-fetch-site': 'none' }],
    ['another site that claims to be ours', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ]

  it.each(writes)('a write from another origin is refused: %s', async (_route, entry) => {
    const before = await siteState()
    for (const [from, headers] of foreignOrigins) {
      expect([from, ...(await errorOf(sendRequest(...callOf(entry, { headers }))))]).toEqual([
        from,
        403,
        'cross_origin',
      ])
    }
    expect(await siteState()).toBe(before)
  })

  describe.each([
    ['suspended', 24],
    ['warned', 0],
  ])('writes of %s members', (code, duration) => {
    let otherWorld: RoleWorld
    let owner: Person

    beforeAll(async () => {
      otherWorld = await makeRoleWorld()
      owner = await addBan(otherWorld.owner, duration)
    })

    it.each(readsByPost)(`a ${code} member reads by POST: %s`, async (route) => {
      const { path, call, status = 200 } = roleTable[route] as Role & Sample<RoleWorld>
      expect((await sendRequest(path(otherWorld), { ...call?.(otherWorld), as: owner })).status).toBe(status)
    })

    it(`a ${code} member does not change groups by the same path`, async () => {
      const body = { action: 'join', groupId: otherWorld.groupId }
      expect(await errorOf(sendRequest('/api/v2/group', { as: owner, body }))).toEqual([403, code])
    })

    const isOpenToAll = ([route, { caller }]: (typeof writes)[number]) =>
      caller === 'anyone' || caller === 'newcomer' || [...readsByPost, ...readsOfStaff].includes(route)
    it.each(writes.filter((write) => !isOpenToAll(write)))(
      `a ${code} member may only end sessions, accept a warning, confirm their address, take their data and leave: %s`,
      async (route, { caller, path, call, status = 200 }) => {
        const as = caller === 'owner' ? owner : await addBan(await addPerson({ flags: flagsOf(caller) }), duration)
        const before = await siteState()
        const reply = sendRequest(path(otherWorld), { ...call?.(otherWorld), as })
        if (route === 'POST /api/v2/user/export') return expect((await reply).status).toBe(200)
        if (/^POST \/api\/v2\/(account\/|appeal$|email\/confirm$)/.test(route))
          return expect((await reply).status).toBe(status)
        if (route === 'POST /api/v2/sessions/end') {
          expect((await reply).status).toBe(200)
          owner = await logIn(owner.id, owner.nickname)
          return
        }
        if (code === 'warned' && route === 'POST /api/v2/user/warningAccept') {
          expect((await reply).status).toBe(200)
          await addBan(owner, duration)
          return
        }
        expect(await errorOf(reply)).toEqual([403, code])
        expect(await siteState()).toBe(before)
      },
    )
  })

  it('a write from a browser that sends only Sec-Fetch-Site: same-origin is accepted', async () => {
    const headers = { origin: null, 'sec-fetch-site': 'same-origin' }
    const body = { action: 'heart', which: world.sketchId }
    expect((await sendRequest('/heart', { as: await addPerson(), body, headers })).status).toBe(200)
  })

  it.each(jsonWrites)('a write with another content type than JSON is refused: %s', async (_route, entry) => {
    const before = await siteState()
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/json',
      'application/json, text/plain',
      'application/json-seq',
      '',
    ]
    for (const type of types) {
      const text = JSON.stringify(entry.call?.(world).body)
      const call = callOf(entry, { raw: text, body: undefined, headers: { 'content-type': type || null } })
      if (!type) call[1].raw = new TextEncoder().encode(text)
      expect([type, ...(await errorOf(sendRequest(...call)))]).toEqual([type, 415, 'wrong_type'])
    }
    expect(await siteState()).toBe(before)
  })

  it.each(writes)('GET and HEAD do not carry out a write: %s', async (_route, entry) => {
    const before = await siteState()
    for (const method of ['GET', 'HEAD']) {
      const { status } = await sendRequest(...callOf(entry, { method, body: undefined, raw: undefined }))
      expect(status).toBeLessThan(500)
    }
    expect(await siteState()).toBe(before)
  })

  it.each(jsonWrites.filter(([, { bodiless }]) => !bodiless))(
    'broken or malformed JSON is refused: %s',
    async (_route, entry) => {
      // Uses a new member for each route, so that the rate of writes is not reached. Shape is checked before ownership.
      const as = await addPerson({ flags: flagsOf(entry.caller) })
      const before = await siteState()
      const broken = ['{', '', 'null', '[]', '"text"', '7', '{"action":{"$ne":1}}', '{"__proto__":{"which":1}}', '\0']
      for (const raw of broken) {
        const call = callOf(entry, { as, raw, body: undefined, headers: { 'content-type': 'application/json' } })
        const reply = await sendRequest(...call)
        expect([raw, reply.status]).toEqual([raw, 400])
        expect(errorBody.safeParse(await reply.json()).success).toBe(true)
      }
      expect(await siteState()).toBe(before)
    },
  )

  it.each(jsonWrites)('a write larger than 64 KB is refused: %s', async (_route, entry) => {
    const raw = JSON.stringify({ ...(entry.call?.(world).body as object), padding: 'x'.repeat(65_536) })
    const headers = { 'content-type': 'application/json', 'content-length': String(raw.length) }
    expect(await errorOf(sendRequest(...callOf(entry, { raw, body: undefined, headers })))).toEqual([413, 'too_large'])
    const stream = new Blob([raw]).stream()
    const chunked = callOf(entry, { raw: stream, body: undefined, headers: { 'content-type': 'application/json' } })
    expect(await errorOf(sendRequest(...chunked))).toEqual([413, 'too_large'])
  })
})
