import type { VIDEO_TYPES } from '../../../contract/limits.ts'
import { readMp4 } from './mp4.ts'
import { type Blank, VideoParts } from './video-parts.ts'
import { readWebm } from './webm.ts'
import type { ReadPart } from './zip.ts'

/**
 * Checks a video as a container. Returns the parts to overwrite, so that only picture and sound are left.
 * @throws AppError `bad_file`, and errors of `read`.
 */
export async function readVideo(
  read: ReadPart,
  { bytes, contentType }: { bytes: number; contentType: (typeof VIDEO_TYPES)[number] },
): Promise<readonly Blank[]> {
  const parts = new VideoParts(read, bytes)
  await (contentType === 'video/mp4' ? readMp4(parts) : readWebm(parts))
  return parts.blanks
}
