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

type Filling = { make: () => Promise<ReadableStream | null>; contentType: string; seconds?: number }

/**
 * Stores the body that `make` returns in the edge cache, also if the request is cancelled, and then reads it from there,
 * because a body that is also sent to a slow reader would be held in this isolate. Makes it again where nothing is
 * cached.
 */
export async function fillEdge(
  c: EdgeContext,
  edge: Request,
  { make, contentType, seconds = EDGE_SECONDS }: Filling,
): Promise<ReadableStream | null> {
  const put = (body: ReadableStream | null) => caches.default.put(edge, cacheable(body, { contentType, seconds }))
  const filling = make().then((body) => put(body).catch(() => undefined))
  c.executionCtx.waitUntil(filling.catch(() => undefined))
  await filling
  const filled = await caches.default.match(edge)
  return filled ? filled.body : make()
}

function cacheable(body: ReadableStream | null, { contentType, seconds }: { contentType: string; seconds: number }) {
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': `public, max-age=${seconds}` } })
}
