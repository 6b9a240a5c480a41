import { beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from '../../../worker/app.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addresses, openDoors } from './addresses.ts'
import { counts } from './counts.ts'
import { lists } from './lists.ts'
import type { Place } from './looks.ts'
import { isShown, RULES, type RuleName } from './rule.ts'
import { KINDS, type Kind, makeWorld, VIEWERS, type World } from './world.ts'

/** Lists by rank are looked at once more after the schedule ranked what by then is hidden. */
const rankedAnew = Object.fromEntries(
  Object.entries(lists).flatMap(([name, place]) =>
    /\b(tops|trending)\b/.test(name) ? [[`${name}, ranked anew`, place]] : [],
  ),
)
const places = { ...lists, ...openDoors, ...addresses, ...rankedAnew }

/** Routes that know of no sketch. */
const WITHOUT_SKETCHES = [
  '/api/v2/chat/search',
  '/api/v2/chat/settings',
  '/api/v2/chat/ticket',
  '/api/v2/content/brush/:id',
  '/api/v2/content/categories',
  '/api/v2/content/items',
  '/api/v2/fan/fanOf',
  '/api/v2/fan/status',
  '/api/v2/gloperate/bans',
  '/api/v2/gloperate/challenges',
  '/api/v2/gloperate/reportedStreams',
  '/api/v2/gloperate/reportedUsers',
  '/api/v2/session',
  '/api/v2/sessions',
  '/api/v2/streams',
  '/api/v2/streams/announced',
  '/api/v2/streams/live',
  '/api/v2/tag/follow',
  '/api/v2/upload/sketch',
  '/api/v2/whiteboard/history',
  '/api/v2/whiteboard/log',
  '/api/v2/whiteboard/log/:revision{[0-9]{1,15}}/:after{[0-9]{1,15}}',
  '/healthz',
  '/image/brush/:name{[0-9a-f]{40}}',
  '/robots.txt',
  '/shared/brush/:file{[1-9][0-9]{0,14}\\.json}',
  '/sign-in',
  '/sign-in/apple',
  '/sign-in/callback',
  '/socket/chat/:channel',
  '/socket/stream/:id',
  '/socket/whiteboard',
  '/stream/:id/croquis-stream.ics',
  '/whiteboard/board.png',
  '/whiteboard/slices/:name{[1-9][0-9]*-[0-9]+\\.png}',
  '/whiteboard/snapshots/:revision{[0-9]{1,15}}/:file{[1-9][0-9]{0,14}\\.png}',
]

let world: World
/** The routes that were asked, as the site's log names them. */
const walked = new Set<string>()
/** How many each viewer is told of, by place. */
const told: Record<string, Record<string, number | undefined>> = {}
/** What was seen, as `place: viewer`, by kind. */
const seen: Record<Kind, Set<string>> = {
  plain: new Set(),
  mature: new Set(),
  unlisted: new Set(),
  violating: new Set(),
  blocked: new Set(),
}

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    const { method, route } = JSON.parse(line) as { method: string; route: string }
    if (method === 'GET') walked.add(route)
  })
  world = await makeWorld()
  for (const [name, { see }] of Object.entries(counts)) {
    told[name] = {}
    for (const who of VIEWERS) told[name][who] = await see(world, world.viewers[who])
  }
  await walk({ ...lists, ...openDoors, ...addresses })
  await runListJobs(Date.now() + 1000)
  clearIsolateCaches()
  await walk(rankedAnew)
}, 240_000)

async function walk(some: Record<string, Place>): Promise<void> {
  for (const [name, { see }] of Object.entries(some)) {
    const sights = await Promise.all(VIEWERS.map((who) => see(world, world.viewers[who])))
    for (const [index, kinds] of sights.entries()) {
      for (const kind of kinds) seen[kind].add(`${name}: ${VIEWERS[index]}`)
    }
  }
}

/** Where a kind was seen and where it is to be seen, of the places that go by a rule. */
function sightsOf(rule: RuleName, kind: Kind): { found: string[]; expected: string[] } {
  const there = Object.entries(places).filter(([, place]) => place.rule === rule && (place.of ?? KINDS).includes(kind))
  const sights = there.flatMap(([name, { atMost }]) => VIEWERS.map((who) => ({ at: `${name}: ${who}`, who, atMost })))
  return {
    found: sights.filter(({ at }) => seen[kind].has(at)).map(({ at }) => at),
    expected: sights
      .filter(({ at, who, atMost }) => isShown(rule, kind, who) && (!atMost || seen[kind].has(at)))
      .map(({ at }) => at),
  }
}

function expectRule(rule: RuleName, kind: Kind): void {
  const { found, expected } = sightsOf(rule, kind)
  expect(found).toEqual(expected)
}

it('the walk comes by every route that answers sketches', () => {
  const routes = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect([...new Set(routes)].filter((route) => !walked.has(route)).sort()).toEqual(WITHOUT_SKETCHES.sort())
})

describe('lists, strips, neighbours and searches', () => {
  it.each([
    ['a plain sketch is in every one of everybody', 'plain'],
    ['a mature sketch is in those of members who chose to see such, and of nobody else [1 §5]', 'mature'],
    ['an unlisted sketch is in no list of anyone [1 §6]', 'unlisted'],
    ['a violating sketch is in no list of anyone [1 §6]', 'violating'],
    ['a sketch behind a block, whoever set it, is in no list of the other [1 §5]', 'blocked'],
  ] as const)('%s', (_rule, kind) => expectRule('listed', kind))
})

describe('pages, comments, facts and files of one sketch', () => {
  it.each([
    ['a plain sketch is for everybody', 'plain'],
    ['a mature sketch is for those who chose to see such, its artist and staff [1 §5]', 'mature'],
    ['an unlisted sketch is for everybody with the link', 'unlisted'],
    ['a violating sketch is for its artist and staff [1 §6]', 'violating'],
    ['a sketch behind a block, whoever set it, is not for the other [1 §8]', 'blocked'],
  ] as const)('%s', (_rule, kind) => expectRule('direct', kind))
})

describe.each(Object.keys(RULES).filter((rule) => rule !== 'listed' && rule !== 'direct') as RuleName[])(
  'an exception: %s',
  (rule) => {
    it.each(KINDS)('%s', (kind) => expectRule(rule, kind))
  },
)

describe('a number says as many as one would be shown', () => {
  it.each(Object.keys(counts))('%s', (name) => {
    const count = counts[name]
    const expected = VIEWERS.map((who) => {
      const shown = (count?.of ?? KINDS).filter((kind) => count && isShown(count.rule, kind, who))
      return [who, shown.length + (count?.others ?? 0)]
    })
    expect(VIEWERS.map((who) => [who, told[name]?.[who]])).toEqual(expected)
  })
})
