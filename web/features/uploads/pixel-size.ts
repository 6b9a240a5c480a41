import { imageDimensionsFromData } from 'image-dimensions'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'

export type PixelSize = { width: number; height: number }

/** Headers with a large colour profile or preview fit into this. The site reads as much. */
const HEADER_MAX_BYTES = 1_048_576

/** Reads width and height from the header of a picture, without decoding it; null if the header is unknown. */
export async function readPixelSize(file: Blob): Promise<PixelSize | null> {
  try {
    const head = new Uint8Array(await file.slice(0, HEADER_MAX_BYTES).arrayBuffer())
    const found = imageDimensionsFromData(head)
    return found ? { width: found.width, height: found.height } : null
  } catch {
    // An unreadable file fails when it is sent.
    return null
  }
}

/** Checks the size of a picture before it is uploaded. */
export function pixelRefusal({ width, height }: PixelSize): string | null {
  return Math.max(width, height) > UPLOAD_MAX_SIDE ? messageOfCode('image_too_wide') : null
}
