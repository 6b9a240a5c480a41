import { albumQuery, apart, beside, collectionQuery, ownAlbumQuery, type Place, together, uncovered } from './looks.ts'
import type { RuleName } from './rule.ts'
import { OWNERS } from './world.ts'

const field = (name: string) => (reply: unknown) => (reply as Record<string, unknown>)[name]
const strip = (name: string, rule: RuleName = 'listed') =>
  together(rule, () => '/api/v2/index', { body: { [name]: 25 }, part: field(name) })
const onPage = (name: string, more: Partial<Place> = {}) =>
  together('listed', ({ hereId }) => `/api/v2/sketch/${hereId}?ahead=1`, { ...more, part: field(name) })

/** An avatar or cover made of a hidden sketch is hidden from everyone. */
const PORTRAITS = ['mature', 'violating'] as const

/** Lists, strips, feeds and neighbours of sketches. */
export const lists: Record<string, Place> = {
  'recent sketches': together('listed', () => '/recentSketches'),
  'featured sketches': together('listed', () => '/featuredSketches'),
  'recent hearts': together('listed', () => '/recentHearts'),
  tops: together('listed', () => '/topSketches/1?format=json'),
  'tops of 7 days': together('listed', () => '/topSketches/1?format=json&filter=7'),
  'tops of 30 days': together('listed', () => '/topSketches/1?format=json&filter=30'),
  'tops by offset': together('listed', () => '/api/v2/search/tops?days=7'),
  trending: together('listed', () => '/api/v2/index/trending?page=1'),
  "an artist's gallery": together('listed', ({ blocker }) => `/user/${blocker.id}/sketches?format=json`, {
    of: ['blocked'],
  }),
  "the owner's gallery": together(
    'listed, plus everything of the owner',
    ({ owner }) => `/user/${owner.id}/sketches?format=json`,
    { of: OWNERS },
  ),
  "the owner's gallery by hearts": together(
    'listed, plus everything of the owner',
    ({ owner }) => `/user/${owner.id}/sketches?format=json&sort=hearts`,
    { of: OWNERS },
  ),
  "a member's hearts": together('listed', ({ keeper }) => `/user/${keeper.id}/hearts?format=json`),
  'a tag': together('listed', () => '/tag/heron/sketches?format=json'),
  'a tag by hearts': together('listed', () => '/tag/heron/sketches?format=json&sort=hearts'),
  'a co-op': together('listed', ({ hereId }) => `/api/v2/coOp/${hereId}`),
  'the tree of a co-op': together('listed', ({ hereId }) => `/api/v2/coOp/${hereId}/tree`),
  recommendations: together('listed, for members only', () => '/api/v2/user/recommendations'),
  friends: together('listed, for members only', () => '/activity/1?format=json&filter=uploads'),
  'followed tags': together('listed, for members only', () => '/activity/1?format=json&filter=tags'),

  'entries of a challenge': together('listed', ({ challengeId }) => `/api/v2/challenge/${challengeId}`, {
    part: field('sketches'),
  }),
  'covers of challenges': together('listed', () => '/api/v2/challenge', { atMost: true }),
  'covers of challenges in search results': together('listed', () => '/api/v2/search/challenge', {
    atMost: true,
    body: { query: 'tide' },
  }),
  replays: together('listed', () => '/api/v2/streams/replays'),

  'recent on the home page': strip('recent'),
  'featured on the home page': strip('featured'),
  'tops on the home page': strip('tops'),
  'trending on the home page': strip('trending'),
  'following on the home page': strip('following', 'listed, for members only'),

  'challenges on the home page': together('listed', () => '/api/v2/index', {
    body: { challenges: 2 },
    part: field('challenges'),
    atMost: true,
  }),

  'neighbours in recent': beside('listed', () => 'recent'),
  'neighbours in featured': beside('listed', () => 'featured'),
  'neighbours in hearts': beside('listed', () => 'hearts'),
  'neighbours in trending': beside('listed', () => 'trending'),
  'neighbours in tops': beside('listed', () => 'tops'),
  'neighbours in tops of 7 days': beside('listed', () => 'tops7'),
  'neighbours in tops of 30 days': beside('listed', () => 'tops30'),
  'neighbours in a tag': beside('listed', () => 'tag-heron'),
  'neighbours in a tag by hearts': beside('listed', () => 'top-tag-heron'),
  "neighbours in a member's hearts": beside('listed', ({ keeper }) => `hearts-${keeper.id}`),
  'neighbours in a co-op': beside('listed', ({ hereId }) => `co-op-${hereId}`),
  'neighbours in a challenge': beside('listed', ({ challengeId }) => `challenge-${challengeId}`),
  'neighbours in a collection': beside('listed', (world) => `album-${world.keeper.id}-${world.collectionId}`),
  'neighbours in friends': beside('listed, for members only', () => 'friends'),
  'neighbours in recommendations': beside('listed, for members only', () => 'recommended'),
  "neighbours in the owner's gallery": beside(
    'listed, plus everything of the owner',
    ({ owner }) => `user-${owner.id}`,
    {
      of: OWNERS,
      withChildren: true,
    },
  ),
  "neighbours in the owner's gallery by hearts": beside(
    'listed, plus everything of the owner',
    ({ owner }) => `top-user-${owner.id}`,
    { of: OWNERS },
  ),
  "neighbours in the owner's album": beside(
    'listed, plus everything of the owner',
    (world) => `album-${world.owner.id}-${world.albumId}`,
    { of: OWNERS },
  ),

  'continuations of a sketch': onPage('wips'),
  'similar sketches on a page': onPage('similar'),
  'more of the artist': onPage('more', { of: OWNERS }),
  'the parent of a sketch': apart('listed', ({ sketches }, kind) => `/api/v2/sketch/${sketches[kind].childId}`, {
    shows: (text, world, kind) => world.sketches[kind].traces.test(JSON.stringify(JSON.parse(text).parent ?? null)),
  }),

  'search by words': together('listed', () => '/api/v2/search/sketch?query=heron'),
  'search by hearts': together('listed', () => '/api/v2/search/sketch?query=heron&sort=hearts'),
  'search by tag': together('listed', () => '/api/v2/search/sketch?query=tag:heron'),
  'search by artist': together('listed', () => '/api/v2/search/sketch?query=user:miranda', { of: OWNERS }),
  'search by colour': together('listed', () => '/api/v2/search/magic?colours=a3402c'),
  'search by similarity': together('listed', ({ hereId }) => `/api/v2/search/magic?like=${hereId}`),
  'search by similarity and words': together(
    'listed',
    ({ hereId }) => `/api/v2/search/magic?like=${hereId}&query=heron`,
  ),

  'pictures in a collection': together(
    'listed, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
    { part: uncovered, of: ['plain', 'mature', 'blocked'] },
  ),
  'unlisted and violating sketches in a collection': together(
    'listed',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
    {
      of: ['unlisted', 'violating'],
    },
  ),
  'items of a collection': together(
    'listed with placeholders for mature sketches',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
  ),
  "pictures in the owner's album": together(
    'listed, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${ownAlbumQuery(world)}`,
    { part: uncovered, of: OWNERS },
  ),
  "items of the owner's album": together(
    'listed with placeholders for mature sketches, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${ownAlbumQuery(world)}`,
    { of: OWNERS },
  ),
  'covers of collections': together('listed', ({ keeper }) => `/api/v2/album/list?userId=${keeper.id}`),
  'the cover of a collection': apart(
    'listed',
    ({ keeper, sketches }, kind) => `/api/v2/album/info?${albumQuery(keeper, sketches[kind].collectionId)}`,
  ),
  "the cover of the owner's album": apart(
    'listed, plus everything of the owner',
    ({ owner, sketches }, kind) => `/api/v2/album/info?${albumQuery(owner, sketches[kind].albumId)}`,
    { of: OWNERS },
  ),
  "covers of the owner's albums": together(
    'listed, plus everything of the owner',
    ({ owner }) => `/api/v2/album/list?userId=${owner.id}`,
    { of: OWNERS },
  ),
  'covers of albums with a sketch': together(
    'listed',
    ({ sketches }) => `/api/v2/album/sketch?sketchId=${sketches.plain.id}`,
    { of: ['violating', 'unlisted'] },
  ),

  'avatars of fans': together(
    'what visitors see, for every viewer',
    ({ keeper }) => `/api/v2/fan/followers?user=${keeper.id}`,
    {
      of: PORTRAITS,
    },
  ),
  'avatars of followed artists': together(
    'what visitors see, for every viewer',
    ({ keeper }) => `/api/v2/fan/following?user=${keeper.id}`,
    {
      of: PORTRAITS,
    },
  ),
  'avatars of artists': together('what visitors see, for every viewer', () => '/api/v2/users?sort=fans', {
    of: PORTRAITS,
  }),
  'avatars of suggested mentions': together('what visitors see, for every viewer', () => '/api/v2/mention?query=mi', {
    of: PORTRAITS,
  }),
  'avatars of blocked members': together('what visitors see, for every viewer', () => '/api/v2/user/blocked?infos=1', {
    of: PORTRAITS,
  }),
  'the avatar and the cover of a profile': together(
    'what visitors see, for every viewer',
    ({ owner }) => `/api/user/${owner.id}`,
    {
      of: PORTRAITS,
    },
  ),
}
