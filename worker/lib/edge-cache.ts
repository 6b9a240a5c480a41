import { WorkQueue } from './WorkQueue.ts'

/** Time that bytes stay in the edge cache. Rights are checked before the cache is read. */
const EDGE_SECONDS = 3600

type EdgeContext = {
  env: Pick<Cloudflare.Env, 'FILES'>
  executionCtx: { waitUntil: (work: Promise<unknown>) => void }
}

/**
 * Stores a file in the edge cache while a reply sends it. Reads the file again, because a body that is also sent to a
 * slow reader would be held in this isolate.
 */
export function cacheFile(c: EdgeContext, edge: Request, file: { key: string; contentType: string }): void {
  c.executionCtx.waitUntil(putFile(c.env.FILES, edge, file))
}

async function putFile(files: R2Bucket, edge: Request, { key, contentType }: { key: string; contentType: string }) {
  const object = await files.get(key)
  if (object) await caches.default.put(edge, cacheable(object.body, { contentType, seconds: EDGE_SECONDS }))
}

/** The bodies that are made at a time in this isolate, each once for the calls that wait for it. */
const queue = new WorkQueue({ weightMax: 8, waitingMax: 200 })

/** `owner` asked for the body, so that no owner delays all others; null where it is not known. */
type Filling = {
  make: () => Promise<ReadableStream | null>
  contentType: string
  seconds?: number
  owner?: string | null
}

/**
 * Stores the body that `make` returns in the edge cache, also if the request is cancelled, and then reads it from there,
 * because a body that is also sent to a slow reader would be held in this isolate. Equal calls at the same time make it
 * once. Makes it again where nothing is cached.
 * @throws AppError `too_many` if too many bodies wait, or this one for too long.
 */
export async function fillEdge(
  c: EdgeContext,
  edge: Request,
  { make, contentType, seconds = EDGE_SECONDS, owner = null }: Filling,
): Promise<ReadableStream | null> {
  const put = (body: ReadableStream | null) => caches.default.put(edge, cacheable(body, { contentType, seconds }))
  const filling = queue.run({ key: edge.url, weight: 1, owner }, async () => {
    // An equal call may have filled it meanwhile.
    const filled = await caches.default.match(edge)
    if (filled) return filled
    await put(await make()).catch(() => undefined)
    return caches.default.match(edge)
  })
  c.executionCtx.waitUntil(filling.catch(() => undefined))
  const filled = await filling
  return filled ? filled.body : make()
}

function cacheable(body: ReadableStream | null, { contentType, seconds }: { contentType: string; seconds: number }) {
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': `public, max-age=${seconds}` } })
}
