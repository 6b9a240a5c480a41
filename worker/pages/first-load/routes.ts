import { type Context, Hono } from 'hono'
import { caseNumbersTexts } from '../../../contract/case-numbers.ts'
import { normalizeChannel } from '../../../contract/channel.ts'
import { albumInfo, albumSketchList } from '../../../contract/http/albums.ts'
import { type LatestArtists, latestArtistsReply } from '../../../contract/http/artists.ts'
import { caseNumbersReply } from '../../../contract/http/case-numbers.ts'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { HOME_PATH, homeReply } from '../../../contract/http/home.ts'
import { sketchPageReply } from '../../../contract/http/sketch-page.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { streamsReply } from '../../../contract/http/streams.ts'
import { profile } from '../../../contract/http/users.ts'
import { coverPicture, profileCover } from '../../../contract/image-sizes.ts'
import { sketchAddress, withLinkKey } from '../../../contract/sketch-address.ts'
import { shapeOf, stagePicture } from '../../../contract/stage-picture.ts'
import { normalizeTag } from '../../../contract/text.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { wantsPage } from '../../middleware/json-or-page.ts'
import { isVisitor } from '../../middleware/site-page.ts'
import { GALLERIES, isGalleryName } from '../link-previews/galleries.ts'
import { HOME_FEED, homePreview } from '../link-previews/head.ts'
import * as previews from '../link-previews/queries.ts'
import { awardsPage, challengePage, challengesPage, compoPage, composPage, compoVotePage } from './contests.ts'
import { forumPage, topicPage } from './forum.ts'
import { groupPage, groupsPage } from './groups.ts'
import { homeLead } from './home-lead.ts'
import { type FirstLoad, respondPage } from './page.ts'
import { storePage } from './store.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

const ID = '[1-9][0-9]{0,14}'
/** Tabs of a profile, each with its own address. `sketches` and `hearts` also serve JSON. */
const PROFILE_VIEWS = '(?:sketches|about|likes|hearts|albums|streams|comments|fans|fanof)'

const FEATURED_TILES = { tiles: 12, eager: 5 }
/** Below the lead of the home page they are below a phone's window. */
const FEATURED_TILES_BELOW_LEAD = { tiles: 12, eager: 0 }
const RECENT_TILES = { tiles: 8, eager: 0 }
const ARTIST_THUMB_SIDE = 90

/** The pages whose HTML has their first paint and data, or a link preview. `api` replies to their first calls. */
export function pageRoutes(api: Hono<AppEnv>) {
  const respond = (c: Context<AppEnv>, page: FirstLoad) => respondPage(c, api, page)
  return (
    new Hono<AppEnv>()
      .get('/', (c) => respond(c, homePage(isVisitor(c))))
      .get('/gallery/:mode', (c, next) => {
        const mode = c.req.param('mode')
        return isGalleryName(mode) ? respond(c, galleryPage(c, mode)) : next()
      })
      .get(`/sketch/:id{${ID}}`, (c) => respond(c, sketchPage(c, Number(c.req.param('id')))))
      .get(`/sketch/:id{${ID}}/:of{edit|synthesize}`, (c, next) =>
        wantsPage(c) ? respond(c, pageOfSketch(c, Number(c.req.param('id')))) : next(),
      )
      .get(`/user/:id{${ID}}`, (c) => respond(c, profilePage(Number(c.req.param('id')), sortOf(c))))
      .get(`/user/:id{${ID}}/:view{${PROFILE_VIEWS}}`, (c, next) => {
        const wantsJson = ['sketches', 'hearts'].includes(c.req.param('view')) && !wantsPage(c)
        const sort = c.req.param('view') === 'sketches' ? sortOf(c) : null
        return wantsJson ? next() : respond(c, profilePage(Number(c.req.param('id')), sort))
      })
      .get(`/user/:id{${ID}}/album/:albumId{${ID}}`, (c) =>
        respond(c, albumPage(Number(c.req.param('id')), Number(c.req.param('albumId')))),
      )
      .get(`/stats/:id{${ID}}`, (c) => respond(c, statsPage(Number(c.req.param('id')))))
      .get(`/e/stats/:id{${ID}}`, (c) => respond(c, statsPage(Number(c.req.param('id')))))
      .get(`/shared/brush/:id{${ID}}`, (c) => respond(c, brushPage(Number(c.req.param('id')))))
      .get('/chat/:room', (c) => respond(c, chatPage(c.req.param('room'))))
      .get('/challenges', (c) => respond(c, challengesPage()))
      .get(`/challenge/:id{${ID}}`, (c) => respond(c, challengePage(Number(c.req.param('id')))))
      .get('/compos', (c) => respond(c, composPage()))
      .get('/compo/:key', (c) => respond(c, compoPage(c, c.req.param('key'))))
      .get('/compo/:key/vote', (c) => respond(c, compoVotePage(c, c.req.param('key'))))
      .get('/awards', (c) => respond(c, awardsPage(c)))
      .get('/awards/:year{[0-9]{4}}', (c) => respond(c, awardsPage(c, c.req.param('year'))))
      .get('/groups', (c) => respond(c, groupsPage(c)))
      .get('/group/:slug', (c) => respond(c, groupPage(c, c.req.param('slug'))))
      .get('/gallery/group/:slug', (c) => respond(c, groupPage(c, c.req.param('slug'))))
      .get('/tag/:tag', (c) => respond(c, tagPage(c.req.param('tag'), sortOf(c))))
      .get('/gallery/tag/:tag', (c) => respond(c, tagPage(c.req.param('tag'), sortOf(c))))
      .get(`/gallery/co-op/:id{${ID}}`, (c) => respond(c, coOpPage(Number(c.req.param('id')))))
      .get('/search', (c) => {
        const isForSketches = !['artists', 'magic'].includes(c.req.query('tab') ?? '')
        return respond(c, searchPage(isForSketches ? (c.req.query('query') ?? '').trim() : '', sortOf(c)))
      })
      .get('/forum', (c) => respond(c, forumPage(c)))
      .get('/forum/:category{[a-z][a-z0-9-]{1,31}}', (c) => respond(c, forumPage(c, c.req.param('category'))))
      .get(`/forum/topic/:id{${ID}}`, (c) => respond(c, topicPage(Number(c.req.param('id')), c.req.query('page'))))
      .get('/artists', (c) => respond(c, artistsPage(c)))
      .get('/streams', (c) => respond(c, streamsPage()))
      .get(`/stream/:id{${ID}}`, (c) => respond(c, streamPage(c, Number(c.req.param('id')))))
      .get('/store', (c) => respond(c, storePage(c)))
      .get('/numbers', (c) => respond(c, numbersPage()))
      // The form of backup codes has its own contents.
      .get('/recover', (c) => respond(c, { template: 'recover', values: () => (c.req.query('by') ? null : {}) }))
  )
}

