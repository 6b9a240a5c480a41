import { ORIGIN } from '../../support/worker/site.ts'
import { listPlace, type Place, singlePlace } from './places.ts'
import { type Kind, LINK_KEY, OWNERS, type World } from './world.ts'

const isFound = () => true
const replayFile = (world: World, kind: Kind, file: string) => `/stream/${world.sketches[kind].replayId}/${file}`
const idOf = (world: World, kind: Kind) => world.sketches[kind].id

/** Pages for other sites and for clients without scripts. */
export const publicPages: Record<string, Place> = {
  'the feed of recent sketches': listPlace('what visitors see, for every viewer', () => '/feeds/recent.atom'),
  'the feed of featured sketches': listPlace('what visitors see, for every viewer', () => '/feeds/featured.atom'),
  'the feed of trending sketches': listPlace('what visitors see, for every viewer', () => '/feeds/trending.atom'),
  'the feed of a tag': listPlace('what visitors see, for every viewer', () => '/feeds/tag/heron.atom'),
  'the feed of an artist': listPlace(
    'what visitors see, for every viewer',
    ({ owner }) => `/feeds/user/${owner.id}.atom`,
    { of: OWNERS },
  ),
  'the index of the sitemap': listPlace('what visitors see, for every viewer', () => '/sitemap.xml', { atMost: true }),
  'the sitemap': listPlace('what visitors see, for every viewer', () => '/sitemap/sketches-1.xml'),
  'an embedded sketch': singlePlace(
    'what visitors see, for every viewer',
    (world, kind) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/sketch/${idOf(world, kind)}`)}&format=json`,
  ),
  'suggested tags': singlePlace('what visitors see, for every viewer', () => '/api/v2/tags?query=only', {
    shows: (text, { sketches }, kind) => text.includes(sketches[kind].tag),
  }),
  'tags suggested for a search': singlePlace(
    'what visitors see, for every viewer',
    () => '/api/v2/search/suggestions?q=only',
    { shows: (text, { sketches }, kind) => JSON.stringify(JSON.parse(text).tags).includes(sketches[kind].tag) },
  ),

  'the home page': listPlace('listed', () => '/'),
  'the page of recent sketches': listPlace('listed', () => '/gallery/recent'),
  'the page of found sketches': listPlace('listed', () => '/search?query=heron'),
  'the page of challenges': listPlace('listed', () => '/challenges', { atMost: true }),
  'the page of artists': listPlace('listed', () => '/artists', { atMost: true }),
  'the page of streams': listPlace('listed', () => '/streams', { atMost: true }),
  'the HTML of the page of a sketch': singlePlace(
    'direct for members, what is listed for visitors',
    (world, kind) => `/sketch/${idOf(world, kind)}`,
    { shows: (text) => text.includes('"hidden":false') },
  ),
  'the page of a tag': singlePlace('listed', ({ sketches }, kind) => `/tag/${sketches[kind].tag}`),
  ...Object.fromEntries(
    (
      [
        ['listed, plus everything of the owner', ['plain', 'mature', 'blocked']],
        ['listed', ['unlisted', 'violating', 'removed']],
      ] as const
    ).map(([rule, of]) => [
      `the page of a collection of sketches that are ${of.join(' or ')}`,
      singlePlace(rule, ({ keeper, sketches }, kind) => `/user/${keeper.id}/album/${sketches[kind].collectionId}`, {
        of,
        shows: (text, { sketches }, kind) => text.includes(sketches[kind].imageUrl),
      }),
    ]),
  ),
  ...Object.fromEntries(
    ['featured', 'trending', 'tops', 'tops7', 'tops30', 'hearts', 'tag/heron'].map((mode) => [
      `the page of the gallery ${mode}`,
      listPlace('listed', () => `/gallery/${mode}`, { atMost: true }),
    ]),
  ),
  'the page of groups': listPlace('listed', () => '/groups?tab=all', { atMost: true }),
  'the page of a group': listPlace('listed', ({ groupId }) => `/group/${groupId}`, { atMost: true }),
  'the gallery page of a group': listPlace('listed', ({ groupId }) => `/gallery/group/${groupId}`, { atMost: true }),
  'the page of a challenge': listPlace('listed', ({ challengeId }) => `/challenge/${challengeId}`, { atMost: true }),
  'the page of compos': listPlace('listed', () => '/compos', { atMost: true }),
  'the page of a compo': listPlace('listed, plus everything of the owner', ({ compoKey }) => `/compo/${compoKey}`),
  'the page of the latest awards': listPlace('listed', () => '/awards', { atMost: true }),
  'the page of awards': listPlace('listed', ({ awardsYear }) => `/awards/${awardsYear}`),
  'the page of a co-op': listPlace('listed', ({ hereId }) => `/gallery/co-op/${hereId}`, { atMost: true }),
  'the HTML of the page of a stream about a sketch': singlePlace(
    'direct',
    ({ sketches }, kind) => `/stream/${sketches[kind].streamId}`,
  ),
  "the page of the owner's albums": listPlace('listed', ({ owner }) => `/user/${owner.id}/albums`, {
    of: OWNERS,
    atMost: true,
  }),
  "the page of the owner's sketches": listPlace(
    'listed, plus everything of the owner',
    ({ owner }) => `/user/${owner.id}`,
    {
      of: OWNERS,
      atMost: true,
    },
  ),
}

