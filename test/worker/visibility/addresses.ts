import { ORIGIN } from '../../support/worker/site.ts'
import { apart, type Place, together } from './looks.ts'
import { type Kind, OWNERS, type World } from './world.ts'

const isThere = () => true
const replayFile = (world: World, kind: Kind, file: string) => `/stream/${world.sketches[kind].replayId}/${file}`
const idOf = (world: World, kind: Kind) => world.sketches[kind].id

/** What other sites and pages without a program are given, the same for all who are given it. */
export const openDoors: Record<string, Place> = {
  'the feed of recent sketches': together('the same for all', () => '/feeds/recent.atom'),
  'the feed of featured sketches': together('the same for all', () => '/feeds/featured.atom'),
  'the feed of trending sketches': together('the same for all', () => '/feeds/trending.atom'),
  'the feed of a tag': together('the same for all', () => '/feeds/tag/heron.atom'),
  'the feed of an artist': together('the same for all', ({ owner }) => `/feeds/user/${owner.id}.atom`, { of: OWNERS }),
  'the index of the sitemap': together('the same for all', () => '/sitemap.xml', { atMost: true }),
  'the sitemap': together('the same for all', () => '/sitemap/sketches-1.xml'),
  'a sketch on another site': apart(
    'the same for all',
    (world, kind) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/sketch/${idOf(world, kind)}`)}&format=json`,
  ),
  'tags that are offered': apart('the same for all', () => '/api/v2/tags?query=only', {
    shows: (text, { sketches }, kind) => text.includes(sketches[kind].tag),
  }),

  'the first home page': together('in the page itself, for visitors', () => '/'),
  'the first gallery page': together('in the page itself, for visitors', () => '/gallery/recent'),
  'the card of a sketch': apart('in the page itself, for visitors', (world, kind) => `/sketch/${idOf(world, kind)}`),
  'the card of a tag': apart('in the page itself, for visitors', ({ sketches }, kind) => `/tag/${sketches[kind].tag}`),
  'the card of a collection': apart(
    'in the page itself, for visitors',
    ({ keeper, sketches }, kind) => `/user/${keeper.id}/album/${sketches[kind].collectionId}`,
    { shows: (text, { sketches }, kind) => text.includes(sketches[kind].imageUrl) },
  ),
  ...Object.fromEntries(
    ['featured', 'trending', 'tops', 'tops7', 'tops30', 'hearts', 'tag/heron'].map((mode) => [
      `the card of the gallery ${mode}`,
      together('in the page itself, for visitors', () => `/gallery/${mode}`, { atMost: true }),
    ]),
  ),
  'the card of a challenge': together(
    'in the page itself, for visitors',
    ({ challengeId }) => `/challenge/${challengeId}`,
    {
      atMost: true,
    },
  ),
  'the card of a co-op': together('in the page itself, for visitors', ({ hereId }) => `/gallery/co-op/${hereId}`, {
    atMost: true,
  }),
  "the card of the owner's albums": together(
    'in the page itself, for visitors',
    ({ owner }) => `/user/${owner.id}/albums`,
    {
      of: OWNERS,
      atMost: true,
    },
  ),
  "the card of the owner's profile": together('in the page itself, for visitors', ({ owner }) => `/user/${owner.id}`, {
    of: OWNERS,
    atMost: true,
  }),
}

/** What one sketch shows at an address of its own, and what a member is told of it. */
export const addresses: Record<string, Place> = {
  'the page of a sketch': apart('direct', (world, kind) => `/api/v2/sketch/${idOf(world, kind)}?ahead=1`, {
    shows: (text) => JSON.parse(text).hidden === false,
  }),
  'a stream about a sketch': apart('direct', ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].streamId}`),
  'the replay that a sketch was posted with': apart(
    'direct',
    ({ sketches }, kind) => `/api/v2/stream/${sketches[kind].replayId}`,
    { shows: (text) => JSON.parse(text).replay === 'kept' },
  ),
  'what was said beside that replay': apart('direct', (world, kind) => replayFile(world, kind, 'replay/chat.json'), {
    shows: isThere,
  }),
  ...Object.fromEntries(
    ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp'].map((file) => [
      `${file} of that replay`,
      apart(
        'an address shows what everyone with it may see, also behind a block',
        (world, kind) => replayFile(world, kind, file),
        { shows: isThere },
      ),
    ]),
  ),
  'comments on a sketch': apart('direct', (world, kind) => `/api/comments/${idOf(world, kind)}?type=sketch`),
  'statistics of a sketch': apart('direct', (world, kind) => `/api/v2/sketchStats/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'facts of a sketch': apart('direct', (world, kind) => `/api/v2/sketchInfo/${idOf(world, kind)}`, { shows: isThere }),
  'who gave hearts to a sketch': apart('direct', (world, kind) => `/api/v2/sketchHearts/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'whether a sketch has co-ops': apart('direct', (world, kind) => `/api/v2/sketchHasCoOps/${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'albums with a sketch': apart('direct', (world, kind) => `/api/v2/album/sketch?sketchId=${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'what looks like a sketch': apart('direct', (world, kind) => `/api/v2/search/magic?like=${idOf(world, kind)}`, {
    shows: isThere,
  }),
  'a sketch file': apart('direct', (world, kind) => `/sketch-file/${idOf(world, kind)}.croquis`, { shows: isThere }),

  'a picture': apart(
    'an address shows what everyone with it may see, also behind a block',
    ({ sketches }, kind) => `${sketches[kind].imageUrl}/100`,
    { shows: isThere },
  ),
  'a video': apart(
    'an address shows what everyone with it may see, also behind a block',
    ({ sketches }, kind) => sketches[kind].videoUrl,
    { shows: isThere },
  ),

  notices: together('told to members as long as they may see it, to staff like to others', () => '/api/v2/notices'),
  'names of what one muted': together(
    'told to members as long as they may see it, to staff like to others',
    () => '/api/v2/notices/settings',
    { part: (reply) => (reply as { muted: { name: string }[] }).muted.map(({ name }) => name) },
  ),

  'the form to edit a sketch': apart(
    'for its artist and staff',
    (world, kind) => `/sketch/${idOf(world, kind)}/edit?format=json`,
  ),
  'a sketch as PNG': apart('for its artist and staff', (world, kind) => `/sketch/${idOf(world, kind)}.png`, {
    shows: isThere,
  }),
  'what a sketch showed before': apart(
    'for its artist and staff',
    (world, kind) => `/sketch/${idOf(world, kind)}/versions?format=json`,
  ),
  'a picture of before': apart('for its artist and staff', ({ sketches }, kind) => `${sketches[kind].versionUrl}/100`, {
    shows: isThere,
  }),
  'reported sketches': together('for staff', () => '/api/v2/gloperate/reportedSketches'),
}
