import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { encodeBase64 } from 'hono/utils/encode'
import { homeReply } from '../../../contract/http/home.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { visitorsRecent } from '../../features/galleries/queries.ts'
import { cookieName } from '../../lib/cookies.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { pagePolicy } from '../../middleware/security-headers.ts'
import { SESSION_COOKIE } from '../../middleware/session.ts'
import { type CachedText, visitorReply } from '../../middleware/visitor-cache.ts'
import { visitorsHomePage } from '../home/queries.ts'
import { GALLERIES } from '../link-previews/galleries.ts'
import { HOME_FEED, headOf, homePreview, type LinkPreview, withHead } from '../link-previews/head.ts'
import { previewPage } from '../link-previews/page.ts'
import { findGalleryPreview, galleryPreview } from '../link-previews/queries.ts'
import { type FirstList, fillFirstPaint } from './first-paint.ts'

/** About the number of tiles on the screen of a phone. The application adds the others. */
const GALLERY_TILES = { tiles: 12, eager: 12 }
const FEATURED_TILES = { tiles: 12, eager: 5 }
const RECENT_TILES = { tiles: 8, eager: 0 }

/** Pages with a first paint. Members, and links to a position within a list, get the plain page. */
export const pageRoutes = new Hono<AppEnv>()
  .get('/', (c) =>
    getsFirstPaint(c)
      ? respondFirstPage(c, { name: 'home', read: visitorsHomePage, contentOf: homeContent })
      : previewPage(c, { name: 'home', find: async (_, page) => homePreview(page, null), feed: HOME_FEED }),
  )
  .get('/gallery/recent', (c) =>
    getsFirstPaint(c)
      ? respondFirstPage(c, { name: 'gallery', read: visitorsRecent, contentOf: galleryContent })
      : previewPage(c, {
          name: 'gallery recent',
          find: (db) => findGalleryPreview(db, 'recent'),
          feed: GALLERIES.recent.feed,
        }),
  )

type PageName = 'home' | 'gallery'
type Template = { page: string; policy: string }
type Content = { lists: Record<string, FirstList>; preview: LinkPreview }

/** The built pages, and the last filled pages, which are valid while the data is the same. */
const templates: Partial<Record<PageName, Template>> = {}
const filledPages: Partial<Record<PageName, { json: string; origin: string; page: string }>> = {}

const getsFirstPaint = (c: Context<AppEnv>) => !c.req.query('from') && !getCookie(c, cookieName(c, SESSION_COOKIE))

function homeContent(json: string, page: string): Content {
  const { featured = [], recent = [] } = homeReply.parse(JSON.parse(json))
  const lists = {
    FEATURED: { sketches: featured, ...FEATURED_TILES },
    RECENT: { sketches: recent, ...RECENT_TILES },
  }
  return { lists, preview: homePreview(page, featured[0] ?? recent[0] ?? null) }
}

function galleryContent(json: string): Content {
  const { items } = sketchList.parse(JSON.parse(json))
  return {
    lists: { RECENT: { sketches: items, ...GALLERY_TILES } },
    preview: galleryPreview('recent', items[0] ?? null),
  }
}

type FirstPage = {
  name: PageName
  read: (db: Db) => Promise<CachedText>
  contentOf: (json: string, page: string) => Content
}

async function respondFirstPage(c: Context<AppEnv>, { name, read, contentOf }: FirstPage): Promise<Response> {
  const template = await templateOf(c, name)
  const { text: json, until } = await read(dbOf(c))
  const { origin } = new URL(c.req.url)
  let current = filledPages[name]
  if (current?.json !== json || current.origin !== origin) {
    const { lists, preview } = contentOf(json, template.page)
    const page = withHead(fillFirstPaint(template.page, lists, { id: `first-${name}`, json }), headOf(preview, origin))
    current = { json, origin, page }
    filledPages[name] = current
  }
  return visitorReply(c, { contentType: 'text/html', body: current.page, until, policy: template.policy })
}

/** Reads a built page, once an isolate. */
async function templateOf(c: Context<AppEnv>, name: PageName): Promise<Template> {
  const loaded = templates[name]
  if (loaded) return loaded
  const reply = await c.env.ASSETS.fetch(new URL(`/first-${name}`, c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  const page = await reply.text()
  const template = { page, policy: await policyOf(page) }
  templates[name] = template
  return template
}

/** The policy that allows the inline styles of a page. */
async function policyOf(page: string): Promise<string> {
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
  return pagePolicy(await Promise.all(styles.map(([, text = '']) => hashOf(text))))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${encodeBase64(digest)}'`
}
