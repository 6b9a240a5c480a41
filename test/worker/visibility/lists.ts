import {
  albumQuery,
  collectionQuery,
  listPlace,
  neighboursPlace,
  ownAlbumQuery,
  type Place,
  singlePlace,
  visibleItems,
} from './places.ts'
import type { RuleName } from './rule.ts'
import { LINK_KEY, OWNERS } from './world.ts'

const field = (name: string) => (reply: unknown) => (reply as Record<string, unknown>)[name]
const strip = (name: string, rule: RuleName = 'listed') =>
  listPlace(rule, () => '/api/v2/index', { body: { [name]: 25 }, part: field(name) })
const onPage = (name: string, more: Partial<Place> = {}) =>
  listPlace('listed', ({ hereId }) => `/api/v2/sketch/${hereId}?ahead=1`, { ...more, part: field(name) })

/** An avatar or cover made of a hidden sketch is hidden from everyone. */
const PROFILE_PICTURES = ['mature', 'violating'] as const

/** Lists, strips, feeds and neighbours of sketches. */
export const lists: Record<string, Place> = {
  'recent sketches': listPlace('listed', () => '/recentSketches'),
  'featured sketches': listPlace('listed', () => '/featuredSketches'),
  'recent hearts': listPlace('listed', () => '/recentHearts'),
  tops: listPlace('listed', () => '/topSketches/1?format=json'),
  'tops of 7 days': listPlace('listed', () => '/topSketches/1?format=json&filter=7'),
  'tops of 30 days': listPlace('listed', () => '/topSketches/1?format=json&filter=30'),
  'tops by offset': listPlace('listed', () => '/api/v2/search/tops?days=7'),
  trending: listPlace('listed', () => '/api/v2/index/trending?page=1'),
  "an artist's gallery": listPlace('listed', ({ blocker }) => `/user/${blocker.id}/sketches?format=json`, {
    of: ['blocked'],
  }),
  "the owner's gallery": listPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `/user/${owner.id}/sketches?format=json`,
    { of: OWNERS },
  ),
  "the owner's gallery by hearts": listPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `/user/${owner.id}/sketches?format=json&sort=hearts`,
    { of: OWNERS },
  ),
  "a member's hearts": listPlace('listed', ({ keeper }) => `/user/${keeper.id}/hearts?format=json`),
  'a tag': listPlace('listed', () => '/tag/heron/sketches?format=json'),
  'a tag by hearts': listPlace('listed', () => '/tag/heron/sketches?format=json&sort=hearts'),
  'a co-op': listPlace('listed', ({ hereId }) => `/api/v2/coOp/${hereId}`),
  'the tree of a co-op': listPlace('listed', ({ hereId }) => `/api/v2/coOp/${hereId}/tree`),
  'own sketches offered as avatar': listPlace('what visitors see, for every viewer', () => '/editProfile?format=json', {
    part: field('avatars'),
    atMost: true,
  }),
  'sketches of a member offered as avatar to staff': listPlace(
    'what visitors see, for every viewer',
    ({ owner }) => `/user/${owner.id}/edit?format=json`,
    { part: field('avatars'), atMost: true },
  ),
  'own sketches that can enter a challenge': listPlace(
    'listed, for their artist only',
    () => '/api/v2/user/sketchesToEnter?in=challenge',
    { atMost: true },
  ),
  'own sketches that can enter a compo': listPlace(
    'listed, for their artist only',
    () => '/api/v2/user/sketchesToEnter?in=compo',
    { atMost: true },
  ),
  recommendations: listPlace('listed, for members only', () => '/api/v2/user/recommendations'),
  friends: listPlace('listed, for members only', () => '/activity/1?format=json&filter=uploads'),
  'followed tags': listPlace('listed, for members only', () => '/activity/1?format=json&filter=tags'),

  'entries of a challenge': listPlace('listed', ({ challengeId }) => `/api/v2/challenge/${challengeId}`, {
    part: field('sketches'),
  }),
  'entries of a compo': listPlace('listed', ({ compoKey }) => `/compo/${compoKey}/1?format=json`),
  'covers of compos': listPlace('listed', () => '/api/v2/compo', { atMost: true }),
  'covers of open compos': listPlace('listed, for members only', () => '/api/v2/compo/open', { atMost: true }),
  'the cover of a compo': listPlace('listed', ({ compoKey }) => `/api/v2/compo/info?name=${compoKey}`, {
    atMost: true,
    part: field('thumbnail'),
  }),
  'nominees of awards': listPlace('listed', ({ awardsYear }) => `/api/v2/awards/info?year=${awardsYear}`),
  'covers of challenges': listPlace('listed', () => '/api/v2/challenge', { atMost: true }),
  'covers of challenges in search results': listPlace('listed', () => '/api/v2/search/challenge?query=tide', {
    atMost: true,
  }),
  'sketches of a group': listPlace('listed', ({ groupId }) => `/api/v2/group?action=sketches&groupId=${groupId}`),
  'thumbnails of groups': listPlace('listed', () => '/api/v2/group?action=query', { atMost: true }),
  'recent sketches of the groups of a member': listPlace(
    'listed',
    ({ keeper }) => `/api/v2/user/groups_recents?userId=${keeper.id}`,
  ),
  replays: listPlace('listed', () => '/api/v2/streams/replays'),
  'replays of a member': listPlace('listed', ({ owner }) => `/api/v2/streams/replays?user=${owner.id}`, { of: OWNERS }),

  'recent on the home page': strip('recent'),
  'recent on the home page, by GET': listPlace('listed', () => '/api/v2/index?recent=25', { part: field('recent') }),
  'featured on the home page': strip('featured'),
  'tops on the home page': strip('tops'),
  'trending on the home page': strip('trending'),
  'following on the home page': strip('following', 'listed, for members only'),

  'challenges on the home page': listPlace('listed', () => '/api/v2/index', {
    body: { challenges: 2 },
    part: field('challenges'),
    atMost: true,
  }),

  'pictures of the compo that leads the home page': listPlace('listed', () => '/api/v2/index', {
    body: { compo: true },
    part: (reply) => (reply as { compo: { pictures: unknown } | null }).compo?.pictures ?? [],
    atMost: true,
  }),

  'neighbours in recent': neighboursPlace('listed', () => 'recent'),
  'neighbours in featured': neighboursPlace('listed', () => 'featured'),
  'neighbours in hearts': neighboursPlace('listed', () => 'hearts'),
  'neighbours in trending': neighboursPlace('listed', () => 'trending'),
  'neighbours in tops': neighboursPlace('listed', () => 'tops'),
  'neighbours in tops of 7 days': neighboursPlace('listed', () => 'tops7'),
  'neighbours in tops of 30 days': neighboursPlace('listed', () => 'tops30'),
  'neighbours in a tag': neighboursPlace('listed', () => 'tag-heron'),
  'neighbours in a tag by hearts': neighboursPlace('listed', () => 'top-tag-heron'),
  "neighbours in a member's hearts": neighboursPlace('listed', ({ keeper }) => `hearts-${keeper.id}`),
  'neighbours in a co-op': neighboursPlace('listed', ({ hereId }) => `co-op-${hereId}`),
  'neighbours in a challenge': neighboursPlace('listed', ({ challengeId }) => `challenge-${challengeId}`),
  'neighbours in a compo': neighboursPlace('listed', ({ compoKey }) => `compo-${compoKey}`),
  'neighbours in a compo by time': neighboursPlace('listed', ({ compoKey }) => `recent-compo-${compoKey}`),
  'neighbours in a group': neighboursPlace('listed', ({ groupId }) => `group-${groupId}`),
  'neighbours in a collection': neighboursPlace('listed', (world) => `album-${world.keeper.id}-${world.collectionId}`),
  'neighbours in friends': neighboursPlace('listed, for members only', () => 'friends'),
  'neighbours in recommendations': neighboursPlace('listed, for members only', () => 'recommended'),
  "neighbours in the owner's gallery": neighboursPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `user-${owner.id}`,
    {
      of: OWNERS,
      withChildren: true,
    },
  ),
  "neighbours in the owner's gallery by hearts": neighboursPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `top-user-${owner.id}`,
    { of: OWNERS },
  ),
  "neighbours in the owner's album": neighboursPlace(
    'listed, plus everything of the owner',
    (world) => `album-${world.owner.id}-${world.albumId}`,
    { of: OWNERS },
  ),

  'continuations of a sketch': onPage('wips'),
  'similar sketches on a page': onPage('similar'),
  'more of the artist': onPage('more', { of: OWNERS }),
  'the parent of a sketch': singlePlace(
    'listed, plus everything of the owner',
    ({ sketches }, kind) => `/api/v2/sketch/${sketches[kind].childId}?key=${LINK_KEY}`,
    { shows: (text, world, kind) => world.sketches[kind].traces.test(JSON.stringify(JSON.parse(text).parent ?? null)) },
  ),

  'latest sketches of artists': listPlace('listed', () => '/api/v2/users/latest', { atMost: true }),
  'sketches suggested for a search': singlePlace(
    'listed',
    ({ sketches }, kind) => `/api/v2/search/suggestions?q=${sketches[kind].tag}`,
    { shows: (text, world, kind) => world.sketches[kind].traces.test(JSON.stringify(JSON.parse(text).sketches)) },
  ),
  'search by words': listPlace('listed', () => '/api/v2/search/sketch?query=heron'),
  'search by hearts': listPlace('listed', () => '/api/v2/search/sketch?query=heron&sort=hearts'),
  'search by tag': listPlace('listed', () => '/api/v2/search/sketch?query=tag:heron'),
  'search by artist': listPlace('listed', () => '/api/v2/search/sketch?query=user:miranda', { of: OWNERS }),
  'search by colour': listPlace('listed', () => '/api/v2/search/magic?colours=a3402c'),
  'search by similarity': listPlace('listed', ({ hereId }) => `/api/v2/search/magic?like=${hereId}`),
  'search by similarity and words': listPlace(
    'listed',
    ({ hereId }) => `/api/v2/search/magic?like=${hereId}&query=heron`,
  ),

  'pictures in a collection': listPlace(
    'listed, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
    { part: visibleItems, of: ['plain', 'mature', 'blocked'] },
  ),
  'unlisted and violating sketches in a collection': listPlace(
    'listed',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
    {
      of: ['unlisted', 'violating', 'removed'],
    },
  ),
  'items of a collection': listPlace(
    'listed with placeholders for mature sketches',
    (world) => `/api/v2/album/sketches?${collectionQuery(world)}`,
  ),
  "pictures in the owner's album": listPlace(
    'listed, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${ownAlbumQuery(world)}`,
    { part: visibleItems, of: OWNERS },
  ),
  "items of the owner's album": listPlace(
    'listed with placeholders for mature sketches, plus everything of the owner',
    (world) => `/api/v2/album/sketches?${ownAlbumQuery(world)}`,
    { of: OWNERS },
  ),
  'covers of collections': listPlace('listed', ({ keeper }) => `/api/v2/album/list?userId=${keeper.id}`),
  'the cover of a collection': singlePlace(
    'listed',
    ({ keeper, sketches }, kind) => `/api/v2/album/info?${albumQuery(keeper, sketches[kind].collectionId)}`,
  ),
  "the cover of the owner's album": singlePlace(
    'listed, plus everything of the owner',
    ({ owner, sketches }, kind) => `/api/v2/album/info?${albumQuery(owner, sketches[kind].albumId)}`,
    { of: OWNERS },
  ),
  "covers of the owner's albums": listPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `/api/v2/album/list?userId=${owner.id}`,
    { of: OWNERS },
  ),
  'covers of albums with a sketch': listPlace(
    'listed',
    ({ sketches }) => `/api/v2/album/sketch?sketchId=${sketches.plain.id}`,
    { of: ['violating', 'removed', 'unlisted'] },
  ),

  'avatars of fans': listPlace(
    'what visitors see, for every viewer',
    ({ keeper }) => `/api/v2/fan/followers?user=${keeper.id}`,
    {
      of: PROFILE_PICTURES,
    },
  ),
  'avatars of followed artists': listPlace(
    'what visitors see, for every viewer',
    ({ keeper }) => `/api/v2/fan/following?user=${keeper.id}`,
    {
      of: PROFILE_PICTURES,
    },
  ),
  'avatars of artists': listPlace('what visitors see, for every viewer', () => '/api/v2/users?sort=fans', {
    of: PROFILE_PICTURES,
  }),
  'avatars of suggested mentions': listPlace('what visitors see, for every viewer', () => '/api/v2/mention?query=mi', {
    of: PROFILE_PICTURES,
  }),
  'avatars of blocked members': listPlace('what visitors see, for every viewer', () => '/api/v2/user/blocked?infos=1', {
    of: PROFILE_PICTURES,
  }),
  'the avatar and the cover of a profile': listPlace(
    'what visitors see, for every viewer',
    ({ owner }) => `/api/user/${owner.id}`,
    {
      of: PROFILE_PICTURES,
    },
  ),
}