/** Addresses of a single sketch, and the notifications of a member. */
export const addresses: Record<string, Place> = {
  'the page of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketch/${idOf(world, kind)}?ahead=1`, {
    shows: (text) => JSON.parse(text).hidden === false,
  }),
  'the page of a sketch, by its link': singlePlace(
    'direct with the link',
    (world, kind) => `/api/v2/sketch/${idOf(world, kind)}?ahead=1&key=${LINK_KEY}`,
    { shows: (text) => JSON.parse(text).hidden === false },
  ),
  'the replay of a sketch, by its link': singlePlace(
    'direct with the link',
    ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].replayId}?key=${LINK_KEY}`,
    { shows: (text) => JSON.parse(text).replay === 'kept' },
  ),
  'a stream about a sketch': singlePlace('direct', ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].streamId}`),
  'the replay of a sketch': singlePlace('direct', ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].replayId}`, {
    shows: (text) => JSON.parse(text).replay === 'kept',
  }),
  'the chat of the replay of a sketch': singlePlace(
    'direct',
    (world, kind) => replayFile(world, kind, 'replay/chat.json'),
    {
      shows: isFound,
    },
  ),
  ...Object.fromEntries(
    ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'].map((file) => [
      `${file} of the replay of a sketch`,
      singlePlace('direct, also across a block', (world, kind) => replayFile(world, kind, file), { shows: isFound }),
    ]),
  ),
  'comments on a sketch': singlePlace('direct', (world, kind) => `/api/comments/${idOf(world, kind)}?type=sketch`),
  'statistics of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketchStats/${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'the preview of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketchThumb/${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'the preview of a sketch, by its link': singlePlace(
    'direct with the link',
    (world, kind) => `/api/v2/sketchThumb/${idOf(world, kind)}?key=${LINK_KEY}`,
    { shows: isFound },
  ),
  'the info of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketchInfo/${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'the hearts of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketchHearts/${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'the co-ops of a sketch': singlePlace('direct', (world, kind) => `/api/v2/sketchHasCoOps/${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'albums with a sketch': singlePlace('direct', (world, kind) => `/api/v2/album/sketch?sketchId=${idOf(world, kind)}`, {
    shows: isFound,
  }),
  'sketches similar to a sketch': singlePlace(
    'direct',
    (world, kind) => `/api/v2/search/magic?like=${idOf(world, kind)}`,
    {
      shows: isFound,
    },
  ),
  'a sketch file': singlePlace('direct', (world, kind) => `/sketch-file/${idOf(world, kind)}.croquis`, {
    shows: isFound,
  }),

  'a picture': singlePlace(
    'by an address that cannot be guessed',
    ({ sketches }, kind) => `${sketches[kind].imageUrl}/100`,
    { shows: isFound },
  ),
  'a video': singlePlace('by an address that cannot be guessed', ({ sketches }, kind) => sketches[kind].videoUrl, {
    shows: isFound,
  }),

  notifications: listPlace('direct, for members only and without staff rights', () => '/api/v2/notices'),
  'names of muted threads': listPlace('direct, for members only', () => '/api/v2/notices/settings', {
    part: (reply) => (reply as { muted: { name: string }[] }).muted.map(({ name }) => name),
  }),

  'the form to edit a sketch': singlePlace(
    'for artist and staff only',
    (world, kind) => `/sketch/${idOf(world, kind)}/edit?format=json`,
  ),
  'a sketch as PNG': singlePlace('for artist and staff only', (world, kind) => `/sketch/${idOf(world, kind)}.png`, {
    shows: isFound,
  }),
  'versions of a sketch': singlePlace(
    'for artist and staff only',
    (world, kind) => `/sketch/${idOf(world, kind)}/versions?format=json`,
  ),
  'a previous picture': singlePlace(
    'for artist and staff only',
    ({ sketches }, kind) => `${sketches[kind].versionUrl}/100`,
    {
      shows: isFound,
    },
  ),
  'reported sketches': listPlace('for staff only', () => '/api/v2/gloperate/reportedSketches'),
}
