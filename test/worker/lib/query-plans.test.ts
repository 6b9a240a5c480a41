import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'

/** Tables that have few rows, whatever members do. */
const SMALL_TABLES = [
  'forum_categories',
  'brush_categories USING INDEX brush_categories_position',
  'award_years',
  'award_years USING INDEX award_years_without_result',
  'case_months',
  'totals',
]

/** Scans of a first page: the rows are in the order of the list, and a limit ends the scan. */
const FIRST_PAGES = [
  'motds',
  'bans',
  'blocked_pictures',
  'library_images',
  'tag_aliases',
  'brushes USING INDEX brushes_title',
  'users USING INDEX users_fans',
  'groups USING INDEX groups_activity',
  'forum_topics USING INDEX forum_topics_latest',
  'challenges USING INDEX challenges_number',
  'challenges USING INDEX challenges_of_groups',
  'compos USING INDEX compos_start',
  'compos USING INDEX compos_of_groups',
  'audit_log USING INDEX audit_log_date',
  // The greatest id.
  'users',
  'forum_topics',
  // The index has few rows, or only those of the list.
  'streams USING INDEX streams_live_for_all',
  'streams USING COVERING INDEX streams_live_for_all',
  'streams USING INDEX streams_replays_for_all',
  'compos USING INDEX compos_without_result',
  'cases USING INDEX cases_queue',
  'appeals USING INDEX appeals_open',
  'store_orders USING INDEX store_orders_unclear',
]

/** True if a route read the cursor. */
let isLaterPage = false

/** Lets each list take any cursor, as one in its middle. */
async function siteWithAnyCursor() {
  vi.resetModules()
  vi.doMock('../../../worker/lib/cursor.ts', async (original) => ({
    ...(await original<object>()),
    decodeCursor: (_list: string, count: number, cursor: string | undefined) => {
      if (!cursor) return null
      isLaterPage = true
      return Array.from({ length: count }, () => 1)
    },
  }))
  return import('../../support/worker/site.ts')
}

let site: Awaited<ReturnType<typeof siteWithAnyCursor>>
let world: RoleWorld
let callers: (Person | null)[]
beforeAll(async () => {
  world = await makeRoleWorld()
  callers = [null, await addPerson(), world.owner, await addPerson({ flags: 'ma' })]
  site = await siteWithAnyCursor()
})

/** Steps of the plans of statements, which do not depend on the bound values. */
const plans = new Map<string, string[]>()
async function planOf(query: string): Promise<string[]> {
  const known = plans.get(query)
  if (known) return known
  const numbers = [...query.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  const count = numbers.length > 0 ? Math.max(...numbers) : query.split('?').length - 1
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...Array.from({ length: count }, () => null))
    .all<{ detail: string }>()
  const steps = results.map(({ detail }) => detail)
  plans.set(query, steps)
  return steps
}

/** Scans of tables, such as `users USING INDEX users_fans`. Leaves out virtual tables and results of subqueries. */
async function scansOf(query: string): Promise<string[]> {
  const steps = await planOf(query)
  const scans = steps.flatMap((step) => /^SCAN (?!CONSTANT ROW|\(|.* VIRTUAL TABLE)(.*)/.exec(step)?.[1] ?? [])
  const automatic = steps.filter((step) => step.includes('AUTOMATIC'))
  const names = (scan: string) => scans.filter((other) => other === scan).length
  return [...scans.filter((scan) => names(scan) > subqueriesNamed(scan, query)), ...automatic]
}

function subqueriesNamed(name: string, query: string): number {
  if (!/^\w+$/.test(name)) return 0
  const named = query.match(new RegExp(`\\)\\s*(?:AS )?"?${name}\\b(?!"?\\.)`, 'gi')) ?? []
  // A common table expression can be read more than once.
  const isCommon = new RegExp(`\\b${name}\\b(?:\\([^)]*\\))? AS (?:(?:NOT )?MATERIALIZED )?\\(`, 'i').test(query)
  return isCommon ? Number.POSITIVE_INFINITY : named.length
}

describe('the plans of reads', () => {
  const reads = Object.entries(roleTable).filter(([route]) => route.startsWith('GET '))

  it.each(reads)('a read scans no table that grows, on first and later pages: %s', async (_route, { path, call }) => {
    const address = path(world)
    const later = `${address}${address.includes('?') ? '&' : '?'}cursor=any`
    for (const [as, shown] of callers.flatMap((caller) => [[caller, address] as const, [caller, later] as const])) {
      isLaterPage = false
      const queries: string[] = []
      const db = watchedDb(env.DB, (run, _statement, query) => {
        queries.push(...query.split(';\n'))
        return run()
      })
      const reply = await site.sendRequestWith({ ...env, DB: db }, shown, { ...call?.(world), as })
      await reply.arrayBuffer()
      reply.webSocket?.accept()
      reply.webSocket?.close()
      const allowed = [...SMALL_TABLES, ...(isLaterPage ? [] : FIRST_PAGES)]
      for (const query of queries) {
        const scans = (await scansOf(query)).filter((scan) => !allowed.includes(scan))
        expect({ shown, query, scans }).toEqual({ shown, query, scans: [] })
      }
    }
  })
})
