import { beforeAll, describe, expect, it } from 'vitest'
import { addComment } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'
import { addUpload } from '../../support/worker/uploads.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'

/** A read waits for at most two trips to the database. Those of a page's calls are at the same time. */
const ROUNDS_MAX = 2
/** Read all answered sets of a compo in pages, because they may not fit into memory at once. */
const READ_IN_PAGES = ['GET /compo/:key/ballots.json', 'GET /api/v2/compo/voters']

/** Counts the PNG that it makes. */
const COUNTED = 'GET /sketch/:png{[1-9][0-9]{0,14}\\.png}'

let world: RoleWorld
let member: Person
let staff: Person
beforeAll(async () => {
  world = await makeRoleWorld()
  member = await addPerson()
  staff = await addPerson({ flags: 'm' })
})

describe('database trips of reads', () => {
  const reads = Object.entries(roleTable).filter(
    ([route]) => route.startsWith('GET ') && ![...READ_IN_PAGES, COUNTED].includes(route),
  )

  it.each(reads)(
    'a read waits for at most two trips to the database, one after the other, for visitors, members and staff: %s',
    async (_route, { path }) => {
      for (const as of [null, member, staff]) {
        const { rounds } = await countTrips(path(world), { as })
        expect([as?.nickname ?? 'visitor', rounds <= ROUNDS_MAX || rounds]).toEqual([as?.nickname ?? 'visitor', true])
      }
    },
  )

  describe.each(['', '&page=2', '&count=all', '&count=10&page=1'])('a list of comments: %j', (query) => {
    let address: string
    beforeAll(async () => {
      const sketch = await addSketch(member)
      for (let count = 0; count < 11; count++) await addComment(member, sketch)
      address = `/api/comments/${sketch}?type=sketch${query}`
    })

    it('a list for a visitor takes one trip', async () => {
      expect((await countTrips(address)).trips).toBe(1)
    })

    it('a list for a member takes two trips', async () => {
      expect((await countTrips(address, { as: member })).trips).toBe(2)
    })
  })

  it('a restricted picture takes two trips, and one more to count it when it is made', async () => {
    const { imageUrl } = await addUpload(member)
    for (const expected of [3, 2]) {
      const { reply, trips } = await countTrips(`${imageUrl}/50`, { as: member })
      expect([reply.status, trips]).toEqual([200, expected])
    }
  })
})
