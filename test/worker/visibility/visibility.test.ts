import { beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from '../../../worker/app.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { runListJobs } from '../../support/worker/jobs.ts'
import { addresses, publicPages } from './addresses.ts'
import { counts } from './counts.ts'
import { lists } from './lists.ts'
import type { Place } from './places.ts'
import { isShown, RULES, type RuleName } from './rule.ts'
import { KINDS, type Kind, makeWorld, VIEWERS, type World } from './world.ts'

/** Checks ranked lists a second time after the job ranked hidden sketches again. */
const rankedAgain = Object.fromEntries(
  Object.entries(lists).flatMap(([name, place]) =>
    /\b(tops|trending)\b/.test(name) ? [[`${name}, ranked again`, place]] : [],
  ),
)
const places = { ...lists, ...publicPages, ...addresses, ...rankedAgain }

/** Routes that return no sketches. */
const WITHOUT_SKETCHES = [
  // Ballots are tested in compos/.
  '/api/compoVote/:key',
  // Ids of entries.
  '/compo/:key/ballots.json',
  // The application reads the ballot.
  '/compo/:key/vote',
  '/admin/member/:id',
  '/admin/orders',
  // Tested in groups/, without the visibility of gloperators.
  '/api/v2/assist/features',
  '/api/v2/assist/groupActivity',
  '/api/v2/assist/groupFeatures',
  '/api/v2/assist/groupRequests',
  '/api/v2/assist/groupStats',
  '/api/v2/challenge/streak',
  '/api/v2/challenge/suggestions',
  '/api/v2/chat/room',
  '/api/v2/chat/search',
  '/api/v2/chat/settings',
  '/api/v2/chat/ticket',
  // Members alone.
  '/api/v2/compo/voters',
  '/api/v2/content/brush/:id',
  '/api/v2/content/categories',
  // Titles for staff, without pictures.
  '/api/v2/content/images',
  '/api/v2/content/items',
  '/api/v2/decision',
  '/api/v2/fan/fanOf',
  '/api/v2/fan/status',
  '/api/v2/forum/search',
  // Attached sketches are tested in forum/posts.test.ts.
  '/api/v2/forum/topic/:id',
  '/api/v2/forum/topics',
  '/api/v2/gloperate/appeals',
  '/api/v2/gloperate/bans',
  // Blocked pictures have titles but no image addresses; only staff may request them.
  '/api/v2/gloperate/blockedPictures',
  '/api/v2/gloperate/case',
  '/api/v2/gloperate/cases',
  '/api/v2/gloperate/challenges',
  '/api/v2/gloperate/counts',
  '/api/v2/gloperate/failedMails',
  '/api/v2/gloperate/log',
  '/api/v2/gloperate/reportedComments',
  '/api/v2/gloperate/reportedMessages',
  '/api/v2/gloperate/reportedStreams',
  '/api/v2/gloperate/reportedUsers',
  '/api/v2/gloperate/standing',
  '/api/v2/logins',
  '/api/v2/mention/named',
  // Attached sketches are tested in messages/sketch-cards.test.ts.
  '/api/v2/message/posts',
  '/api/v2/messages',
  '/api/v2/numbers',
  '/api/v2/patron/:name',
  '/api/v2/session',
  '/api/v2/sessions',
  // Counts, for the artist and staff only.
  '/api/v2/stats',
  '/api/v2/store',
  '/api/v2/store/gifts',
  '/api/v2/store/order/:id',
  '/api/v2/store/orders',
  '/api/v2/streams',
  '/api/v2/streams/announced',
  '/api/v2/streams/live',
  '/api/v2/tag/follow',
  '/api/v2/tags/aliases',
  '/api/v2/upload/sketch',
  // Own sketches, tested in export/.
  '/api/v2/user/export',
  '/api/v2/user/export/:id/:part',
  // Emoticons are tested in users/emoticons.test.ts.
  '/api/v2/users/people',
  '/api/v2/whiteboard/history',
  '/api/v2/whiteboard/log',
  '/api/v2/whiteboard/log/:revision{[0-9]{1,15}}/:after{[0-9]{1,15}}',
  '/chat/:room',
  '/e/stats/:id{[1-9][0-9]{0,14}}',
  // Attached sketches are not part of the first paint.
  '/forum',
  '/forum/:category{[a-z][a-z0-9-]{1,31}}',
  '/forum/topic/:id{[1-9][0-9]{0,14}}',
  '/feeds/groups.ics',
  '/feeds/group/:group{[^/]+\\.ics}',
  '/healthz',
  '/image/brush/:name{[0-9a-f]{40}}',
  '/numbers',
  '/recover',
  '/store',
  '/robots.txt',
  '/shared/brush/:id{[1-9][0-9]{0,14}}',
  '/shared/brush/:file{[1-9][0-9]{0,14}\\.json}',
  '/sign-in',
  '/sign-in/apple',
  '/sign-in/callback',
  // The application reads the sketch.
  '/sketch/:id{[1-9][0-9]{0,14}}/:of{edit|synthesize}',
  '/socket/chat/:channel',
  '/socket/member',
  '/socket/stream/:id',
  '/socket/whiteboard',
  '/stats/:id{[1-9][0-9]{0,14}}',
  '/stream/:id/croquis-stream.ics',
  '/whiteboard/board.png',
  '/whiteboard/slices/:name{[1-9][0-9]*-[0-9]+\\.png}',
  '/whiteboard/snapshots/:revision{[0-9]{1,15}}/:file{[1-9][0-9]{0,14}\\.png}',
]

let world: World
/** The routes that were requested. */
const requested = new Set<string>()
/** The numbers that each viewer gets, by place. */
const countedBy: Record<string, Record<string, number | undefined>> = {}
/** The places and viewers that saw a kind, as `place: viewer`. */
const seen: Record<Kind, Set<string>> = {
  plain: new Set(),
  mature: new Set(),
  unlisted: new Set(),
  violating: new Set(),
  removed: new Set(),
  blocked: new Set(),
}

beforeAll(async () => {
  const fetched = vi.spyOn(app, 'fetch')
  world = await makeWorld()
  for (const [name, { see }] of Object.entries(counts)) {
    countedBy[name] = {}
    for (const viewer of VIEWERS) countedBy[name][viewer] = await see(world, world.viewers[viewer])
  }
  await visitPlaces({ ...lists, ...publicPages, ...addresses })
  await runListJobs(Date.now() + 1000)
  clearIsolateCaches()
  await visitPlaces(rankedAgain)
  for (const [{ method, url }] of fetched.mock.calls)
    if (method === 'GET') requested.add(routeAt(new URL(url).pathname))
}, 240_000)

/** The pattern of the last route that matches a path; those before it are middleware. */
function routeAt(path: string): string {
  const [matches] = app.router.match('GET', path)
  return matches.at(-1)?.[0][1].path ?? ''
}

async function visitPlaces(some: Record<string, Place>): Promise<void> {
  for (const [name, { see }] of Object.entries(some)) {
    const findings = await Promise.all(VIEWERS.map((viewer) => see(world, world.viewers[viewer])))
    for (const [index, kinds] of findings.entries()) {
      for (const kind of kinds) seen[kind].add(`${name}: ${VIEWERS[index]}`)
    }
  }
}

/** Compares the places of a rule that show a kind with those that must. */
function findingsOf(rule: RuleName, kind: Kind): { found: string[]; expected: string[] } {
  const matching = Object.entries(places).filter(
    ([, place]) => place.rule === rule && (place.of ?? KINDS).includes(kind),
  )
  const findings = matching.flatMap(([name, { atMost }]) =>
    VIEWERS.map((viewer) => ({ at: `${name}: ${viewer}`, viewer, atMost })),
  )
  return {
    found: findings.filter(({ at }) => seen[kind].has(at)).map(({ at }) => at),
    expected: findings
      .filter(({ at, viewer, atMost }) => isShown(rule, kind, viewer) && (!atMost || seen[kind].has(at)))
      .map(({ at }) => at),
  }
}

function expectRule(rule: RuleName, kind: Kind): void {
  const { found, expected } = findingsOf(rule, kind)
  expect(found).toEqual(expected)
}

it('the tests request every route that returns sketches', () => {
  const routes = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect([...new Set(routes)].filter((route) => !requested.has(route)).sort()).toEqual(WITHOUT_SKETCHES.sort())
})

describe('lists, strips, neighbours and searches', () => {
  it.each([
    ['a plain sketch is shown to every viewer', 'plain'],
    [
      'a mature sketch is shown to its artist and to members who show mature sketches, and to nobody else [1 §5]',
      'mature',
    ],
    ['an unlisted sketch is shown to nobody [1 §6]', 'unlisted'],
    ['a violating sketch is shown to nobody [1 §6]', 'violating'],
    ['a sketch that staff deleted is shown to nobody', 'removed'],
    ['a sketch across a block in either direction is not shown [1 §5]', 'blocked'],
  ] as const)('%s', (_name, kind) => expectRule('listed', kind))
})

describe('pages, comments, info and files of a sketch', () => {
  it.each([
    ['a plain sketch is shown to every viewer', 'plain'],
    ['a mature sketch is shown to members who show mature sketches, its artist and staff [1 §5]', 'mature'],
    ['an unlisted sketch is shown to everyone with the link', 'unlisted'],
    ['a violating sketch is shown to its artist and staff [1 §6]', 'violating'],
    ['a sketch that staff deleted is shown to its artist and staff', 'removed'],
    ['a sketch across a block in either direction is not shown [1 §8]', 'blocked'],
  ] as const)('%s', (_name, kind) => expectRule('direct', kind))
})

describe.each(Object.keys(RULES).filter((rule) => rule !== 'listed' && rule !== 'direct') as RuleName[])(
  'visibility "%s"',
  (rule) => {
    it.each(KINDS)('the rule holds for a sketch of the kind %s', (kind) => expectRule(rule, kind))
  },
)

describe('numbers of sketches', () => {
  it.each(Object.keys(counts))('the number of %s is the number of sketches that the viewer sees', (name) => {
    const count = counts[name]
    const expected = VIEWERS.map((viewer) => {
      const shown = (count?.of ?? KINDS).filter((kind) => count && isShown(count.rule, kind, viewer))
      // Each list with the plain sketch also has the plain first sketch of its co-op.
      return [viewer, shown.length + (shown.includes('plain') ? 1 : 0)]
    })
    expect(VIEWERS.map((viewer) => [viewer, countedBy[name]?.[viewer]])).toEqual(expected)
  })
})
