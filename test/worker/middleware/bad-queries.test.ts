import { beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../../../contract/errors.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'
import { flagsOf, type Role, type Sample } from '../roles.ts'

const reads = Object.entries(roleTable).filter(([route]) => route.startsWith('GET /api/'))

/** `/search/tops` lists by offset, and ignores a cursor. */
const lists = reads.filter(([route]) => route !== 'GET /api/v2/search/tops')

const PARAMETERS =
  'action both category collection count cursor filter from id infos kind like name page pageSize q query sketchId sort to type user userId users year'.split(
    ' ',
  )
/** Values that no parameter takes; the last ones are no UTF-8. */
const MALFORMED = [
  ...['', '-1', '1e9', '9'.repeat(30), 'null', '[]', "' OR 1=1 --", '\0', '💥', 'x'.repeat(5000)].map(
    encodeURIComponent,
  ),
  ...['%FF', '%C3%28', '%'],
]

let world: RoleWorld
beforeAll(async () => {
  world = await makeRoleWorld()
})

/** The sample request of a read by an accepted caller. Each read has a new one, so that no rate is reached. */
async function sampleOf({ path, call, caller }: Role & Sample<RoleWorld>): Promise<[string, RequestOptions]> {
  const as = caller === 'owner' ? world.owner : await addPerson({ flags: flagsOf(caller) })
  return [path(world), { as, ...call?.(world) }]
}

const withParameter = (path: string, name: string, value: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`

describe('reads with malformed queries', () => {
  it.each(reads)('a malformed parameter is refused or ignored: %s', async (_route, entry) => {
    const [path, options] = await sampleOf(entry)
    for (const [index, name] of PARAMETERS.entries()) {
      const value = MALFORMED[index % MALFORMED.length] ?? ''
      const reply = await sendRequest(withParameter(path, name, value), options)
      expect([name, value, reply.status < 500]).toEqual([name, value, true])
      if (reply.status >= 400) expect(errorBody.safeParse(await reply.json()).success).toBe(true)
    }
  })

  it.each(lists)('a list does not continue at a cursor that it did not give: %s', async (_route, entry) => {
    const [path, options] = await sampleOf(entry)
    const reply = await sendRequest(path, options)
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? await reply.json<{ cursor?: string } | null>() : null
    if (body?.cursor === undefined) return
    for (const cursor of ['nonsense', 'W10', 'WzEsMV0', 'x'.repeat(300)])
      expect([cursor, (await errorOf(sendRequest(withParameter(path, 'cursor', cursor), options)))[0]]).toEqual([
        cursor,
        400,
      ])
  })
})
