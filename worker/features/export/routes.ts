import { type Context, Hono } from 'hono'
import { type ExportReply, exportBody, exportPartParams } from '../../../contract/http/export.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { openDb } from '../../lib/database.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { boundsOf, parseRange } from '../../lib/ranged.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { AFTER_REPLY, continueExport } from './making.ts'
import {
  beginDownload,
  type Export,
  exportReplyOf,
  findExport,
  listFiles,
  markMissing,
  requestExport,
} from './queries.ts'
import { sendZip, zipEtag } from './sending.ts'
import { stepsDone } from './steps.ts'
import { type ZipFile, zipBytes } from './zip-layout.ts'

export const exportRoutes = new Hono<AppEnv>()
  .get('/api/v2/user/export', requireOwnSession, async (c) => respond(c, await findExport(dbOf(c), memberOf(c).id)))

  .post('/api/v2/user/export', requireOwnSession, valid('json', exportBody), async (c) =>
    respond(c, await requestExport(dbOf(c), memberOf(c).id, Date.now())),
  )

  .get(
    '/api/v2/user/export/:id/:part',
    requireOwnSession,
    limitRate('UPLOAD_RATE'),
    valid('param', exportPartParams),
    async (c) => {
      const { id: exportId, part } = c.req.valid('param')
      const request = { userId: memberOf(c).id, exportId, part, now: Date.now() }
      const begun = orThrow(await beginDownload(dbOf(c), request))
      const files = await listFiles(dbOf(c), begun)
      const { partsCount, createdAt } = begun
      const day = new Date(createdAt).toISOString().slice(0, 10)
      const number = partsCount > 1 ? `-${part}-of-${partsCount}` : ''
      return respondZip(c, { exportId, files, name: `${PRODUCT_NAME.toLowerCase()}-${day}${number}.zip` })
    },
  )

/** Continues an export while its member looks at its progress. Otherwise the scheduled job continues it. */
function respond(c: Context<AppEnv>, row: Export | null): Response {
  const now = Date.now()
  if (row?.state === 'making' && row.claimedUntil <= now) {
    afterReply(c, () => continueExport(openDb(c.env.DB), c.env, { id: row.id, now, limits: AFTER_REPLY }))
  }
  const reply = exportReplyOf(row, { stepsDone: row ? stepsDone(row.step) : 0, now })
  c.header('cache-control', 'private, no-store')
  return c.json(reply satisfies ExportReply)
}

type SentZip = { exportId: number; files: readonly ZipFile[]; name: string }

/**
 * Replies with a zip or a range of it. A request for a range of a zip that has changed meanwhile gets the whole new
 * zip.
 */
async function respondZip(c: Context<AppEnv>, { exportId, files, name }: SentZip): Promise<Response> {
  const size = zipBytes(files)
  const etag = await zipEtag(files)
  const isSame = [undefined, etag].includes(c.req.header('if-range'))
  const range = isSame ? parseRange(c.req.header('range')) : undefined
  const bounds = range ? boundsOf(range, size) : { first: 0, length: size }
  if (!bounds) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  const { first, length } = bounds
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': String(length),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
    ...(range && { 'content-range': `bytes ${first}-${first + length - 1}/${size}` }),
  }
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return new Response(null, { status, headers })
  const body = new FixedLengthStream(length)
  // Not awaited: it writes while the reply is read.
  void sendZip(c.env.FILES, files, {
    range: bounds,
    to: body.writable,
    onMissing: (fileKey) => markMissing(openDb(c.env.DB), exportId, fileKey),
  })
  return new Response(body.readable, { status, headers })
}
