const CACHE = 'stream-last-picture'
const sketchPath = (streamId: number) => `/stream/${streamId}/last-picture`

let last: { streamId: number; file: File } | null = null

/** Keeps how a stream looked last in this browser, until another one has ended. */
export async function keepLastPicture(streamId: number, file: File): Promise<void> {
  last = { streamId, file }
  await keepForLater(streamId, file).catch(() => undefined)
}

/** How a stream that was sent from this browser looked last; null where that is not known. */
export async function lastPictureOf(streamId: number): Promise<File | null> {
  if (last?.streamId === streamId) return last.file
  const kept = await keptBefore(streamId).catch(() => undefined)
  return kept ? new File([await kept.blob()], `stream-${streamId}.png`, { type: 'image/png' }) : null
}

/** Forgets how a stream looked last: nothing will be made of it. */
export async function forgetLastPicture(): Promise<void> {
  last = null
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => undefined)
}

// Where a browser has no such store, or lends none, a reload forgets the picture.
async function keepForLater(streamId: number, file: File): Promise<void> {
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  await cache.put(sketchPath(streamId), new Response(file))
}

async function keptBefore(streamId: number): Promise<Response | undefined> {
  return caches.match(sketchPath(streamId), { cacheName: CACHE })
}
