import { ORIGIN } from '../../support/worker/site.ts'
import { apart, type Place, together } from './looks.ts'
import { type Kind, OWNERS, type World } from './world.ts'

const isThere = () => true
const replayFile = (world: World, kind: Kind, file: string) => `/stream/${world.sketches[kind].replayId}/${file}`
const idOf = (world: World, kind: Kind) => world.sketches[kind].id

/** Pages for other sites and for clients without scripts. */
export const openDoors: Record<string, Place> = {
  'the feed of recent sketches': together('what visitors see, for every viewer', () => '/feeds/recent.atom'),
  'the feed of featured sketches': together('what visitors see, for every viewer', () => '/feeds/featured.atom'),
  'the feed of trending sketches': together('what visitors see, for every viewer', () => '/feeds/trending.atom'),
  'the feed of a tag': together('what visitors see, for every viewer', () => '/feeds/tag/heron.atom'),
  'the feed of an artist': together(
    'what visitors see, for every viewer',
    ({ owner }) => `/feeds/user/${owner.id}.atom`,
    { of: OWNERS },
  ),
  'the index of the sitemap': together('what visitors see, for every viewer', () => '/sitemap.xml', { atMost: true }),
  'the sitemap': together('what visitors see, for every viewer', () => '/sitemap/sketches-1.xml'),
  'an embedded sketch': apart(
    'what visitors see, for every viewer',
    (world, kind) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/sketch/${idOf(world, kind)}`)}&format=json`,
  ),
  'suggested tags': apart('what visitors see, for every viewer', () => '/api/v2/tags?query=only', {
    shows: (text, { sketches }, kind) => text.includes(sketches[kind].tag),
  }),

  'the first home page': together('in the HTML page, for visitors only', () => '/'),
  'the first gallery page': together('in the HTML page, for visitors only', () => '/gallery/recent'),
  'the preview of a sketch': apart(
    'in the HTML page, for visitors only',
    (world, kind) => `/sketch/${idOf(world, kind)}`,
  ),
  'the preview of a tag': apart(
    'in the HTML page, for visitors only',
    ({ sketches }, kind) => `/tag/${sketches[kind].tag}`,
  ),
  'the preview of a collection': apart(
    'in the HTML page, for visitors only',
    ({ keeper, sketches }, kind) => `/user/${keeper.id}/album/${sketches[kind].collectionId}`,
    { shows: (text, { sketches }, kind) => text.includes(sketches[kind].imageUrl) },
  ),
  ...Object.fromEntries(
    ['featured', 'trending', 'tops', 'tops7', 'tops30', 'hearts', 'tag/heron'].map((mode) => [
      `the preview of the gallery ${mode}`,
      together('in the HTML page, for visitors only', () => `/gallery/${mode}`, { atMost: true }),
    ]),
  ),
  'the preview of a challenge': together(
    'in the HTML page, for visitors only',
    ({ challengeId }) => `/challenge/${challengeId}`,
    {
      atMost: true,
    },
  ),
  'the preview of a co-op': together(
    'in the HTML page, for visitors only',
    ({ hereId }) => `/gallery/co-op/${hereId}`,
    {
      atMost: true,
    },
  ),
  "the preview of the owner's albums": together(
    'in the HTML page, for visitors only',
    ({ owner }) => `/user/${owner.id}/albums`,
    {
      of: OWNERS,
      atMost: true,
    },
  ),
  "the preview of the owner's profile": together(
    'in the HTML page, for visitors only',
    ({ owner }) => `/user/${owner.id}`,
    {
      of: OWNERS,
      atMost: true,
    },
  ),
}

/** Addresses of a single sketch, and the notifications of a member. */
export const addresses: Record<string, Place> = {
  'the page of a sketch': apart('direct', (world, kind) => `/api/v2/sketch/${idOf(world, kind)}?ahead=1`, {
    shows: (text) => JSON.parse(text).hidden === false,
  }),
  'a stream about a sketch': apart('direct', ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].streamId}`),
  'the replay of a sketch': apart('direct', ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].replayId}`, {
    shows: (text) => JSON.parse(text).replay === 'kept',
  }),
  'the chat of the replay of a sketch': apart('direct', (world, kind) => replayFile(world, kind, 'replay/chat.json'), {
    shows: isThere,
  }),
  ...Object.fromEntries(
    ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'].map((file) => [
      `${file} of the replay of a sketch`,
      apart('direct, also across a block', (world, kind) => replayFile(world, kind, file), { shows: isThere }),
    ]),
  ),
  'comments on a sketch': apart('direct', (world, kind) => `/api/comments/${idOf(world, kind)}?type=sketch`),
  'statistics of a sketch': apart('direct', (world, kind) => `/api/v2/sketchStats/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'the info of a sketch': apart('direct', (world, kind) => `/api/v2/sketchInfo/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'the hearts of a sketch': apart('direct', (world, kind) => `/api/v2/sketchHearts/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'the co-ops of a sketch': apart('direct', (world, kind) => `/api/v2/sketchHasCoOps/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'albums with a sketch': apart('direct', (world, kind) => `/api/v2/album/sketch?sketchId=${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'sketches similar to a sketch': apart('direct', (world, kind) => `/api/v2/search/magic?like=${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'a sketch file': apart('direct', (world, kind) => `/sketch-file/${idOf(world, kind)}.croquis`, { shows: isThere }),

  'a picture': apart('direct, also across a block', ({ sketches }, kind) => `${sketches[kind].imageUrl}/100`, {
    shows: isThere,
  }),
  'a video': apart('direct, also across a block', ({ sketches }, kind) => sketches[kind].videoUrl, { shows: isThere }),

  notifications: together('direct, for members only and without staff rights', () => '/api/v2/notices'),
  'names of muted threads': together(
    'direct, for members only and without staff rights',
    () => '/api/v2/notices/settings',
    { part: (reply) => (reply as { muted: { name: string }[] }).muted.map(({ name }) => name) },
  ),

  'the form to edit a sketch': apart(
    'for artist and staff only',
    (world, kind) => `/sketch/${idOf(world, kind)}/edit?format=json`,
  ),
  'a sketch as PNG': apart('for artist and staff only', (world, kind) => `/sketch/${idOf(world, kind)}.png`, {
    shows: isThere,
  }),
  'versions of a sketch': apart(
    'for artist and staff only',
    (world, kind) => `/sketch/${idOf(world, kind)}/versions?format=json`,
  ),
  'a previous picture': apart('for artist and staff only', ({ sketches }, kind) => `${sketches[kind].versionUrl}/100`, {
    shows: isThere,
  }),
  'reported sketches': together('for staff only', () => '/api/v2/gloperate/reportedSketches'),
}
