import { IMAGE_SIZES, WHOLE_WIDTH } from '../../contract/image-sizes.ts'
import { DEFAULT_MAT, type Mat } from '../../contract/mat.ts'

export const ORIGINALS_PREFIX = 'originals/'
export const DERIVED_PREFIX = 'derived/'

const FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof FORMATS)[number]

/** Pictures up to this width can be AVIF, because lists show many of them. */
const AVIF_MAX_WIDTH = 500

/** Chooses the format by width. A larger AVIF takes longer to make than its smaller size saves in transfer. */
export function pictureFormat(width: number, acceptsAvif: boolean): PictureFormat {
  return acceptsAvif && width <= AVIF_MAX_WIDTH ? 'avif' : 'webp'
}

const DERIVED_WIDTHS = [...new Set([...IMAGE_SIZES.flatMap((size) => [size, 2 * size]), WHOLE_WIDTH])]

/** The R2 key of an original. Originals are never public. */
export function originalKey(name: string): string {
  return ORIGINALS_PREFIX + name
}

type DerivedPicture = { width: number; format: PictureFormat; angle?: number; mat?: Mat | null; watermarkHash?: string }

/** The R2 key of a derived picture. `angle` is the artist's rotation in degrees. */
export function derivedKey(
  fileKey: string,
  { width, format, angle = 0, mat, watermarkHash = '' }: DerivedPicture,
): string {
  const shownMat = mat === DEFAULT_MAT ? null : mat
  const parts = [width, angle || null, shownMat, watermarkHash || null].filter((part) => part != null)
  return `${derivedPrefix(originalName(fileKey))}${parts.join('-')}.${format}`
}

export function derivedPrefix(name: string): string {
  return `${DERIVED_PREFIX}${name}/`
}

export function originalName(fileKey: string): string {
  return fileKey.slice(ORIGINALS_PREFIX.length)
}

/** Calls to R2 and D1 that a run may still make. */
export type CallBudget = { left: number }

/** A picture has more made sizes than one call lists only if its watermark changed often. */
const LISTS_MAX = 10

/** Maximum of keys that R2 deletes in one call. */
export const DELETE_KEYS_MAX = 1000

export async function removeOriginal(files: R2Bucket, fileKey: string): Promise<void> {
  await removeOriginals(files, [fileKey])
}

/** Deletes originals and their derived pictures. */
export async function removeOriginals(files: R2Bucket, fileKeys: readonly string[]): Promise<void> {
  await removeKeys(files, fileKeys)
  const derived = await Promise.all(fileKeys.map((key) => listKeys(files, derivedPrefix(originalName(key)))))
  await removeKeys(files, derived.flat())
}

/** Deletes the derived pictures of an original that have a watermark. Others are kept, as artists turn pictures back. */
export async function removeWatermarked(files: R2Bucket, fileKey: string, watermarkHash: string): Promise<void> {
  const derived = await listKeys(files, derivedPrefix(originalName(fileKey)))
  await removeKeys(
    files,
    derived.filter((key) => key.includes(`-${watermarkHash}.`)),
  )
}

/** Lists the keys with a prefix, in at most `LISTS_MAX` calls. */
async function listKeys(files: R2Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = []
  let cursor: string | undefined
  for (let lists = 0; lists < LISTS_MAX; lists++) {
    const listed = await files.list({ prefix, cursor })
    keys.push(...listed.objects.map(({ key }) => key))
    if (!listed.truncated) break
    cursor = listed.cursor
  }
  return keys
}

/**
 * Deletes originals that were never rotated, with their derived pictures, without listing. Returns the number of calls.
 * Originals are deleted first, because a request that makes a picture checks for the original after storing it.
 */
export async function removeUnrotatedOriginals(files: R2Bucket, fileKeys: readonly string[]): Promise<number> {
  const derived = fileKeys.flatMap((key) =>
    DERIVED_WIDTHS.flatMap((width) => FORMATS.map((format) => derivedKey(key, { width, format }))),
  )
  return (await removeKeys(files, fileKeys)) + (await removeKeys(files, derived))
}

/** Deletes keys, existing or not. Returns the number of calls. */
export async function removeKeys(files: R2Bucket, keys: readonly string[]): Promise<number> {
  for (let at = 0; at < keys.length; at += DELETE_KEYS_MAX) await files.delete(keys.slice(at, at + DELETE_KEYS_MAX))
  return Math.ceil(keys.length / DELETE_KEYS_MAX)
}

/** Deletes all keys with a prefix. Returns false if more calls were needed. */
export async function emptyFolder(files: R2Bucket, prefix: string, calls: CallBudget): Promise<boolean> {
  for (;;) {
    if (calls.left < 2) return false
    const { objects, truncated } = await files.list({ prefix, limit: DELETE_KEYS_MAX })
    const keys = objects.map(({ key }) => key)
    calls.left -= 1 + (await removeKeys(files, keys))
    if (!truncated) return true
  }
}
