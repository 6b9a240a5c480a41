import { readStored, writeStored } from './local-storage.ts'

/** Cache with the last picture of a stream. localStorage has the artist's id under the same name. */
export const LAST_PICTURE = 'stream-last-picture'

/** Deletes the last picture of a stream from the browser. */
export async function forgetLastPicture(): Promise<void> {
  writeStored(LAST_PICTURE, '')
  if ('caches' in globalThis) await caches.delete(LAST_PICTURE).catch(() => undefined)
}

/** Deletes the last picture of a stream if its artist is another member. */
export function forgetPictureOfOthers(userId: number): void {
  const artist = readStored(LAST_PICTURE)
  if (artist && artist !== String(userId)) void forgetLastPicture()
}