function homePage(visitor: boolean): FirstLoad {
  const call = { path: HOME_PATH }
  return {
    template: 'home',
    calls: [call],
    values(reply) {
      const home = reply(homeReply, call)
      if (!home) return home
      const hasLead = Boolean(home.challenges?.length || home.compo)
      return {
        ...homeLead(home, visitor),
        featured: tilesOf(home.featured ?? [], 'featured', hasLead ? FEATURED_TILES_BELOW_LEAD : FEATURED_TILES),
        recent: tilesOf(home.recent ?? [], 'recent', RECENT_TILES),
      }
    },
    preview: async (db) => homePreview((await previews.findGalleryPreview(db, 'featured')).picture),
    feed: HOME_FEED,
  }
}

function galleryPage(c: Context, name: keyof typeof GALLERIES): FirstLoad {
  const head = {
    preview: (db: Parameters<typeof previews.findGalleryPreview>[0]) => previews.findGalleryPreview(db, name),
    feed: GALLERIES[name].feed,
  }
  // A link to a position in the list begins elsewhere.
  if (c.req.query('from')) return { template: 'other', ...head }
  const call = { path: GALLERIES[name].path }
  return {
    template: `gallery-${name}`,
    calls: [call],
    values(reply) {
      const list = reply(sketchList, call)
      return list && { sketches: tilesOf(list.items, name, GALLERY_TILES) }
    },
    ...head,
  }
}

function sketchPage(c: Context, id: number): FirstLoad {
  const call = { path: withLinkKey(`/api/v2/sketch/${id}`, c.req.query('key')) }
  return {
    template: 'sketch',
    calls: [call],
    subject: call,
    values(reply) {
      const sketch = reply(sketchPageReply, call)
      if (!sketch || sketch.hidden || sketch.notice === 'mature') return null
      const { title, alt, width, height } = sketch
      return { title, shape: shapeOf(sketch), picture: { ...stagePicture(sketch), alt, width, height } }
    },
    preview: (db) => previews.findSketchPreview(db, id),
  }
}

/** A page about a sketch that its artist opens. */
function pageOfSketch(c: Context, id: number): FirstLoad {
  const params = new URLSearchParams({ ahead: 'true', key: c.req.query('key') ?? '' })
  return { template: 'other', subject: { path: `/api/v2/sketch/${id}?${params}` } }
}

function statsPage(userId: number): FirstLoad {
  return { template: 'other', subject: { path: `/api/user/${userId}` } }
}

function brushPage(id: number): FirstLoad {
  const call = { path: `/api/v2/content/brush/${id}` }
  return { template: 'other', calls: [call], subject: call }
}

/** A room with any name that can be one, because a member may open it. */
function chatPage(room: string): FirstLoad {
  return normalizeChannel(room) ? { template: 'other' } : { template: 'other', subject: null }
}

