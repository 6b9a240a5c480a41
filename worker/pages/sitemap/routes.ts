import { type Context, Hono } from 'hono'
import { VISITOR_CACHE_SECONDS } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import { fillEdge } from '../../lib/edge-cache.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { countParts, listPart, type PartKind } from './queries.ts'

const HEAD = '<?xml version="1.0" encoding="utf-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const SITEMAP_LINE = /^(Sitemap: )\//m

/** The sitemap: sketches listed for everyone, members with such sketches, and topics of the forum. */
export const sitemapRoutes = new Hono<AppEnv>()
  // A sitemap needs an absolute address, and the static file does not know the host.
  .get('/robots.txt', async (c) => {
    const file = await (await c.env.ASSETS.fetch(new URL('/robots.txt', c.req.url))).text()
    return c.text(file.replace(SITEMAP_LINE, `$1${new URL(c.req.url).origin}/`))
  })
  .get('/sitemap.xml', (c) =>
    respondXml(c, 'index', async (db, origin) => {
      const parts = Object.entries(await countParts(db)).flatMap(([kind, count]) =>
        Array.from({ length: count }, (_, index) => `${origin}/sitemap/${kind}-${index + 1}.xml`),
      )
      return xmlOf('sitemapindex', 'sitemap', parts)
    }),
  )
  .get('/sitemap/:part{(?:sketches|profiles|topics)-[1-9][0-9]{0,9}\\.xml}', limitRate('READ_RATE'), (c) => {
    const name = c.req.param('part')
    const [, kind, part] = /^(\w+)-(\d+)/.exec(name) ?? []
    return respondPart(c, name, async (db, origin) => {
      const paths = await listPart(db, kind as PartKind, Number(part))
      if (paths.length === 0) return ''
      return xmlOf(
        'urlset',
        'url',
        paths.map((path) => origin + path),
      )
    })
  })

const XML = 'application/xml'

type Write = (db: Db, origin: string) => Promise<string>

/** Sends a part from the edge cache, because it reads up to `PART_SPAN` rows, also if it is empty. */
async function respondPart(c: Context<AppEnv>, name: string, write: Write): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const edge = new Request(`${origin}/sitemap/${name}`)
  const cached = await caches.default.match(edge)
  const make = async () => new Blob([await write(dbOf(c), origin)]).stream()
  const stored = cached ? cached.body : await fillEdge(c, edge, { make, contentType: XML })
  const body = await new Response(stored).text()
  if (!body) throw new AppError('not_found')
  return visitorReply(c, { contentType: XML, body, until: Date.now() + VISITOR_CACHE_SECONDS * 1000 })
}

async function respondXml(c: Context<AppEnv>, name: string, write: Write): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const { bytes, until } = await visitorCache(JSON.stringify(['sitemap', origin, name]), () => write(dbOf(c), origin))
  return visitorReply(c, { contentType: XML, body: bytes, until })
}

function xmlOf(list: string, item: string, addresses: readonly string[]): string {
  const items = addresses.map((address) => `<${item}><loc>${address}</loc></${item}>`)
  return [HEAD, `<${list} ${NAMESPACE}>`, ...items, `</${list}>\n`].join('\n')
}
