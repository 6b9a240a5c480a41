const CACHE = 'stream-last-picture'
const sketchPath = (streamId: number) => `/stream/${streamId}/last-picture`

let last: { streamId: number; file: File } | null = null

/** Stores the last picture of a stream in the browser until another stream has ended. */
export async function storeLastPicture(streamId: number, file: File): Promise<void> {
  last = { streamId, file }
  await writeToCache(streamId, file).catch(() => undefined)
}

/** Last picture of a stream published from this browser, or null. */
export async function readLastPicture(streamId: number): Promise<File | null> {
  if (last?.streamId === streamId) return last.file
  const response = await readFromCache(streamId).catch(() => undefined)
  return response ? new File([await response.blob()], `stream-${streamId}.png`, { type: 'image/png' }) : null
}

export async function deleteLastPicture(): Promise<void> {
  last = null
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => undefined)
}

// Uses the browser's cache storage, so that a reload keeps the picture where there is one.
async function writeToCache(streamId: number, file: File): Promise<void> {
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  await cache.put(sketchPath(streamId), new Response(file))
}

async function readFromCache(streamId: number): Promise<Response | undefined> {
  return caches.match(sketchPath(streamId), { cacheName: CACHE })
}
