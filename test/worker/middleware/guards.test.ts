import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../../contract/errors.ts'
import { app } from '../../../worker/app.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { listReferences, referenceName, referencesTo } from '../../support/worker/references.ts'
import { errorOf, type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'
import { flagsOf, type Role, type Sample } from '../roles.ts'

const routes = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
]
/** Writes by the site's pages. */
const writes = Object.entries(roleTable).filter(([route, { signed }]) => !route.startsWith('GET ') && !signed)
const jsonWrites = writes.filter(([route]) => route.startsWith('POST '))
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

/** Returns the names of the parts of a world that the sample of a route reads. */
function partsUsedBy({ path, call }: Sample<RoleWorld>): Set<string> {
  const used = new Set<string>()
  const recorder = new Proxy(world, {
    get: (target, name: keyof RoleWorld) => {
      used.add(name)
      return target[name]
    },
  })
  path(recorder)
  call?.(recorder)
  return used
}

/** Returns the number of rows written so far and the stored files. It stays equal as long as nothing changes. */
async function siteState(): Promise<string> {
  const [written, { objects }] = await Promise.all([
    env.DB.prepare('SELECT rows FROM written').first<number>('rows'),
    env.FILES.list(),
  ])
  return JSON.stringify([written, objects.map(({ key }) => key)])
}

/** Counts each row that is added, changed or removed by triggers, which is much faster than reading all tables. */
async function countWrites(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
       AND name NOT LIKE '%_cf_%' AND name NOT LIKE 'd1_%'`,
  ).all<{ name: string }>()
  const triggers = results.flatMap(({ name }) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (act) =>
        `CREATE TRIGGER written_${name}_${act} AFTER ${act} ON ${name} BEGIN UPDATE written SET rows = rows + 1; END`,
    ),
  )
  const statements = ['CREATE TABLE written (rows INTEGER NOT NULL)', 'INSERT INTO written VALUES (0)', ...triggers]
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
}

describe('the role table', () => {
  it('the table names every route of the site and no other', () => {
    expect(Object.keys(roleTable).sort()).toEqual([...routes].sort())
  })

  it.each(Object.entries(roleTable).filter(([, { caller }]) => caller !== 'newcomer'))(
    'an accepted caller succeeds: %s',
    async (route, entry) => {
      const ownWorld = route.startsWith('GET ') ? world : await makeRoleWorld(partsUsedBy(entry))
      const someone = await addPerson({ flags: flagsOf(entry.caller) })
      const as = entry.caller === 'owner' ? ownWorld.owner : someone
      const reply = await sendRequest(entry.path(ownWorld), { ...entry.call?.(ownWorld), as })
      expect(reply.status).toBe(entry.status ?? 200)
    },
  )

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
      `a ${code} member may only log out, end sessions, accept a warning, take their data and leave: %s`,
      async (route, { caller, path, call, status = 200 }) => {
        const as = caller === 'owner' ? owner : await addBan(await addPerson({ flags: flagsOf(caller) }), duration)
        const before = await siteState()
        const reply = sendRequest(path(otherWorld), { ...call?.(otherWorld), as })
        if (route === 'POST /logout') return expect((await reply).status).toBe(200)
        if (route === 'POST /api/v2/user/export') return expect((await reply).status).toBe(200)
        if (/^POST \/api\/v2\/(account\/|appeal$)/.test(route)) return expect((await reply).status).toBe(status)
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

/** Fields with which a body could take rights or balances, or act for another member, if they were not ignored. */
const privilegedFields = ({ id }: Person) => ({
  ...{ id, userId: id, user: id, uid: id, user_id: id, artistId: id, authorId: id, fromId: id, ownerId: id },
  ...{ flags: 'gmafp', staff: true, admin: true, patron: true, patronUntil: 9e12, role: 'a', official: true },
  ...{ hearts: 999, heartsAvailable: 999, heartsCount: 999, glops: 99_999, stars: 999, starsAvailable: 999 },
  ...{ featured: true, featuredAt: 77, violation: null, verified: true, emailConfirmed: true, createdAt: 77 },
})

/** Rights and balances that members cannot give themselves. */
const rightsOf = ({ id }: Person) =>
  env.DB.prepare(
    `SELECT flags, patron_until, hearts_available > 5 AS rich, glops > 10 AS admired, email, created_at = 77 AS old
     FROM users WHERE id = ?`,
  )
    .bind(id)
    .first()

const bodyWrites = jsonWrites.filter(([, { bodiless, caller }]) => !bodiless && caller !== 'newcomer')

describe('fields of a body that a caller may not set', () => {
  it.each(bodyWrites)('unknown and privileged fields change nothing [2 §6]: %s', async (_route, entry) => {
    const ownWorld = await makeRoleWorld(partsUsedBy(entry))
    const other = await addPerson({ about: 'Untouched' })
    const as = entry.caller === 'owner' ? ownWorld.owner : await addPerson({ flags: flagsOf(entry.caller) })
    const [before, otherBefore, referencesBefore] = [await rightsOf(as), await rowOf(other), await referencesOf(other)]
    const sample = entry.call?.(ownWorld) ?? {}
    const written = await siteState()
    const body = { ...privilegedFields(other), ...(sample.body as object) }
    const { status } = await sendRequest(entry.path(ownWorld), { ...sample, as, body })
    expect(status).toBeLessThan(500)
    if (status === 400) expect(await siteState()).toBe(written)
    expect(await rightsOf(as)).toEqual(before)
    expect(await rowOf(other)).toEqual(otherBefore)
    expect(await referencesOf(other)).toEqual(referencesBefore)
    expect(await env.DB.prepare('SELECT id FROM sketches WHERE featured_at = 77').first()).toBeNull()
  })
})

const rowOf = ({ id }: Person) => env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(id).first()

let referenceNames: string[] = []

async function referencesOf(person: Person): Promise<string[]> {
  if (referenceNames.length === 0) referenceNames = (await listReferences()).map(referenceName)
  return referencesTo(person, referenceNames)
}
