import { type Context, Hono } from 'hono'
import { HOME_REQUEST, homeReply } from '../../../contract/http/home.ts'
import { sketchPageReply } from '../../../contract/http/sketch-page.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { shapeOf, stagePicture } from '../../../contract/stage-picture.ts'
import { normalizeTag } from '../../../contract/text.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { wantsPage } from '../../middleware/json-or-page.ts'
import { GALLERIES, isGalleryName } from '../link-previews/galleries.ts'
import { HOME_FEED, homePreview } from '../link-previews/head.ts'
import * as previews from '../link-previews/queries.ts'
import { type FirstLoad, respondPage } from './page.ts'
import { tilesOf } from './tiles.ts'

const ID = '[1-9][0-9]{0,14}'
/** Tabs of a profile, each with its own address. The first two paths also serve JSON. */
const PROFILE_VIEWS = '(?:sketches|hearts|albums|likes|comments|fans|fanof)'

/** About the number of tiles on the screen of a phone. The application adds the others. */
const GALLERY_TILES = { tiles: 12, eager: 12 }
const FEATURED_TILES = { tiles: 12, eager: 5 }
const RECENT_TILES = { tiles: 8, eager: 0 }

/** The pages whose HTML has their first paint and data, or a link preview. `api` replies to their first calls. */
export function pageRoutes(api: Hono<AppEnv>) {
  const respond = (c: Context<AppEnv>, page: FirstLoad) => respondPage(c, api, page)
  return new Hono<AppEnv>()
    .get('/', (c) => respond(c, homePage()))
    .get('/gallery/:mode', (c, next) => {
      const mode = c.req.param('mode')
      return isGalleryName(mode) ? respond(c, galleryPage(c, mode)) : next()
    })
    .get(`/sketch/:id{${ID}}`, (c) => respond(c, sketchPage(Number(c.req.param('id')))))
    .get(`/user/:id{${ID}}`, (c) => respond(c, profilePage(Number(c.req.param('id')))))
    .get(`/user/:id{${ID}}/:view{${PROFILE_VIEWS}}`, (c, next) => {
      const wantsJson = ['sketches', 'hearts'].includes(c.req.param('view')) && !wantsPage(c)
      return wantsJson ? next() : respond(c, profilePage(Number(c.req.param('id'))))
    })
    .get(`/user/:id{${ID}}/album/:albumId{${ID}}`, (c) =>
      respond(c, albumPage(Number(c.req.param('id')), Number(c.req.param('albumId')))),
    )
    .get(`/challenge/:id{${ID}}`, (c) => respond(c, challengePage(Number(c.req.param('id')))))
    .get('/tag/:tag', (c) => respond(c, tagPage(c.req.param('tag'))))
    .get('/gallery/tag/:tag', (c) => respond(c, tagPage(c.req.param('tag'))))
    .get(`/gallery/co-op/:id{${ID}}`, (c) => respond(c, coOpPage(Number(c.req.param('id')))))
}

function homePage(): FirstLoad {
  const call = { path: '/api/v2/index', payload: HOME_REQUEST }
  return {
    template: 'home',
    calls: [call],
    values(reply) {
      const home = reply(homeReply, call)
      return (
        home && {
          featured: tilesOf(home.featured ?? [], 'featured', FEATURED_TILES),
          recent: tilesOf(home.recent ?? [], 'recent', RECENT_TILES),
        }
      )
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

function sketchPage(id: number): FirstLoad {
  const call = { path: `/api/v2/sketch/${id}` }
  return {
    template: 'sketch',
    calls: [call],
    values(reply) {
      const sketch = reply(sketchPageReply, call)
      if (!sketch || sketch.hidden || sketch.notice === 'mature') return null
      const { title, alt, width, height } = sketch
      return { title, shape: shapeOf(sketch), picture: { ...stagePicture(sketch), alt, width, height } }
    },
    preview: (db) => previews.findSketchPreview(db, id),
  }
}

function profilePage(id: number): FirstLoad {
  return {
    template: 'other',
    preview: (db) => previews.findProfilePreview(db, id),
    feed: previews.userFeedPath(id),
  }
}

function albumPage(userId: number, albumId: number): FirstLoad {
  return { template: 'other', preview: (db) => previews.findAlbumPreview(db, userId, albumId) }
}

function challengePage(id: number): FirstLoad {
  return { template: 'other', preview: (db) => previews.findChallengePreview(db, id) }
}

function tagPage(words: string): FirstLoad {
  const tag = normalizeTag(words)
  return {
    template: 'other',
    preview: (db) => previews.findTagPreview(db, tag),
    feed: tag ? previews.tagFeedPath(tag) : undefined,
  }
}

function coOpPage(id: number): FirstLoad {
  return { template: 'other', preview: (db) => previews.findCoOpPreview(db, id) }
}
