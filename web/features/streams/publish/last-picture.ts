import { forgetLastPicture, LAST_PICTURE } from '../../../lib/last-picture-cache.ts'
import { writeStored } from '../../../lib/local-storage.ts'

const sketchPath = (streamId: number) => `/stream/${streamId}/last-picture`

let last: { streamId: number; file: File } | null = null

/** Stores the last picture of a stream in the browser until another stream has ended, or another member logs in. */
export async function storeLastPicture(streamId: number, userId: number, file: File): Promise<void> {
  last = { streamId, file }
  writeStored(LAST_PICTURE, String(userId))
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
  await forgetLastPicture()
}

// Uses the browser's cache storage, so that a reload keeps the picture where there is one.
async function writeToCache(streamId: number, file: File): Promise<void> {
  await caches.delete(LAST_PICTURE)
  const cache = await caches.open(LAST_PICTURE)
  await cache.put(sketchPath(streamId), new Response(file))
}

async function readFromCache(streamId: number): Promise<Response | undefined> {
  return caches.match(sketchPath(streamId), { cacheName: LAST_PICTURE })
}
