import { type Context, Hono } from 'hono'
import { caseNumbersTexts } from '../../../contract/case-numbers.ts'
import { normalizeChannel } from '../../../contract/channel.ts'
import { caseNumbersReply } from '../../../contract/http/case-numbers.ts'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { wantsPage } from '../../middleware/json-or-page.ts'
import { isVisitor } from '../../middleware/site-page.ts'
import { isGalleryName } from '../link-previews/galleries.ts'
import { awardsPage, challengePage, challengesPage, compoPage, composPage, compoVotePage } from './contests.ts'
import { forumPage, topicPage } from './forum.ts'
import { coOpPage, galleryPage, searchPage, tagPage } from './galleries.ts'
import { groupPage, groupsPage } from './groups.ts'
import { homePage } from './home.ts'
import { artistsPage, profilePage, statsPage } from './members.ts'
import { type FirstLoad, respondPage } from './page.ts'
import { albumPage, pageOfSketch, sketchPage } from './sketches.ts'
import { storePage } from './store.ts'
import { streamPage, streamsPage } from './streams.ts'

const ID = '[1-9][0-9]{0,14}'
/** Tabs of a profile, each with its own address. `sketches` and `hearts` also serve JSON. */
const PROFILE_VIEWS = '(?:sketches|about|likes|hearts|albums|streams|comments|fans|fanof)'

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

function brushPage(id: number): FirstLoad {
  const call = { path: `/api/v2/content/brush/${id}` }
  return { template: 'other', calls: [call], subject: call }
}

/** A room with any name that can be one, because a member may open it. */
function chatPage(room: string): FirstLoad {
  return normalizeChannel(room) ? { template: 'other' } : { template: 'other', subject: null }
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
