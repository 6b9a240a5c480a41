import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenCompos } from '../../../contract/http/compos.ts'
import { BLOCKS_COUNTED_MAX, COMPOS_PAGE_SIZE, OPEN_COMPOS_MAX } from '../../../contract/limits.ts'
import { addCompo, addEntry, removeAllCompos } from '../../support/worker/compos.ts'
import { addBlocks } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const listFor = async (as: Person) => (await requestJson<OpenCompos>('/api/v2/compo/open', { as })).items
const keysFor = async (as: Person) => (await listFor(as)).map(({ id }) => id)

let mira: Person
beforeEach(async () => {
  await removeAllCompos()
  mira = await addPerson()
})

describe('the open compos that are offered to a member', () => {
  it('only compos that take entries now are offered', async () => {
    for (const state of ['voting', 'closed'] as const) await addCompo({ state })
    const [open, early] = [await addCompo(), await addCompo()]
    await env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(early).run()
    for (const as of [mira, await addPerson({ flags: 'm' })]) expect(await keysFor(as)).toEqual([open])
  })

  it('compos that the member may enter come first, the earliest deadline before the others', async () => {
    const groupSlug = await addGroup(await addPerson())
    const [ofOthers, entered, later, sooner] = [
      await addCompo({ groupSlug }),
      await addCompo(),
      await addCompo(),
      await addCompo(),
    ]
    await addEntry(entered, mira)
    await env.DB.prepare('UPDATE compos SET ends_at = ends_at - 1000 WHERE key = ?').bind(sooner).run()
    const items = await listFor(mira)
    expect(items.map(({ id, canEnter }) => [id, canEnter])).toEqual([
      [sooner, true],
      [later, true],
      [ofOthers, false],
      [entered, false],
    ])
  })

  it('a compo of their group is offered behind a page of newer ones of other groups', async () => {
    const [own, other] = [await addGroup(await addPerson()), await addGroup(await addPerson())]
    await joinGroup(mira, own)
    const key = await addCompo({ groupSlug: own })
    for (let number = 0; number <= COMPOS_PAGE_SIZE; number++) await addCompo({ groupSlug: other })
    expect((await keysFor(mira))[0]).toBe(key)
  })

  it('compos that have closed cost no rows', async () => {
    await addCompo()
    const before = await rowsRead('/api/v2/compo/open', { as: mira })
    for (let number = 0; number < 20; number++) await addCompo({ state: 'closed' })
    await env.DB.prepare('UPDATE compos SET result_at = 1 WHERE voting_ends_at < ?').bind(Date.now()).run()
    expect(await rowsRead('/api/v2/compo/open', { as: mira })).toBe(before)
  })

  it('open compos of other groups beyond those that are offered cost no rows', async () => {
    const groupSlug = await addGroup(await addPerson())
    await addCompo({ groupSlug })
    const copy = async (count: number) => {
      const columns = 'title, description, user_id, group_id, starts_at, ends_at, voting_ends_at, created_at'
      await env.DB.prepare(
        `INSERT INTO compos (key, ${columns})
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          SELECT hex(randomblob(8)), ${columns} FROM n, (SELECT * FROM compos LIMIT 1)`,
      )
        .bind(count)
        .run()
    }
    await copy(OPEN_COMPOS_MAX)
    const before = await rowsRead('/api/v2/compo/open', { as: mira })
    await copy(200)
    expect(await rowsRead('/api/v2/compo/open', { as: mira })).toBe(before)
    expect(await listFor(mira)).toHaveLength(OPEN_COMPOS_MAX)
  })

  it('a member with many blocks makes the list read no more rows', async () => {
    for (let number = 0; number < 30; number++) await addCompo()
    const before = await rowsRead('/api/v2/compo/open', { as: mira })
    await addBlocks(mira, BLOCKS_COUNTED_MAX)
    expect(await rowsRead('/api/v2/compo/open', { as: mira })).toBe(before)
  })

  it('visitors are offered none', async () => {
    expect(await errorOf(sendRequest('/api/v2/compo/open'))).toEqual([401, 'not_logged_in'])
  })
})
