import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { listReferences, referenceName, referencesTo } from '../../support/worker/references.ts'
import { sendRequest } from '../../support/worker/site.ts'
import { countWrites, siteState } from '../../support/worker/site-state.ts'
import { jsonWrites, makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'
import { flagsOf, type Sample } from '../roles.ts'

let world: RoleWorld

beforeAll(async () => {
  await countWrites()
  world = await makeRoleWorld()
})

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

describe('callers in the role table', () => {
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
