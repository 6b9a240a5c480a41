import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeCursor } from '../../../worker/lib/cursor.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { sendRequestWith } from '../../support/worker/site.ts'
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

type ListOfRoute = [name: string | ((world: RoleWorld, as: Person | null) => string), keys: number]

/** The lists that routes return: the name in their cursors, and the number of keys of a position. */
const LISTS: Record<string, ListOfRoute> = {
  'GET /recentSketches': ['recent', 1],
  'GET /featuredSketches': ['featured', 2],
  'GET /recentHearts': ['hearts', 2],
  'GET /topSketches/:page': ['tops', 1],
  'GET /api/v2/index/trending': ['trending', 1],
  'GET /user/:id/sketches': [({ owner }) => `user ${owner.id} recent`, 1],
  'GET /user/:id/hearts': [({ owner }) => `hearts ${owner.id}`, 2],
  'GET /activity/:page': [(_, as) => `friends ${as?.id}`, 1],
  'GET /api/v2/coOp/:id': [({ coOpId }) => `co-op ${coOpId}`, 1],
  'GET /api/v2/user/recommendations': [(_, as) => `recommended ${as?.id}`, 1],
  'GET /api/v2/user/sketchesToEnter': [(_, as) => `to enter challenge ${as?.id}`, 1],
  'GET /api/v2/sketchHearts/:id': [({ sketchId }) => `sketch hearts ${sketchId}`, 2],
  'GET /api/comments/:which': [({ sketchId }) => `comments sketch ${sketchId}`, 1],
  'GET /api/v2/notices': [(_, as) => `notices ${as?.id} comments`, 2],
  'GET /api/v2/users': ['artists fans', 2],
  'GET /api/v2/fan/followers': [({ owner }) => `followers ${owner.id}`, 2],
  'GET /api/v2/fan/following': [({ owner }) => `following ${owner.id}`, 2],
  'GET /api/v2/fan/fanOf': [(_, as) => `fan of ${as?.id}`, 2],
  'GET /api/v2/user/blocked': [(_, as) => `blocked ${as?.id}`, 2],
  'GET /api/v2/search/user': ['search artists', 2],
  'GET /api/v2/search/sketch': ['search recent', 2],
  'GET /api/v2/search/magic': ['magic', 2],
  'GET /api/v2/search/challenge': ['challenge search tide', 1],
  'GET /api/v2/forum/topics': ['topics  latest ', 2],
  'GET /api/v2/forum/search': ['forum search water', 1],
  'GET /api/v2/chat/search': ['chat lobby kind', 1],
  'GET /api/v2/messages': [(_, as) => `messages ${as?.id} inbox`, 2],
  'GET /api/v2/message/posts': [({ threadId }, as) => `posts ${as?.id} ${threadId}`, 1],
  'GET /api/v2/streams/live': ['live streams', 2],
  'GET /api/v2/streams/announced': ['announced streams', 2],
  'GET /api/v2/streams/replays': ['replays', 2],
  'GET /api/v2/challenge': ['challenges', 1],
  'GET /api/v2/challenge/:id': [({ challengeId }) => `challenge ${challengeId}`, 1],
  'GET /api/v2/compo': ['compos', 2],
  'GET /compo/:key/:page': [({ compo }) => `compo ${compo.key}`, 2],
  'GET /api/v2/user/groups_recents': [({ owner }) => `groups of ${owner.id} recents`, 1],
  'GET /api/v2/album/sketches': [({ albumId }) => `album ${albumId}`, 1],
  'GET /api/v2/album/list': [({ owner }) => `albums ${owner.id} `, 1],
  'GET /api/v2/album/sketch': [({ sketchId }) => `albums with ${sketchId} `, 1],
  'GET /api/v2/content/items': ['brushes ', 1],
  'GET /api/v2/content/images': ['library images', 1],
  'GET /api/v2/tags/aliases': ['tag aliases', 1],
  'GET /api/v2/store/orders': [(_, as) => `purchases of ${as?.id}`, 2],
  'GET /admin/orders': ['sold orders open', 2],
  'GET /api/v2/gloperate/failedMails': ['failed mails', 2],
  'GET /api/v2/gloperate/log': ['staff log', 2],
  'GET /api/v2/gloperate/bans': ['bans all', 2],
  'GET /api/v2/gloperate/appeals': ['appeals open', 2],
  'GET /api/v2/gloperate/cases': ['cases open ', 2],
  'GET /api/v2/gloperate/blockedPictures': ['blocked pictures', 1],
  'GET /api/v2/gloperate/reportedSketches': ['reported sketch', 1],
  'GET /api/v2/gloperate/reportedComments': ['reported comment', 1],
  'GET /api/v2/gloperate/reportedUsers': ['reported profile', 1],
  'GET /api/v2/gloperate/reportedStreams': ['reported stream', 1],
  'GET /api/v2/gloperate/reportedMessages': ['reported message', 1],
}

/** A cursor in the middle of a route's list, as one that a member makes up; one of no list for other routes. */
function cursorOf(route: string, as: Person | null): string {
  const [name, keys] = LISTS[route] ?? ['no list', 1]
  const list = typeof name === 'string' ? name : name(world, as)
  return encodeCursor(
    list,
    Array.from({ length: keys }, () => 1),
  )
}

let world: RoleWorld
let callers: (Person | null)[]
beforeAll(async () => {
  world = await makeRoleWorld()
  callers = [null, await addPerson(), world.owner, await addPerson({ flags: 'ma' })]
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
  const isCommon = new RegExp(`\\b${name}\\b(?:\\([^)]*\\))? AS\\s+(?:(?:NOT )?MATERIALIZED\\s+)?\\(`, 'i').test(query)
  return isCommon ? Number.POSITIVE_INFINITY : named.length
}

describe('the plans of reads', () => {
  const reads = Object.entries(roleTable).filter(([route]) => route.startsWith('GET '))

  it.each(reads)('a read scans no table that grows, on first and later pages: %s', async (route, { path, call }) => {
    const first = path(world)
    for (const as of callers) {
      for (const cursor of [null, cursorOf(route, as)]) {
        const shown = cursor === null ? first : `${first}${first.includes('?') ? '&' : '?'}cursor=${cursor}`
        const queries: string[] = []
        const db = watchedDb(env.DB, (run, _statement, query) => {
          queries.push(...query.split(';\n'))
          return run()
        })
        const reply = await sendRequestWith({ ...env, DB: db }, shown, { ...call?.(world), as })
        expect(reply.webSocket ? '' : await reply.text(), 'the cursor is one of LISTS').not.toContain('bad_cursor')
        reply.webSocket?.accept()
        reply.webSocket?.close()
        const allowed = [...SMALL_TABLES, ...(cursor !== null && LISTS[route] ? [] : FIRST_PAGES)]
        for (const query of queries) {
          const scans = (await scansOf(query)).filter((scan) => !allowed.includes(scan))
          expect({ shown, query, scans }).toEqual({ shown, query, scans: [] })
        }
      }
    }
  })
})