function profilePage(id: number, sort: GallerySort | null): FirstLoad {
  const call = { path: `/api/user/${id}` }
  const sketchesCall = { path: `/user/${id}/sketches?format=json&sort=${sort}` }
  return {
    template: 'profile',
    calls: sort ? [call, sketchesCall] : [call],
    // The account was merged into another.
    redirect(reply) {
      const member = reply(profile, call)
      return member && member.id !== id ? `/user/${member.id}` : null
    },
    values(reply) {
      const member = reply(profile, call)
      // The other tabs of a profile begin with other lists.
      if (!member || member.hidden || !sort) return null
      const { nickname, cover } = member
      const list = sort === 'recent' ? `user-${id}` : `top-user-${id}`
      return {
        id,
        nickname,
        cover: cover && profileCover(cover),
        order: member.sketches > 0 && sort,
        sketches: tilesOf(reply(sketchList, sketchesCall)?.items ?? [], list, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findProfilePreview(db, id),
    feed: previews.userFeedPath(id),
  }
}

function albumPage(userId: number, albumId: number): FirstLoad {
  const query = new URLSearchParams({ userId: String(userId), albumId: String(albumId) })
  const call = { path: `/api/v2/album/info?${query}` }
  const sketchesCall = { path: `/api/v2/album/sketches?${query}` }
  return {
    template: 'album',
    calls: [call, sketchesCall],
    subject: call,
    values(reply) {
      const album = reply(albumInfo, call)
      if (!album) return null
      const { title, nickname, description } = album
      const sketches = reply(albumSketchList, sketchesCall)?.items ?? []
      const firstHidden = sketches.findIndex(({ hidden }) => hidden)
      const shown = firstHidden === -1 ? sketches : sketches.slice(0, firstHidden)
      return {
        title,
        nickname,
        about: description && { text: description },
        sketches: tilesOf(shown, `album-${userId}-${albumId}`, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findAlbumPreview(db, userId, albumId),
  }
}

function tagPage(words: string, sort: GallerySort): FirstLoad {
  const tag = normalizeTag(words)
  const call = { path: `/tag/${encodeURIComponent(tag)}/sketches?format=json&sort=${sort}` }
  return {
    template: 'tag',
    calls: tag ? [call] : [],
    subject: tag ? call : null,
    values(reply) {
      const list = reply(sketchList, call)
      const name = sort === 'recent' ? `tag-${tag}` : `top-tag-${tag}`
      return list && { title: tag, sketches: tilesOf(list.items, name, GALLERY_TILES) }
    },
    preview: (db) => previews.findTagPreview(db, tag),
    feed: tag ? previews.tagFeedPath(tag) : undefined,
  }
}

function coOpPage(id: number): FirstLoad {
  const call = { path: `/api/v2/coOp/${id}?format=json` }
  return { template: 'other', calls: [call], subject: call, preview: (db) => previews.findCoOpPreview(db, id) }
}

function streamPage(c: Context, id: number): FirstLoad {
  const call = { path: withLinkKey(`/api/v2/stream/${id}`, c.req.query('key')) }
  return { template: 'other', calls: [call], subject: call }
}

function searchPage(query: string, sort: GallerySort): FirstLoad {
  const call = { path: `/api/v2/search/sketch?${new URLSearchParams({ query, sort })}` }
  return {
    template: 'search',
    calls: query ? [call] : [],
    values(reply) {
      const list = reply(sketchList, call)
      if (!list) return null
      const parameter = `${new URLSearchParams({ query })}`
      return { query, parameter, sketches: tilesOf(list.items, undefined, GALLERY_TILES) }
    },
  }
}

function artistsPage(c: Context): FirstLoad {
  // The other tabs and searches begin with other lists.
  if (c.req.query('tab') || c.req.query('query')) return { template: 'other' }
  const call = { path: '/api/v2/users/latest' }
  return {
    template: 'artists',
    calls: [call],
    values(reply) {
      const list = reply(latestArtistsReply, call)
      return list && { artists: list.items.map(artistCardOf) }
    },
  }
}

function artistCardOf({ id, nickname, latest }: LatestArtists['items'][number]): object {
  const side = ARTIST_THUMB_SIDE
  return {
    href: `/user/${id}`,
    nickname,
    latest: latest.map((sketch) => ({
      ...coverPicture(sketch, { width: side, height: side }),
      href: sketchAddress(sketch.id, `user-${id}`),
      alt: sketch.alt,
      side,
    })),
  }
}

function streamsPage(): FirstLoad {
  const call = { path: '/api/v2/streams' }
  return {
    template: 'streams',
    calls: [call, { path: '/api/v2/streams/replays' }],
    values(reply) {
      const list = reply(streamsReply, call)
      if (!list) return null
      const streams = list.streams.map(({ id, title, preview, mature }) => ({
        href: `/stream/${id}`,
        title,
        preview: preview && !mature && { src: preview },
      }))
      return { streams, board: list.whiteboard.preview }
    },
  }
}

const sortOf = (c: Context): GallerySort => (c.req.query('sort') === 'hearts' ? 'hearts' : 'recent')

function numbersPage(): FirstLoad {
  const call = { path: '/api/v2/numbers' }
  return {
    template: 'numbers',
    calls: [call],
    values(reply) {
      const numbers = reply(caseNumbersReply, call)
      if (!numbers) return null
      return numbers.months.length > 0 ? { table: { months: numbers.months.map(caseNumbersTexts) } } : { isEmpty: {} }
    },
  }
}
