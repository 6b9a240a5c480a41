import { type Context, Hono } from 'hono'
import { normalizeTag } from '../../../contract/text.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { wantsPage } from '../../middleware/json-or-page.ts'
import { GALLERIES, type GalleryName, isGalleryName } from './galleries.ts'
import { previewPage } from './page.ts'
import * as previews from './queries.ts'

const ID = '[1-9][0-9]{0,14}'
/** Tabs of a profile, each with its own address. The first two paths also serve JSON. */
const PROFILE_VIEWS = '(?:sketches|hearts|albums|likes|comments|fans|fanof)'
/** Modes of galleries without a first paint. */
const GALLERY_MODES = '(?:featured|trending|tops|tops7|tops30|hearts)'

/** Pages with a link preview for visitors, because crawlers run no scripts. */
export const linkPreviewRoutes = new Hono<AppEnv>()
  .get(`/sketch/:id{${ID}}`, (c) => {
    const id = Number(c.req.param('id'))
    return previewPage(c, { name: `sketch ${id}`, find: (db) => previews.findSketchPreview(db, id) })
  })
  .get(`/user/:id{${ID}}`, (c) => previewProfile(c, Number(c.req.param('id'))))
  .get(`/user/:id{${ID}}/:view{${PROFILE_VIEWS}}`, (c, next) => {
    const wantsJson = ['sketches', 'hearts'].includes(c.req.param('view')) && !wantsPage(c)
    return wantsJson ? next() : previewProfile(c, Number(c.req.param('id')))
  })
  .get(`/user/:id{${ID}}/album/:albumId{${ID}}`, (c) => {
    const [userId, albumId] = [Number(c.req.param('id')), Number(c.req.param('albumId'))]
    return previewPage(c, {
      name: `album ${userId} ${albumId}`,
      find: (db) => previews.findAlbumPreview(db, userId, albumId),
    })
  })
  .get(`/challenge/:id{${ID}}`, (c) => {
    const id = Number(c.req.param('id'))
    return previewPage(c, { name: `challenge ${id}`, find: (db) => previews.findChallengePreview(db, id) })
  })
  .get('/tag/:tag', (c) => previewTag(c, c.req.param('tag')))
  .get('/gallery/tag/:tag', (c) => previewTag(c, c.req.param('tag')))
  .get(`/gallery/:mode{${GALLERY_MODES}}`, (c) => {
    const mode = c.req.param('mode')
    return isGalleryName(mode) ? previewGallery(c, mode) : c.notFound()
  })
  .get(`/gallery/co-op/:id{${ID}}`, (c) => {
    const id = Number(c.req.param('id'))
    return previewPage(c, { name: `co-op ${id}`, find: (db) => previews.findCoOpPreview(db, id) })
  })

function previewProfile(c: Context<AppEnv>, id: number): Promise<Response> {
  return previewPage(c, {
    name: `user ${id}`,
    find: (db) => previews.findProfilePreview(db, id),
    feed: previews.userFeedPath(id),
  })
}

function previewTag(c: Context<AppEnv>, words: string): Promise<Response> {
  const name = normalizeTag(words)
  return previewPage(c, {
    name: `tag ${name}`,
    find: (db) => previews.findTagPreview(db, name),
    feed: name ? previews.tagFeedPath(name) : undefined,
  })
}

function previewGallery(c: Context<AppEnv>, name: GalleryName): Promise<Response> {
  return previewPage(c, {
    name: `gallery ${name}`,
    find: (db) => previews.findGalleryPreview(db, name),
    feed: GALLERIES[name].feed,
  })
}
